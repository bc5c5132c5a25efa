"""Parts of the page of an event."""
