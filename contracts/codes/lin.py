"""Codes of lin."""
