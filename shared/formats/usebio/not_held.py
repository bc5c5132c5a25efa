"""Why USEBIO does not hold what the facts of an event say."""

WHYS = {
    "": "USEBIO has no element for it",
    "participants": "a TEAM has players who are nobody apart",
    "participants.players.first_name": "PLAYER_NAME has no parts before USEBIO 1.4",
    "participants.players.last_name": "PLAYER_NAME has no parts before USEBIO 1.4",
    "boards": "BOARD has lines",
    "auctions": "it goes with no line, or the line has one already",
    "plays": "it goes with no line, or the line has one already",
    "adjustments.counted": "totals include HANDICAP before USEBIO 1.4, and not since",
    "adjustments.unit": "it goes without saying in USEBIO",
    "matches.home_imps": "MATCH has it in knock-outs alone",
    "matches.away_imps": "MATCH has it in knock-outs alone",
    "matches.home_line_up": "MATCH has it in knock-outs alone",
    "matches.away_line_up": "MATCH has it in knock-outs alone",
}
"""By their paths, as `compared` in `shared/formats/losses.py` takes them."""
