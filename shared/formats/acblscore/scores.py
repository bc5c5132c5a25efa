"""Raw scores of a result: points, averages, boards not played, and the groups of fouled boards.

Rule 1: a value is the score of its own side divided by 10; 900 is a late play, 950 a board that should have been
    played and was not, 999 one that is not in play; 2040, 2050 and 2060 are average minus, average and average plus.
Rule 2: results of another deal of the board are shifted by 4000, 6000 and so on to 16000. As no score reaches 10,000
    points, the bands of 2000 do not overlap: band = (value + 1000) / 2000, cut down; 0 is a normal score, 1 an average,
    2 the first group of fouled boards.
Rule 3: how an average within a group of fouled boards is written is not described. Such a value is not guessed.
"""

from decimal import Decimal
from functools import lru_cache
from typing import Literal

from contracts.facts import Score, total_points

LATE, NOT_PLAYED, NOT_IN_PLAY = 900, 950, 999
SPECIAL: dict[int, Literal["late", "not_played", "not_in_play"]] = {
    LATE: "late",
    NOT_PLAYED: "not_played",
    NOT_IN_PLAY: "not_in_play",
}
AVERAGES = {2040: ("40", "Ave-"), 2050: ("50", "Ave"), 2060: ("60", "Ave+")}

BAND = 2000
GROUPS = 7
"""Groups of fouled boards beside the original."""

MOST = 760
"""The greatest score of all: 13 tricks short, redoubled and vulnerable, divided by 10."""


@lru_cache(maxsize=8192)
def read_score(value: int, *, ns: bool) -> tuple[Score, int] | None:
    """The score and the group of fouled boards of a side, by a value from its own point of view; None for any other."""
    if value in SPECIAL:
        return Score(kind=SPECIAL[value]), 0
    if value in AVERAGES:
        percent, text = AVERAGES[value]
        return Score(kind="artificial", percent=Decimal(percent), text=text), 0
    band = (value + BAND // 2) // BAND
    points = value - BAND * band
    if band == 1 or not 0 <= band <= GROUPS + 1 or abs(points) > MOST:
        return None
    return total_points(points * 10 if ns else -points * 10), max(0, band - 1)


def unread_score(value: int) -> Score:
    """What is told of a value that stands for no score."""
    return Score(kind="unknown", text=str(value))


def write_score(score: Score, group: int, *, ns: bool) -> int | None:
    """The value of a side's score in a file, 0 for the original deal's group; None for what the format cannot say."""
    if score.kind == "points" and score.points is not None:
        if score.points % 10 or abs(score.points) > MOST * 10 or not 0 <= group <= GROUPS:
            return None
        own = score.points // 10 if ns else -score.points // 10
        return own + (BAND * (group + 1) if group else 0)
    if group:
        return None
    special = {kind: value for value, kind in SPECIAL.items()}
    if score.kind in special:
        return special[score.kind]
    if score.percent is not None:
        return {Decimal(percent): value for value, (percent, _) in AVERAGES.items()}.get(score.percent)
    return {text: value for value, (_, text) in AVERAGES.items()}.get(score.text or "")
