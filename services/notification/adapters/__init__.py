"""What the service talks to beside the bus: push services; and what it keeps in its bucket."""
