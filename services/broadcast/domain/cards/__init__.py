"""Cards: what one participant has done in an event, from its own side."""
