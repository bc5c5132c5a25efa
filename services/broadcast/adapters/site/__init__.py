"""The scoreboard's pages: rendered on the server at real addresses, then kept live by scripts in few files."""
