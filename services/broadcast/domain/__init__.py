"""The core of the feed, without I/O: tables, filters, conflation, resumption and the state of a connection."""
