"""The screens in their bucket: changed by the desk and the command line, read by whoever shows them."""

from collections.abc import Callable

from contracts.access.journal import Doing, OfScreens
from contracts.screens.differing import differing
from contracts.screens.screen import Screens
from shared.bus.bus import Bus
from shared.bus.errors import Conflict
from shared.bus.wire import encode
from shared.kept.acts import ActBucket

BUCKET, KEY = "SCREENS", "all"


class ScreenBucket:
    """The bucket of a bus."""

    def __init__(self, bus: Bus) -> None:
        """Read and write over this bus."""
        self._bus = bus

    async def read(self) -> Screens:
        """As they are."""
        return (await self._read())[0]

    async def act(self, change: Callable[[Screens], Screens], doing: Doing, text: Callable[[Screens], str]) -> str:
        """Write what a person makes of them, and note it.

        Args:
            change: as of `change`.
            doing: who does it.
            text: what is done to the screens as they were, in words.

        Returns:
            The text.

        Raises:
            ValueError: as of `change`.
        """
        before = Screens()

        def remembered(screens: Screens) -> Screens:
            nonlocal before
            before = screens
            return change(screens)

        after = await self.change(remembered)
        said, (was, now) = text(before), differing(before, after, doing.at)
        await ActBucket(self._bus).note(doing, said, OfScreens(before=was, after=now) if was != now else None)
        return said

    async def change(self, change: Callable[[Screens], Screens]) -> Screens:
        """Write what a change makes of them; of two at the same time each is made, one after the other.

        Raises:
            ValueError: the change refuses, or makes something that the contract does not allow.
        """
        while True:
            before, revision = await self._read()
            after = Screens.model_validate(change(before).model_dump())
            try:
                await self._bus.kv_put(BUCKET, KEY, encode(after), expect=revision)
            except Conflict:
                continue
            return after

    async def _read(self) -> tuple[Screens, int]:
        value, revision = await self._bus.kv_get(BUCKET, KEY)
        return (Screens() if value is None else Screens.model_validate_json(value)), revision
