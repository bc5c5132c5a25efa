"""The screens of a room in their bucket: changed by the desk and the command line, shown by the page."""

from collections.abc import Callable

from contracts.screens.room import Room
from shared.bus.bus import Bus
from shared.bus.errors import Conflict
from shared.bus.wire import encode

BUCKET, KEY = "SCREENS", "room"


class ScreenBucket:
    """The bucket of a bus."""

    def __init__(self, bus: Bus) -> None:
        """Read and write over this bus."""
        self._bus = bus

    async def read(self) -> Room:
        """As it is now."""
        return (await self._read())[0]

    async def change(self, change: Callable[[Room], Room]) -> Room:
        """Change it, again if somebody else was faster; what `change` raises is raised, and nothing has changed."""
        while True:
            room, revision = await self._read()
            changed = change(room)
            try:
                await self._bus.kv_put(BUCKET, KEY, encode(changed), expect=revision)
            except Conflict:
                continue
            return changed

    async def _read(self) -> tuple[Room, int]:
        value, revision = await self._bus.kv_get(BUCKET, KEY)
        return (Room() if value is None else Room.model_validate_json(value)), revision
