"""What the public sees of an event whose organiser holds something back, and what staff see beside it."""
