"""Knock-outs: brackets, winners, and the next matches."""
