"""Totals of a session, places and strata."""
