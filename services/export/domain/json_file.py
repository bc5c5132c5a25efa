"""The event as JSON: everything that Kibitz knows of it, in the words of its contracts.

The document is the message `EventMerged` (its JSON Schema is `contracts/schemas/EventMerged.json`) without what only
the bus needs; numbers are decimal strings, what is unknown is left out. `next_round` has the seats that follow, as the
message `RoundAssigned` has them, with the reason for each table.
"""

import json
from typing import Any

import orjson

from contracts.messages import EventMerged
from shared.formats.format import Seats
from shared.formats.parsed import Rendered


def render(merged: EventMerged, values: str = "computed", seats: Seats = None, version: str = "") -> Rendered:
    """Write the event as JSON; nothing is lost, so `values` makes no difference: both kinds are in it."""
    document = merged.model_dump(mode="json", exclude_none=True, exclude={"applied", "origins"})
    if seats is not None:
        document["next_round"] = seats.model_dump(mode="json", exclude_none=True, exclude={"event"})
    return Rendered(_written({"kibitz": "event.v1", **document}), f"{merged.event}.json", "application/json")


def _written(document: dict[str, Any]) -> bytes:
    try:
        return orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    except TypeError:
        # A whole number of more than 64 bits, such as the round of a decision.
        return f"{json.dumps(document, ensure_ascii=False, indent=2)}\n".encode()
