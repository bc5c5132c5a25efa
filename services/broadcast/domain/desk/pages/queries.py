"""The queries of players at the desk: those that wait, with the line beside each, and those that were answered."""

from collections.abc import Mapping
from typing import Any

from contracts.corrections.queries import EventQueries, Query
from contracts.feed import board_channel
from services.broadcast.domain.corrections.period import end_of
from services.broadcast.domain.desk.forms.form import Shown
from services.broadcast.domain.desk.pages.files import lines_of, what_was_decided
from services.broadcast.domain.desk.pages.results import plays, shown_lines
from services.broadcast.domain.desk.pages.shown import Asked, Tab, desk_page
from services.broadcast.domain.pages.page import Page
from services.broadcast.domain.pages.queries import about, answer_words
from services.broadcast.domain.pages.words import IN_ENGLISH

VERDICTS = (("corrected", "Corrected"), ("stands", "The result stands"), ("not_ours", "Not for us to decide"))
ABOUT_RESULTS = ("-score-", "-void-", "-match-", "-removed-", "-game-", "-adjustment-", "-retract-", "-take-")
"""Names of files of decisions that may have corrected a result."""


def boards_of(tab: str, queries: EventQueries) -> list[str]:
    """The boards that a page of the desk shows besides its own channels: those of queries that wait."""
    return [query.board for query in queries.open if query.board] if tab == "queries" else []


def _queries(asked: Asked) -> Page:
    decided = [line for line in lines_of(asked.files, asked.shown.event) if line["decisions"] and line["counts"]]
    decisions = [
        (line["sha256"], what_was_decided(line["decided"]) or line["name"])
        for line in decided
        if any(kind in line["name"] for kind in ABOUT_RESULTS)
    ]
    names = dict(decisions)
    values = {
        "waiting": [_shown(query, asked.shown, names) for query in asked.queries.open],
        "answered": [_shown(query, asked.shown, names) for query in reversed(asked.queries.queries) if query.answer],
        "verdicts": VERDICTS,
        "made": decisions,
        "until": end_of(asked.shown.meta),
        "typed": asked.query,
    }
    return desk_page("queries", "Queries", asked, values)


def _shown(query: Query, shown: Shown, decisions: Mapping[str, str]) -> dict[str, Any]:
    answer = query.answer
    return {
        "query": query,
        "about": about(query.model_dump(), IN_ENGLISH),
        "lines": _lines(query, shown),
        "verdict": answer_words(answer.verdict, IN_ENGLISH) if answer else "",
        "decision": decisions.get(answer.decision or "", "") if answer else "",
    }


def _lines(query: Query, shown: Shown) -> list[dict[str, Any]]:
    """The lines of the board that whoever has the card played."""
    board = shown.table(board_channel, query.board or "")
    if board is None:
        return []
    sides = ("ns", "ew", "ns_team", "ew_team")
    return [line for line in shown_lines(board) if plays(query.card, (line[side] for side in sides))]


QUERIES = Tab("Queries", _queries)
