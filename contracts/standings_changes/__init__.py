"""Standings as changes: what a message says of tables that were in the message before, and how to apply it."""
