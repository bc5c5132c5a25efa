"""An event at the desk: its status, penalties, its files and what was decided."""

from collections.abc import Sequence

from contracts.decisions import PENALTY_UNITS
from contracts.feed import EVENTS_CHANNEL
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.desk.pages.corrections import changes
from services.broadcast.domain.desk.pages.files import lines_of
from services.broadcast.domain.desk.pages.shown import Asked, Tab, desk_page
from services.broadcast.domain.pages.page import Page
from services.broadcast.domain.pages.rankings import rankings
from shared.natural_order import natural

EVENTS_OFFERED = 50
"""Events to which the files of one may be moved."""

STATUSES: Sequence[tuple[str, str]] = (("live", "Live"), ("provisional", "Provisional"), ("official", "Official"))


def _event(asked: Asked) -> Page:
    shown = asked.shown
    meta = shown.meta
    own = lines_of(asked.files, shown.event)
    values = {
        # Standings that were corrected after they were official are official.
        "status": "official" if meta.get("status") == "corrected" else meta.get("status"),
        "statuses": STATUSES,
        "changes": changes(asked.official, shown.standings) if asked.official is not None else (),
        "outcome": meta.get("outcome") or "",
        "matches": bool(meta.get("matches")),
        "people": people_of(shown.standings),
        "units": [(unit, unit.replace("_", " ")) for unit in PENALTY_UNITS],
        "files": [line for line in own if not line["decisions"]],
        "decisions": [line for line in own if line["decisions"]],
        "others": _others(asked),
        "moved_to": meta.get("reassigned_to") or (),
    }
    return desk_page("event", "Desk", asked, values)


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
