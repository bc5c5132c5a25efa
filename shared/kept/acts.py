"""The journal of a server in its bucket: each change of another bucket that a person makes is noted here after it.

A process that dies between the two leaves a change that nobody noted, never a note of what was not done.
"""

import logging
import secrets
from collections.abc import Sequence
from datetime import timedelta

from pydantic import ValidationError

from contracts.access.journal import Act, AnyChange, Doing
from shared.bus.bus import Bus
from shared.bus.errors import Conflict
from shared.bus.wire import encode
from shared.telemetry import fields

BUCKET = "JOURNAL"

KEPT = timedelta(days=400)
"""For which it is known who did what."""

UNDOABLE = 100_000
"""Bytes of what undoing has to turn back; more is not kept."""

OF_NO_EVENT = "_"
"""How a key begins that is not about one event; none is called so."""

logger = logging.getLogger(__name__)


class ActBucket:
    """The bucket of a bus."""

    def __init__(self, bus: Bus) -> None:
        """Read and write over this bus."""
        self._bus = bus

    async def note(self, doing: Doing, text: str, change: AnyChange | None, events: Sequence[str] = ()) -> None:
        """Write down what was done."""
        if change is not None and len(encode(change)) > UNDOABLE:
            change = None
        act = Act(
            at=doing.at, by=doing.by[:64], way=doing.way, events=tuple(events), text=doing.text(text), change=change
        )
        key = f"{events[0] if len(events) == 1 else OF_NO_EVENT}.{act.at:%Y%m%dT%H%M%S%f}.{secrets.token_hex(4)}"
        await self._bus.kv_put(BUCKET, key, encode(act), expect=0, ttl=KEPT)

    async def all(self) -> list[tuple[str, Act]]:
        """Everything with its key, the newest first; what cannot be read is left out."""
        found = []
        async for key, value in self._bus.kv_items(BUCKET):
            try:
                found.append((key, Act.model_validate_json(value)))
            except ValidationError:
                logger.error("a line of the journal cannot be read", extra=fields(key=key))
        return sorted(found, key=lambda each: (each[1].at, each[0]), reverse=True)

    async def at(self, key: str) -> Act | None:
        """One of them."""
        value, _ = await self._bus.kv_get(BUCKET, key)
        return None if value is None else Act.model_validate_json(value)

    async def settle(self, key: str) -> None:
        """Note that one of them was undone."""
        value, revision = await self._bus.kv_get(BUCKET, key)
        if value is not None:
            act = Act.model_validate_json(value).replace(undone=True)
            try:
                await self._bus.kv_put(BUCKET, key, encode(act), expect=revision, ttl=KEPT)
            except Conflict:  # somebody noted the same
                return
