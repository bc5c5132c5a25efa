"""What the public sees, as it is chosen and kept."""
