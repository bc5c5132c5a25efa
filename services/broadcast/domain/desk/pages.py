"""What the pages of the desk show, from the tables of the feed and the files of the intake."""

from collections.abc import Mapping, Sequence
from typing import Any

from contracts.base import DECISIONS
from contracts.decisions import PENALTY_UNITS
from contracts.questions import FileLine
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.pages.page import Page
from services.broadcast.domain.pages.rankings import rankings
from shared.natural_order import natural

VERDICTS: Mapping[str, str] = {
    "counts": "Counts",
    "partly": "Counts in part",
    "replaced": "Replaced by a newer file",
    "older": "Older than what counts",
    "held": "Held: it would change most of the event",
    "retracted": "Withdrawn",
    "moved": "Belongs to another event",
}
"""What came of a file, in words."""

STATES: Mapping[str, str] = {
    "received": "Arrived, not yet read",
    "parsed": "Read, not yet checked",
    "accepted": "Checked, not yet scored",
    "rejected": "Refused",
    "scored": "In the standings",
}

STATUSES: Sequence[tuple[str, str]] = (("live", "Live"), ("provisional", "Provisional"), ("official", "Official"))

WITHDRAWABLE = ("counts", "partly", "held", "replaced", "older")
TAKEABLE = ("held", "older", "replaced", "partly")


def home(events: Table | None, files: Sequence[FileLine], check: str, said: str) -> Page:
    """The desk: events, files, and the form to send files."""
    columns, listed = (events.columns, events.rows) if events else ((), {})
    rows = [{"id": key, **dict(zip(columns, row, strict=True))} for key, row in listed.items()]
    rows.sort(key=lambda row: (row.get("updated") or "", row["id"]), reverse=True)
    values = {"events": rows, "files": [_line(file) for file in files], "check": check, "said": said}
    return Page("desk/home", "Desk", values=values)


def event(name: str, standings: Table, files: Sequence[FileLine], check: str, said: str) -> Page:
    """An event at the desk: its status, penalties, and its files with what can be done about each."""
    meta = standings.meta
    title = str(meta.get("title") or name)
    own = [_line(file, name) for file in files if any(part.event == name for part in file.events)]
    values = {
        "event": name,
        "heading": title,
        # Standings that were corrected after they were official are official.
        "status": "official" if meta.get("status") == "corrected" else meta.get("status"),
        "statuses": STATUSES,
        "outcome": meta.get("outcome") or "",
        "people": _people(standings),
        "units": [(unit, unit.replace("_", " ")) for unit in PENALTY_UNITS],
        "files": [line for line in own if not line["decisions"]],
        "decisions": [line for line in own if line["decisions"]],
        "check": check,
        "said": said,
    }
    return Page("desk/event", f"Desk: {title}", values=values)


def _people(standings: Table) -> list[dict[str, str]]:
    """Whoever is ranked, once each, by number."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for ranking in rankings(standings):
        for row in ranking.rows:
            key = (ranking.kind, str(row["participant"]))
            found.setdefault(key, {"kind": key[0], "id": key[1], "name": str(row.get("name") or "")})
    return sorted(found.values(), key=lambda each: (each["kind"], natural(each["id"])))


def _line(file: FileLine, event: str | None = None) -> dict[str, Any]:
    """A file of a list; in one event, with what can be done about it there."""
    parts = [part for part in file.events if event in (None, part.event)]
    verdicts = list(dict.fromkeys(part.verdict for part in parts if part.verdict))
    word = verdicts[0] if len(verdicts) == 1 else ""
    texts = [VERDICTS.get(verdict, verdict) for verdict in verdicts] or [STATES[file.state]]
    return {
        "sha256": file.sha256,
        "name": file.name.removeprefix(f"{event}-") if file.format == DECISIONS else file.name,
        "sender": file.sender,
        "received_at": file.received_at,
        "text": "; ".join(texts),
        "findings": file.findings,
        "decisions": file.format == DECISIONS,
        "events": [part.event for part in parts],
        "withdraw": word in WITHDRAWABLE or (file.format == DECISIONS and word != "retracted"),
        "restore": word == "retracted",
        "take": word in TAKEABLE and file.format != DECISIONS,
    }
