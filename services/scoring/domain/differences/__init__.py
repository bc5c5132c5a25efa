"""Differences: what files state, held against what was computed; one finding for each fault."""
