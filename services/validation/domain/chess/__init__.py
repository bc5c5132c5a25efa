"""Rules of chess tournaments: games, colours, and matches of teams."""
