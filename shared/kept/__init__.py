"""What is kept: access to the desk, queries of players, screens of the rooms in buckets; originals in a folder."""
