"""The policy of new events in its bucket: chosen at the desk or by a command, put on every file by the intake."""

from collections.abc import Callable

from pydantic import ValidationError

from contracts.access.journal import Doing, OfNewEvents
from contracts.access.new_events import NewEvents
from contracts.decisions import OfPublic
from shared.bus.bus import Bus
from shared.bus.errors import Conflict
from shared.bus.wire import encode
from shared.errors import OperationFailed
from shared.kept.acts import ActBucket

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
        if (read := _read(value)) is None:
            raise OperationFailed("what the public sees of new events cannot be read by this version")
        return read

    async def choose(self, policy: OfPublic, doing: Doing, text: str) -> None:
        """Have this policy, whatever was before, and note it in the journal, in these words."""
        before = await self._replace(lambda _: policy, doing)
        await self._note(doing, text, before, policy)

    async def go_back(self, change: OfNewEvents, doing: Doing) -> bool:
        """Have the policy before again; False where another one was chosen since."""
        value, _ = await self._bus.kv_get(BUCKET, KEY)
        if (now := _read(value)) is None or now.policy != change.after:
            return False
        before = await self._replace(lambda now: change.before if now == change.after else now, doing)
        if before == change.after:
            await self._note(doing, "", change.after, change.before)
        return before == change.after

    async def _note(self, doing: Doing, text: str, before: OfPublic, after: OfPublic) -> None:
        await ActBucket(self._bus).note(doing, text, OfNewEvents(before=before, after=after))

    async def _replace(self, chosen: Callable[[OfPublic], OfPublic], doing: Doing) -> OfPublic:
        """Write what is chosen in place of the policy that is there; returns that."""
        while True:
            value, revision = await self._bus.kv_get(BUCKET, KEY)
            # What another version wrote is replaced: whoever chooses says all of it.
            before = _read(value) or NewEvents()
            after = NewEvents(policy=chosen(before.policy), by=doing.by, at=doing.at)
            if value is not None and after.policy == before.policy and _read(value) is not None:
                return before.policy
            try:
                await self._bus.kv_put(BUCKET, KEY, encode(after), expect=revision)
            except Conflict:
                continue
            return before.policy

    async def write_first(self, chosen: NewEvents) -> bool:
        """Have this chosen where nothing ever was; whether it was so."""
        try:
            await self._bus.kv_put(BUCKET, KEY, encode(chosen), expect=0)
        except Conflict:
            return False
        return True


def _read(value: bytes | None) -> NewEvents | None:
    """As it is kept; None where that is none that this version knows."""
    try:
        return NewEvents() if value is None else NewEvents.model_validate_json(value)
    except ValidationError:
        return None
