"""Screens over HTTP: their ETag says whether anything has changed, so that a screen may ask each second."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from starlette.requests import Request
from starlette.responses import Response

from contracts.screens.room import Room
from services.broadcast.adapters.site.site import Look, Site
from services.broadcast.domain.pages import page
from services.broadcast.domain.screens.page import screen_page
from services.broadcast.domain.screens.parts import channels_of
from shared.errors import OperationFailed
from shared.kept.screens import ScreenBucket

FRESH = timedelta(seconds=0.5)
"""For which the room is not read again."""

TIMER_WRITTEN = 20
"""Seconds after which a running timer is written again, for screens without scripts."""

SERVER_TIME = "Server-Time"
"""Milliseconds since 1970, in each answer: the clock of a screen may be wrong."""


@dataclass
class RoomNow:
    """What the director decided, as it was read last; without the bus it stays."""

    bucket: ScreenBucket
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    _room: Room = field(default_factory=Room, init=False)
    _read_at: datetime | None = field(default=None, init=False)

    async def room(self) -> Room:
        """The room."""
        if self._read_at is None or self.now() - self._read_at > FRESH:
            self._read_at = self.now()
            try:
                self._room = await self.bucket.read()
            except OperationFailed:
                if self._room == Room():
                    self._read_at = None
                    raise
        return self._room


@dataclass(frozen=True)
class Screens:
    """The pages of screens, before those of the site."""

    site: Site
    current: RoomNow
    look: Look
    fetch: Callable[[str], Awaitable[bool]]

    async def answer(self, request: Request, admitted: bool) -> Response | None:
        """The page at an address, None where there can be none."""
        folder, _, name = request.url.path.lstrip("/").partition("/")
        if folder != "screens":
            return await self.site.answer(request, admitted)
        answered = await self._screen(request, name, admitted)
        answered.headers[SERVER_TIME] = str(round(self.current.now().timestamp() * 1000))
        return answered

    async def _screen(self, request: Request, name: str, admitted: bool) -> Response:
        if not admitted:
            return await self.site.made(request, None, page.refused)
        try:
            room, now = await self.current.room(), self.current.now()
        except OperationFailed:
            return await self.site.made(request, None, page.not_now)
        screen = room.screen(name)
        if screen is None:
            return await self.site.made(request, None, page.nowhere)
        names = channels_of(screen.parts)
        if not all([await self.fetch(each) for each in names]):
            return await self.site.made(request, None, page.not_now)
        found = {each: known for each in names if (known := self.look(each)) is not None}
        tables = {each: table for each, (table, _) in found.items()}
        runs = any(timer.since is not None and timer.on(screen) for timer in room.timers)
        step = int(now.timestamp()) // TIMER_WRITTEN if runs else 0
        state = (screen, room.announced(now), [position for _, position in found.values()], step)
        return await self.site.made(request, state, lambda words: screen_page(screen, room, tables, now, words))
