"""Decisions of a director, sent to a running server."""
