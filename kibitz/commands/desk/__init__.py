"""Commands for what the desk does that is no decision."""
