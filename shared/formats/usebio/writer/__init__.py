"""The writer: an event, from whatever format it came, as a USEBIO 1.4 or 1.2 document."""
