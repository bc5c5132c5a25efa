"""One event: its state, its scores, and what is published about it."""
