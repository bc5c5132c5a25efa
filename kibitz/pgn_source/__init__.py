"""PGN on the web as a live source of chess results: a Lichess broadcast, or a file of electronic boards."""
