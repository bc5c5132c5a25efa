"""The budgets of streams and buckets, looked at every few seconds: no file is taken while one is used up."""

import asyncio
import logging

from shared.bus import dead_letter
from shared.bus.budgets import WARNING, over, stream_states, uses
from shared.bus.bus import Bus
from shared.telemetry import fields

logger = logging.getLogger("kibitz.intake")

INTERVAL = 10.0
"""Seconds between two looks."""

_MEBI = 1024 * 1024


class BudgetWatch:
    """Watches the budgets on a bus."""

    def __init__(self, bus: Bus) -> None:
        """Watch over this connection, with the storage of its settings."""
        self._bus = bus
        self._storage = bus.settings.storage
        self._shortage = ""
        self._warned: frozenset[str] = frozenset()

    def shortage(self) -> str:
        """Why no file can be kept now, as a sentence without its stop; "": it can."""
        return self._shortage

    async def run(self) -> None:
        """Look until cancelled."""
        while True:
            if self._bus.client.is_connected:
                await self.look()
            await asyncio.sleep(INTERVAL)

    async def look(self) -> None:
        """Look once."""
        states = await stream_states(self._bus)
        found = uses({name: state.bytes for name, state in states.items()}, self._storage)
        if (letters := states.get(dead_letter.STREAM)) is not None:
            self._bus.metrics.dead_letters.labels(self._bus.service).set(letters.messages)
        for use in found:
            gauge = self._bus.metrics.storage
            gauge.labels(self._bus.service, use.name, "used").set(use.used)
            gauge.labels(self._bus.service, use.name, "budget").set(use.budget)
        self._shortage = next(
            (
                f"{use.name} has {use.used // _MEBI} MiB of the {use.budget // _MEBI} MiB that are its share of the"
                " storage: give the bus more of the disk (KIBITZ_NATS_STORAGE), and files are taken again"
                for use in over(found)
            ),
            "",
        )
        near = {use.name: use for use in over(found, WARNING)}
        for name in near.keys() - self._warned:
            part = f"{near[name].part:.0%}"
            logger.warning(
                "%s has used %s of its budget: give the bus more of the disk (KIBITZ_NATS_STORAGE) before it is full",
                name,
                part,
                extra=fields(service=self._bus.service),
            )
        self._warned = frozenset(near)
