"""Why PBN does not hold what the facts of an event say."""

WHYS = {
    "": "PBN has no tag or column for it",
    "adjustments": "PBN has no penalties, handicaps or carry-overs",
    "awards": "PBN has no master points, prizes or qualifications",
    "movements": "PBN has no movements",
    "seats": "PBN has no seats of the next round",
    "ladder": "PBN has no ladders",
    "board_points": "PBN has no points of a match by board",
    "events.organiser.id": "Site has the name",
    "events.imp_bounds": "PBN names its own and has no place for another",
    "events.details Competition": "of teams it says Teams",
    "results.ns_score": "PBN has points and percentages",
    "results.ew_score": "PBN has points and percentages",
    "results.foul_group": "ScoreTable has no word for it",
    "extensions": "what a file has beside its results is not carried over",
}
"""By their paths, as `compared` in `shared/formats/losses.py` takes them."""
