"""From the structures of a game file to the facts of its events."""
