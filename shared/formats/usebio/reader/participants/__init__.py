"""Those who take part: people, pairs and teams, how they stand, and how a file lists them twice."""
