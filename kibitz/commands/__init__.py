"""The commands: `files` needs nothing running, `live` and `director` talk to a running server."""
