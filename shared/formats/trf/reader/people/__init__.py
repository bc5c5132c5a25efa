"""Players, from their lines to participants and totals; teams among these."""
