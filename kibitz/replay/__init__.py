"""Playing an event again: a finished file cut into what a scoring program would have sent during play."""
