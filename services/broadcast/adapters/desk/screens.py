"""The desk's pages and form for the screens of a room."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import ValidationError
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from contracts.feed import EVENTS_CHANNEL, standings_channel
from services.broadcast.adapters.desk.desk import Desk, Refused, see, visitor_of
from services.broadcast.domain.desk.forms.form import Unclear
from services.broadcast.domain.desk.forms.screens import changed, name_of
from services.broadcast.domain.desk.pages.screens import composition, screens
from services.broadcast.domain.pages.rankings import rankings as ranked
from shared.kept.screens import ScreenBucket


@dataclass(frozen=True)
class ScreensDesk:
    """The routes."""

    desk: Desk
    bucket: ScreenBucket

    def routes(self) -> list[BaseRoute]:
        """Each address with its answer."""
        return [
            self.desk.page("/desk/screens", self._screens),
            self.desk.page("/desk/screens/{screen}", self._screen),
            self.desk.form("/desk/screens", self._change),
        ]

    async def _screens(self, request: Request) -> Response:
        await self.desk.fetch(EVENTS_CHANNEL)
        made = screens(await self.bucket.read(), self.desk.table(EVENTS_CHANNEL), self.desk.now())
        return await self.desk.show(request, made)

    async def _screen(self, request: Request) -> Response:
        screen = (await self.bucket.read()).screen(request.path_params["screen"])
        if screen is None:
            raise HTTPException(404)
        await self.desk.fetch(EVENTS_CHANNEL)
        rankings: dict[str, str] = {}
        for event in {part.event for part in screen.parts if part.event}:
            await self.desk.fetch(standings_channel(event))
            table = self.desk.table(standings_channel(event))
            rankings |= {} if table is None else {each.id: each.title for each in ranked(table)}
        return await self.desk.show(request, composition(screen, self.desk.table(EVENTS_CHANNEL), rankings))

    async def _change(self, request: Request, fields: Mapping[str, str], _files: Sequence[UploadFile]) -> Response:
        if not visitor_of(request).opens_people():
            raise Refused("Your access is limited to some events. Ask the director of all of them.")
        said = "Done."
        try:
            room = await self.bucket.change(lambda room: changed(room, fields, self.desk.now(), secrets.token_hex(4)))
        except ValidationError as error:
            first = error.errors()[0]
            field = first["loc"][0] if first["loc"] else "the part"
            said, room = f"Check {field}: {first['msg']}.", await self.bucket.read()
        except Unclear as error:
            said, room = str(error), await self.bucket.read()
        name = name_of(fields)
        on_its_page = name and fields.get("do", "").startswith(("title", "part")) and room.screen(name)
        return see(f"screens/{name}" if on_its_page else "screens", said)
