"""From an event to a file of its games."""
