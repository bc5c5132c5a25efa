"""What a director writes for a ruling, read into what a decision says, and what the other side gets without a word.

| said for one side | the other side gets, unless something is said for it |
|---|---|
| points, weighted results, "average", "not played" | the same (Law 12C1: both sides of one result) |
| "60%" | the rest of 100 per cent |
| "60/40", "60%/40%" | what is behind the stroke |
| "average plus", "average minus" | the opposite (Law 12C2) |
| of a match: "void", "director fault", "average" | the same |
| of a match: a score, "mismatch higher", "mismatch lower" | what was played |
"""

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import get_args

from pydantic import ValidationError

from contracts.decisions import Average, Awarded, GameResult, MatchAwarded

AVERAGES: tuple[Average, ...] = get_args(Average)
LINE_AWARDS = (*AVERAGES, "not played")
MATCH_AWARDS = ("void", "director fault", *AVERAGES, "mismatch higher", "mismatch lower")
GAME_RESULTS: tuple[GameResult, ...] = get_args(GameResult)

BY_FORFEIT: Mapping[str, str] = {"+--": "1-0 by forfeit", "--+": "0-1 by forfeit", "---": "0-0, both by forfeit"}
"""The words of the results of a game that was not played."""

GAME_WORDS = "1-0, 1/2-1/2, 0-1, 1/2-0, 0-1/2, 0-0, by forfeit 1-0F, 0-1F, 0-0F, or none"
"""How the result of a game may be written."""

_OPPOSITE: dict[str, Average] = {"average plus": "average minus", "average minus": "average plus"}
_OF_BOTH = ("void", "director fault", "average")

_WEIGHTED = re.compile(r"\s*(\d{1,3}(?:\.\d{1,4})?)\s*%\s*(?:of\s+)?([+-]?\d{1,5})\s*", re.ASCII)
"""A part of a weighted ruling: its weight and its points."""

_BOTH = re.compile(r"\s*(\d{1,3}(?:\.\d{1,4})?)\s*%?\s*/\s*(\d{1,3}(?:\.\d{1,4})?)\s*%?\s*", re.ASCII)
"""Percentages of both sides."""

_POINTS = re.compile(r"[+-]?\d{1,5}", re.ASCII)

_FORFEITS = {"1-0f": "+--", "0-1f": "--+", "0-0f": "---"}
"""How they are typed: a word of a command cannot begin with a dash."""


class UnclearAward(ValueError):
    """A text that is no award: what is wrong with it, and what to write."""

    def __init__(self, fault: str, advice: str) -> None:
        super().__init__(f"{fault[0].upper()}{fault[1:]}. {advice}")
        self.fault = fault
        self.advice = advice


def line_awards(ns: str, ew: str | None = None) -> tuple[Awarded, Awarded]:
    """What both sides get on a board: "420", "60%", "60/40", "average plus", "30% 420, 70% -50".

    Raises:
        UnclearAward: one of the texts is none of these.
    """
    if ew is None and (both := _BOTH.fullmatch(ns)) is not None:
        return _line_award(f"{both[1]}%"), _line_award(f"{both[2]}%")
    first = _line_award(ns)
    if ew is not None:
        return first, _line_award(ew)
    if first.percent is not None:
        return first, Awarded(percent=100 - first.percent)
    return first, Awarded(award=_OPPOSITE[first.award]) if first.award in _OPPOSITE else first


def _line_award(text: str) -> Awarded:
    words = _plain(text.replace("−", "-"))
    try:
        if words in LINE_AWARDS:
            return Awarded.model_validate({"award": words})
        parts = [part for part in map(_WEIGHTED.fullmatch, words.split(",")) if part is not None]
        if len(parts) == words.count(",") + 1:
            weighted = [{"percent": part[1], "points": int(part[2])} for part in parts]
            return Awarded.model_validate({"weighted": weighted})
        if words.endswith("%"):
            return Awarded(percent=Decimal(words.removesuffix("%")))
        if _POINTS.fullmatch(words):
            return Awarded(points=int(words))
    except (InvalidOperation, ValidationError):
        pass
    raise UnclearAward(
        f"{text} is not points, a percentage, an award or weighted results of 100%",
        f'Write 420, -50, 60%, 60/40, 4S+1 by N, "30% 420, 70% -50", or one of: {", ".join(LINE_AWARDS)}.',
    )


def match_awards(home: str, away: str | None = None) -> tuple[MatchAwarded, MatchAwarded | None]:
    """What the sides of a match get: a score or one of `MATCH_AWARDS`; None for what was played.

    Raises:
        UnclearAward: one of the texts is none of these.
    """
    first = _match_award(home)
    if away is not None:
        return first, _match_award(away)
    if first.award in _OPPOSITE:
        return first, MatchAwarded(award=_OPPOSITE[first.award])
    return first, first if first.award in _OF_BOTH else None


def _match_award(text: str) -> MatchAwarded:
    words = _plain(text)
    try:
        return MatchAwarded.model_validate({"award": words} if words in MATCH_AWARDS else {"score": Decimal(words)})
    except (InvalidOperation, ValidationError):
        raise UnclearAward(
            f"{text} is not an award for a match", f"Write a score, or {', '.join(MATCH_AWARDS)}."
        ) from None


def board_averages(home: str, away: str | None = None) -> tuple[Average, Average]:
    """What the sides of a match get for a board that is taken out of it.

    Raises:
        UnclearAward: one of the texts is no average.
    """
    first = _average(home)
    return first, _OPPOSITE.get(first, first) if away is None else _average(away)


def _average(text: str) -> Average:
    words = _plain(text)
    found = next((average for average in AVERAGES if average == words), None)
    if found is None:
        raise UnclearAward(f"{text} is not an average", f"Write {', '.join(AVERAGES)}.")
    return found


def game_result(text: str) -> GameResult | None:
    """The result of a game of chess, White's half first, as `GAME_WORDS` or as a game is shown; None for "none".

    Raises:
        UnclearAward: it is no result.
    """
    words = _plain(text).replace(" ", "").replace("1/2", "½")
    if words == "none":
        return None
    words = _FORFEITS.get(words, words)
    found = next((result for result in GAME_RESULTS if result == words), None)
    if found is None:
        raise UnclearAward(f"{text} is not the result of a game", f"Write {GAME_WORDS}.")
    return found


def _plain(text: str) -> str:
    return " ".join(text.lower().split())
