"""From bytes to facts: the document, its repair where that is certain, and the parts of an event."""
