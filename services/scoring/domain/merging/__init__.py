"""Merging: what many files say about one event becomes one set of facts."""
