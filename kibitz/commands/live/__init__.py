"""Commands that send to a running server, or follow it."""
