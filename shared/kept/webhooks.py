"""Targets of webhooks in their bucket: made by the command line, which says what is wanted, and told by the sender.

Each target has two keys, and each key one writer: `target.NAME` the command line, `delivery.NAME` the sender.
"""

import logging
import secrets
from base64 import b64encode
from collections.abc import Callable
from datetime import timedelta

from pydantic import ValidationError

from contracts.access.journal import Doing
from contracts.webhooks.targets import SECRET, Delivery, Target
from shared.bus.bus import Bus
from shared.bus.errors import Conflict
from shared.bus.wire import encode
from shared.kept.acts import ActBucket
from shared.telemetry import fields

logger = logging.getLogger("kibitz.bus")

BUCKET = "WEBHOOKS"
TARGET, DELIVERY = "target.", "delivery."

REMOVAL_KEPT = timedelta(minutes=1)


def new_secret() -> str:
    """A secret that nobody has."""
    return SECRET + b64encode(secrets.token_bytes(32)).decode()


class WebhookBucket:
    """The bucket of a bus."""

    def __init__(self, bus: Bus) -> None:
        """Read and write over this bus."""
        self._bus = bus

    async def all(self) -> list[tuple[Target, Delivery]]:
        """Every target with how far it is, by name; one that cannot be read is left out."""
        values = {key: value async for key, value in self._bus.kv_items(BUCKET)}
        found = []
        for key in sorted(key for key in values if key.startswith(TARGET)):
            try:
                target = Target.model_validate_json(values[key])
                found.append((target, self._of(target, values.get(DELIVERY + target.name))))
            except ValidationError:
                logger.error("a webhook cannot be read", extra=fields(key=key))
        return found

    async def add(self, target: Target, doing: Doing) -> bool:
        """Keep a new target; False if there is one of its name."""
        before, revision = await self._bus.kv_get(BUCKET, TARGET + target.name)
        if before is not None:
            return False
        await self._bus.kv_put(BUCKET, TARGET + target.name, encode(target), expect=revision)
        await ActBucket(self._bus).note(doing, f"Webhook added: {target.name}", None)
        return True

    async def change(self, name: str, change: Callable[[Target], Target]) -> Target | None:
        """Write what a change makes of a target; None where there is none of this name."""
        while True:
            before, revision = await self._bus.kv_get(BUCKET, TARGET + name)
            if before is None:
                return None
            after = change(Target.model_validate_json(before))
            try:
                await self._bus.kv_put(BUCKET, TARGET + name, encode(after), expect=revision)
            except Conflict:
                continue
            return after

    async def remove(self, name: str, doing: Doing) -> bool:
        """Forget a target; False where there is none of this name."""
        before, _ = await self._bus.kv_get(BUCKET, TARGET + name)
        if before is not None:
            for key in (TARGET + name, DELIVERY + name):
                await self._bus.kv_set(BUCKET, key, None, ttl=REMOVAL_KEPT)
            await ActBucket(self._bus).note(doing, f"Webhook removed: {name}", None)
        return before is not None

    async def delivery(self, target: Target) -> tuple[Delivery, int]:
        """How far a target is, and the revision of that."""
        value, revision = await self._bus.kv_get(BUCKET, DELIVERY + target.name)
        return self._of(target, value), revision

    async def keep(self, name: str, delivery: Delivery, revision: int) -> int:
        """Write how far a target is; the revision.

        Raises:
            Conflict: somebody else wrote, or the target was removed.
        """
        return await self._bus.kv_put(BUCKET, DELIVERY + name, encode(delivery), expect=revision)

    @staticmethod
    def _of(target: Target, value: bytes | None) -> Delivery:
        """What was written of this turn of the target; before that, its beginning."""
        written = Delivery() if value is None else Delivery.model_validate_json(value)
        if written.turn == target.turn:
            return written
        begun = Delivery(turn=target.turn, position=target.after)
        return begun.replace(tests=written.tests, test_result=written.test_result)
