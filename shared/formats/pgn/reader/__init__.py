"""From a file to the facts of its tournaments."""
