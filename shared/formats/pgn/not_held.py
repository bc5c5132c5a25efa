"""Why PGN does not hold what the facts of an event say."""

WHYS = {
    "games.result": "PGN does not say whether a game counts for ratings",
    "": "PGN has games between two players, and nothing else",
}
"""By their paths, as `compared` in `shared/formats/losses.py` takes them."""
