"""Code that two or more services run: formats, the rules of the games, messaging and telemetry."""
