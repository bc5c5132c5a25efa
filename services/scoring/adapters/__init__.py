"""What scoring reads from the bus beside its messages."""
