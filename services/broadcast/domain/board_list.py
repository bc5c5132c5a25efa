"""The list of the boards of an event: of each what a reader wants to know before he opens its traveller."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

from contracts.feed.rows import BoardRow, columns_of
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.channel import Row

BOARD_LIST_COLUMNS = columns_of(BoardRow)


def board_row(traveller: Table, analysis: Table | None) -> Row:
    """The line of a board.

    Args:
        traveller: its results.
        analysis: of its deal; par of other cards is not shown.
    """
    about = traveller.meta
    lines = [dict(zip(traveller.columns, row, strict=True)) for row in traveller.rows.values()]
    scores = Counter(score for line in lines if (score := _points(line)) is not None)
    # Of scores that are as frequent, the one nearest to the middle of the field; a single one is not frequent.
    ranked = sorted(scores.elements())
    middle = ranked[len(ranked) // 2] if ranked else 0
    several = scores if len(ranked) > 1 else ()
    common = max(several, key=lambda score: (scores[score], -abs(score - middle), score), default=None)
    known = analysis is not None and analysis.meta.get("deal") == deal_text(about.get("deal"))
    return (
        about.get("session"),
        about["board"],
        about.get("dealer"),
        about.get("vulnerable"),
        sum(line["score"] != "" for line in lines),
        ranked[0] if ranked else None,
        ranked[-1] if ranked else None,
        common,
        scores[common] if common is not None else None,
        sum(bool(line.get("calls") or line.get("cards")) for line in lines),
        analysis.meta.get("par") if analysis is not None and known else None,
    )


def _points(line: Mapping[str, Any]) -> int | None:
    """What North-South won in play; None for an adjusted score, and for none."""
    text = line["score"]
    if text == "PASS":
        return 0
    return int(text) if text.removeprefix("-").isdecimal() and text.isascii() else None


def deal_text(deal: JsonValue) -> str | None:
    """The cards as an analysis has them."""
    if not isinstance(deal, dict) or not all(deal.get(seat) for seat in ("north", "east", "south", "west")):
        return None
    hands: list[Any] = [deal[seat] for seat in ("north", "east", "south", "west")]
    suits = [[hand.get(suit, "") for suit in ("spades", "hearts", "diamonds", "clubs")] for hand in hands]
    return "N:" + " ".join(
        ".".join("".join(sorted(ranks, key="AKQJT98765432".find)) for ranks in hand) for hand in suits
    )
