"""The policy of new events in its bucket: chosen at the desk or by a command, put on every file by the intake."""

from pydantic import ValidationError

from contracts.new_events import NewEvents
from shared.bus.bus import Bus
from shared.bus.errors import Conflict
from shared.bus.wire import encode
from shared.errors import OperationFailed

BUCKET, KEY = "NEW_EVENTS", "public"


class NewEventsBucket:
    """The bucket of a bus."""

    def __init__(self, bus: Bus) -> None:
        """Read and write over this bus."""
        self._bus = bus

    async def read(self) -> NewEvents:
        """As it was chosen last; everything is shown where it never was.

        Raises:
            OperationFailed: the bus does not answer, or it is none that this version knows: nothing is shown for that.
        """
        value, _ = await self._bus.kv_get(BUCKET, KEY)
        try:
            return NewEvents() if value is None else NewEvents.model_validate_json(value)
        except ValidationError:
            raise OperationFailed("what the public sees of new events cannot be read by this version") from None

    async def write(self, chosen: NewEvents) -> None:
        """Have this chosen, whatever was before."""
        while True:
            _, revision = await self._bus.kv_get(BUCKET, KEY)
            try:
                await self._bus.kv_put(BUCKET, KEY, encode(chosen), expect=revision)
            except Conflict:
                continue
            return

    async def write_first(self, chosen: NewEvents) -> bool:
        """Have this chosen where nothing ever was; whether it was so."""
        try:
            await self._bus.kv_put(BUCKET, KEY, encode(chosen), expect=0)
        except Conflict:
            return False
        return True
