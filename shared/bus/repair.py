"""Messages that are sent again because a stream has lost what followed from them.

A message with `Kibitz-Repair` is handled like every other. Whatever its handler publishes carries the header on and has
an identity of its own for the server: what was lost a moment ago would otherwise pass for a repetition and be dropped.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from shared.bus.wire import MSG_ID, message_id

REPAIR = "Kibitz-Repair"

_repair: ContextVar[str] = ContextVar("repair", default="")


@contextmanager
def repairing(headers: Mapping[str, str]) -> Iterator[None]:
    """Handle a message with these headers: what is published meanwhile belongs to the same repair, if it is one."""
    token = _repair.set(headers.get(REPAIR, ""))
    try:
        yield
    finally:
        _repair.reset(token)


def as_repair(values: Mapping[str, str], repair: str = "") -> dict[str, str]:
    """Headers of a message as part of a repair, by default the one that is under way; the same headers without one."""
    repair = repair or _repair.get()
    if not repair or MSG_ID not in values:
        return dict(values)
    return {**values, MSG_ID: message_id(f"{values[MSG_ID]}:repair:{repair}"), REPAIR: repair}
