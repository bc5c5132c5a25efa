"""Writing game files: changes to a file that exists, and new ones."""
