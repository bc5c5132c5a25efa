"""Making a system again from the originals of its files."""
