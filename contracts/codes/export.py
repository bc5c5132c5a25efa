"""Codes of export."""
