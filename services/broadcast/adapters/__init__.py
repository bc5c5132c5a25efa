"""The shell of the feed: sockets, HTTP and files around the core."""
