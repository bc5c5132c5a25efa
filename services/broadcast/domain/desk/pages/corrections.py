"""What has changed since the standings were official, and for whom."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from contracts.questions import FileLine
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.pages.rankings import Row, rankings

_DECLARED = "The standings are official"
"""How the sentence of the decision begins."""


class Change(NamedTuple):
    """Whose line is another one.

    Attributes:
        before, now: place and result, a percentage or a total; "–" where there is none.
    """

    ranking: str
    id: str
    name: str
    before: tuple[str, str]
    now: tuple[str, str]


def official_since(files: Sequence[FileLine], event: str) -> datetime | None:
    """When the standings were declared official, by the newest decision that counts; None if that is not known."""
    for file in files:
        counts = any((part.event, part.verdict) == (event, "counts") for part in file.events)
        if counts and any(text.startswith(_DECLARED) for text in file.decided):
            return file.received_at
    return None


def changes(official: Table, now: Table) -> list[Change]:
    """Those whose place or result differs, in the order of the rankings; whoever is new or gone as well."""
    before, after = _lines(official), _lines(now)
    return [
        Change(title, key[1], str(row["name"] or ""), was, is_)
        for key in dict.fromkeys((*after, *before))
        for title, row in [after.get(key) or before[key]]
        for was, is_ in [(_line(before.get(key)), _line(after.get(key)))]
        if was != is_
    ]


def _lines(table: Table) -> dict[tuple[str, str], tuple[str, Row]]:
    """Each row with the title of its ranking, by the ranking and the participant."""
    return {(each.id, str(row["participant"])): (each.title, row) for each in rankings(table) for row in each.rows}


def _line(found: tuple[str, Row] | None) -> tuple[str, str]:
    row = found[1] if found is not None else {}
    result = f"{row['percentage']}%" if row.get("percentage") is not None else row.get("total")
    return row.get("place") or "–", result or "–"
