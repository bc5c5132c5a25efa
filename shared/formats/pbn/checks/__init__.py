"""What a game has to keep to: its tables, its scores, and the rules of the export format."""
