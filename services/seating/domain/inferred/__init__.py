"""Inferred."""
