"""Corrections in time: the period for them, results to look at, and what changed after official."""
