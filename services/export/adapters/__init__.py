"""What the export service talks to beside the bus."""
