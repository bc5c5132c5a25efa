"""An event at the desk: its status, penalties, its files and what was decided."""

from collections.abc import Sequence

from contracts.decisions import PENALTY_UNITS
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.desk.pages.files import line_of
from services.broadcast.domain.desk.pages.shown import Asked, Tab, desk_page
from services.broadcast.domain.pages.page import Page
from services.broadcast.domain.pages.rankings import rankings
from shared.natural_order import natural

STATUSES: Sequence[tuple[str, str]] = (("live", "Live"), ("provisional", "Provisional"), ("official", "Official"))


def _event(asked: Asked) -> Page:
    shown = asked.shown
    meta = shown.meta
    own = [line_of(file, shown.event) for file in asked.files if any(part.event == shown.event for part in file.events)]
    values = {
        # Standings that were corrected after they were official are official.
        "status": "official" if meta.get("status") == "corrected" else meta.get("status"),
        "statuses": STATUSES,
        "outcome": meta.get("outcome") or "",
        "people": people_of(shown.standings),
        "units": [(unit, unit.replace("_", " ")) for unit in PENALTY_UNITS],
        "files": [line for line in own if not line["decisions"]],
        "decisions": [line for line in own if line["decisions"]],
    }
    return desk_page("event", "Desk", asked, values)


def people_of(standings: Table) -> list[dict[str, str]]:
    """Whoever is ranked, once each, by number."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for ranking in rankings(standings):
        for row in ranking.rows:
            key = (ranking.kind, str(row["participant"]))
            found.setdefault(key, {"kind": key[0], "id": key[1], "name": str(row.get("name") or "")})
    return sorted(found.values(), key=lambda each: (each["kind"], natural(each["id"])))


EVENT = Tab("Event", _event)
