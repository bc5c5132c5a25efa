"""Points of one board: matchpoints, Butler, cross-IMPs, artificial scores."""
