"""What USEBIO has: its elements with their attributes, and the version since which each is there."""
