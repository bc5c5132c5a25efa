"""Corrections in time: what players query, and what the desk answers."""
