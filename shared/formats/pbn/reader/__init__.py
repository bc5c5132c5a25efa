"""From bytes to facts: lines, games, and the event that each game belongs to."""
