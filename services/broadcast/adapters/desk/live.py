"""What open pages of the desk ask every few seconds: whether they have moved, and who else has which form open."""

from dataclasses import dataclass, field

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from contracts.feed import EVENTS_CHANNEL
from services.broadcast.adapters.desk.desk import Desk, visitor_of
from services.broadcast.adapters.http_reply import json_answer
from services.broadcast.domain.desk.open_forms import OpenForms
from services.broadcast.domain.desk.pages.queries import boards_of
from services.broadcast.domain.desk.pages.tabs import TABS
from services.broadcast.domain.desk.stamp import stamp


@dataclass(frozen=True)
class Live:
    """The routes beside those of a desk."""

    desk: Desk
    open_forms: OpenForms = field(default_factory=OpenForms)

    def routes(self) -> list[BaseRoute]:
        """Each address with its answer."""
        return [self.desk.page("/desk/stamp", self._home), self.desk.page("/desk/e/{event}/{tab}/stamp", self._event)]

    async def _home(self, _request: Request) -> Response:
        await self.desk.fetch(EVENTS_CHANNEL)
        events = self.desk.table(EVENTS_CHANNEL)
        tables = {} if events is None else {EVENTS_CHANNEL: events}
        files, folders = await self.desk.files.recent(), await self.desk.files.folders()
        return json_answer({"stamp": stamp(tables, files, folders=folders)})

    async def _event(self, request: Request) -> Response:
        tab, query = request.path_params["tab"], request.query_params
        visitor, now = visitor_of(request), self.desk.now()
        if tab not in TABS:
            raise HTTPException(404)
        queries = await self.desk.queries.of_event(await self.desk.event_of(request))
        shown = await self.desk.shown(request, tab, query, boards_of(tab, queries))
        page = query.get("page", "")
        self.open_forms.note(page, shown.event, visitor, query.getlist("open"), now)
        moved = stamp(shown.tables, await self.desk.files.recent(shown.event), queries)
        return json_answer({"stamp": moved, "open": self.open_forms.others(page, shown.event, visitor, now)})
