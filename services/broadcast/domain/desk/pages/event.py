"""An event at the desk: its status, penalties, its files and what was decided."""

from collections.abc import Mapping, Sequence
from typing import Any

from contracts.decisions import PENALTY_UNITS
from contracts.feed import EVENTS_CHANNEL, board_channel
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.corrections.attention import Attention, board_of, place_of
from services.broadcast.domain.corrections.period import end_of
from services.broadcast.domain.desk.forms.form import Shown
from services.broadcast.domain.desk.forms.seen import adjustments_of, choice, status_of
from services.broadcast.domain.desk.pages.files import lines_of
from services.broadcast.domain.desk.pages.shown import Asked, Tab, desk_page
from services.broadcast.domain.pages.page import Page, is_chess
from services.broadcast.domain.pages.rankings import rankings
from services.broadcast.domain.pages.rounds import rows_of_channel
from shared.natural_order import natural

EVENTS_OFFERED = 50
"""Events to which the files of one may be moved."""

FIRST_SHOWN, NEWEST_SHOWN = 3, 10
"""Results to look at and decisions that stand open; the others are folded."""

STATUSES: Sequence[tuple[str, str]] = (("live", "Live"), ("provisional", "Provisional"), ("official", "Official"))


PERIODS: Sequence[tuple[str, str]] = (("30m", "30 minutes"), ("48h", "48 hours"), ("7d", "7 days"))
"""For corrections, as they are offered; any other can be written."""


def _event(asked: Asked) -> Page:
    shown = asked.shown
    meta = shown.meta
    own = lines_of(asked.files, shown.event)
    values = {
        "status": status_of(meta),
        "statuses": STATUSES,
        "outcome": meta.get("outcome") or "",
        "matches": bool(meta.get("matches")),
        "people": _penalised(shown),
        "units": [(unit, unit.replace("_", " ")) for unit in PENALTY_UNITS],
        "sessions": _sessions(meta),
        "bridge": not is_chess(meta),
        "files": [line for line in own if not line["decisions"]],
        "first": FIRST_SHOWN,
        "newest": NEWEST_SHOWN,
        "typed": asked.query,
        "decisions": [line for line in own if line["decisions"]],
        "others": _others(asked),
        "moved_to": meta.get("reassigned_to") or (),
        "attention": [_to_look_at(each, shown) for each in asked.attention],
        "changes": asked.changes,
        "corrected": meta.get("status") == "corrected",
        "until": end_of(meta),
        "periods": PERIODS,
    }
    return desk_page("event", "Desk", asked, values)


def _to_look_at(each: Attention, shown: Shown) -> dict[str, Any]:
    """A finding, with the board that its correction is made on, and the table where it was played."""
    board = board_of(each.finding, shown.meta)
    place = place_of(each.finding, rows_of_channel(shown.table(board_channel, board or "")))
    return {"id": each.id, "finding": each.finding, "file": each.file, "board": board, "place": place}


def _sessions(meta: Mapping[str, Any]) -> list[str]:
    """The sessions of an event, where there are several."""
    named = list(dict.fromkeys(board.get("session") for board in meta.get("boards") or ()))
    return [session for session in named if session] if len(named) > 1 else []


def _penalised(shown: Shown) -> list[dict[str, str]]:
    """Whoever is ranked, each with the penalties that a form about them saw."""
    adjusted = adjustments_of(shown)
    keys = [(each, f"{each['kind']}:{each['id']}") for each in people_of(shown.standings)]
    return [{**each, "value": choice(key, adjusted[key])} for each, key in keys]


def _others(asked: Asked) -> list[tuple[str, str]]:
    """The events that moved last, with their names."""
    listed = asked.shown.tables.get(EVENTS_CHANNEL)
    rows = {key: dict(zip(listed.columns, row, strict=True)) for key, row in listed.rows.items()} if listed else {}
    newest = sorted(rows, key=lambda key: (rows[key].get("updated") or "", key), reverse=True)[:EVENTS_OFFERED]
    return [(key, str(rows[key].get("name") or key)) for key in newest if key != asked.shown.event]


def people_of(standings: Table) -> list[dict[str, str]]:
    """Whoever is ranked, once each, by number."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for ranking in rankings(standings):
        for row in ranking.rows:
            key = (ranking.kind, str(row["participant"]))
            found.setdefault(key, {"kind": key[0], "id": key[1], "name": str(row.get("name") or "")})
    return sorted(found.values(), key=lambda each: (each["kind"], natural(each["id"])))


EVENT = Tab("Event", _event, lambda _event, _query: (EVENTS_CHANNEL,))
