"""Export: renders events in other formats."""
