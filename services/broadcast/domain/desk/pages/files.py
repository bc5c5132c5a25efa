"""A file as the desk lists it: what came of it, and what can be done about it."""

from collections.abc import Mapping
from typing import Any

from contracts.base import DECISIONS
from contracts.questions import FileLine

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

WITHDRAWABLE = ("counts", "partly", "held", "replaced", "older")
TAKEABLE = ("held", "older", "replaced", "partly")


def line_of(file: FileLine, event: str | None = None) -> dict[str, Any]:
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
