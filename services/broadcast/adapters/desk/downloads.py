"""Files of an event for the director, at any time and whole, beside those that everybody may download."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from contracts.questions import FileAnswered
from services.broadcast.adapters.desk.desk import Desk
from services.broadcast.domain.desk.pages.standings import downloads


@dataclass(frozen=True)
class DeskDownloads:
    """The routes.

    Attributes:
        formats: that hold an event, and who takes its files.
        file: of an event in a format, for a request with these headers, with all names in full.
    """

    desk: Desk
    formats: Callable[[str], Awaitable[FileAnswered | Response]]
    file: Callable[[str, str, Mapping[str, str]], Awaitable[Response]]

    def routes(self) -> list[BaseRoute]:
        """Each address with its answer; before those of the desk, whose pages of an event have any name."""
        return [
            self.desk.page("/desk/e/{event}/files", self._list),
            self.desk.page("/desk/e/{event}/files/{format}", self._file),
        ]

    async def _list(self, request: Request) -> Response:
        shown = await self.desk.shown(request, "standings", {})
        answer = await self.formats(shown.event)
        if isinstance(answer, Response):
            return answer
        return await self.desk.show(request, downloads(shown, answer.formats, answer.hand_overs))

    async def _file(self, request: Request) -> Response:
        event = await self.desk.event_of(request)
        answer = await self.file(event, request.path_params["format"], request.headers)
        if answer.status_code == 404:
            raise HTTPException(404)
        return answer
