"""What belongs to an event or a file, everywhere on the bus; taking it out; and writing streams anew without it."""
