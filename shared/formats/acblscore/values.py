"""What the numbers of a game file stand for: the lists of the description; the longer ones in `data/lists.json`."""

import json
from collections.abc import Mapping
from typing import Any

from shared.formats.data_files import data_text

_LISTS: Mapping[str, Any] = json.loads(data_text("shared.formats.acblscore", "lists.json"))

EVENT_TYPES: Mapping[int, tuple[str, str]] = {int(code): tuple(row) for code, row in _LISTS["event_types"].items()}
"""Kind of event, and its name in the program."""

SCORINGS: Mapping[int, tuple[str | None, str | None, str]] = {
    int(code): tuple(row) for code, row in _LISTS["scorings"].items()
}
"""Scoring of boards, of matches, and the name in the program; 11, 12 and 17 are not known."""

TEAM_KINDS: Mapping[str, str] = {"win_loss": "swiss_teams", "vps": "swiss_teams", "knockout": "knockout"}
"""Kind of a team event by its scoring of matches."""

UNITS: Mapping[str, str] = {
    "match_points": "match_points",
    "butler_imps": "imps",
    "cross_imps": "imps",
    "aggregate": "points",
}
"""Unit of points and totals by the scoring of boards."""

SCORING_UNITS: Mapping[int, str] = {4: "match_points", 5: "match_points", 10: "match_points", 13: "imps"}
"""Unit of points by scoring method, where the scoring of boards does not say it; of the others it is points."""

MATCH_UNITS: Mapping[str, str] = {"win_loss": "wins", "vps": "vps", "knockout": "imps", "bam": "points"}

RATINGS: tuple[str, ...] = tuple(_LISTS["ratings"])
"""What an event is rated as, by number."""

PIGMENTS: tuple[str, ...] = ("", "BLACK", "SILVER", "RED", "GOLD", "PLATINUM")
"""Colours of master points, by number."""

PLAYER_RANKS: Mapping[str, str] = _LISTS["player_ranks"]
"""Rank of a player by letter, as the letters are since 2016."""

TITLES_SINCE = "2016"
"""The year of two ranks more, Ruby and Sapphire."""

PLAYER_RANKS_BEFORE: Mapping[str, str] = dict(
    zip(
        PLAYER_RANKS,
        (title for title in PLAYER_RANKS.values() if title.split()[0] not in ("Ruby", "Sapphire")),
        strict=False,
    )
)
"""Rank of a player by letter until then: A to N, without those two."""


def player_ranks(day: str | None) -> Mapping[str, str]:
    """The ranks that letters stand for in a file of a day, as `2015-08-10`; those of now where it has none."""
    return PLAYER_RANKS_BEFORE if day is not None and day < TITLES_SINCE else PLAYER_RANKS


_TIMES = ("Mor", "Aft", "Eve")
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
CLUB_SESSIONS: tuple[str, ...] = ("", *(f"{day} {time}" for day in _DAYS for time in _TIMES), "Cruise Ship")
"""Day and time of a club's session, by number."""

CLUB_GAMES: tuple[str, ...] = ("Open", "Invitational", "Novice", "Bridge+", "Pupil", "Introductory")
RIBBONS: Mapping[int, str] = {1: "Blue", 2: "Red", 3: "Silver", 9: "Blue/Red"}
LEVELS: tuple[str, ...] = ("", "club", "unit", "district", "national")
VP_SCALES: tuple[str, ...] = ("20", "30", "25")
POSTING: tuple[str, ...] = ("pickup slips", "travellers")
ROVERS: Mapping[int, str] = {1: "NS", -1: "NS", 2: "EW"}

RESIGNED = "98"
"""The next section of somebody who does not go on."""

LAST_SESSION = 0xFF
SCORED, POSTED, LATE_PLAYS = 1, 2, 4
"""Bits of a section's status."""

IN_DATABASE, CHANGED_SINCE = 2, 4
"""Flags of a section: its players were added to the program's list (DBADD), and it was changed since."""

ROUND_ROBINS: Mapping[int, str] = {1: "match or short round robin", 2: "regular round robin"}
