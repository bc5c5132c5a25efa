"""What the intake talks to besides the bus's messages: HTTP, watched folders, and the places that keep files."""
