"""What is news for whom, and who is told."""
