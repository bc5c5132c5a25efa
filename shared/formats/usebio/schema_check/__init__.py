"""A file against the schema of USEBIO 1.4."""
