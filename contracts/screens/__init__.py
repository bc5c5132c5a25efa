"""What the screens of a room show."""
