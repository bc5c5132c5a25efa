"""What the public sees of new events, over HTTP: chosen at the desk by a director of all events."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from services.broadcast.adapters.desk.desk import Desk, check_all_events
from services.broadcast.adapters.desk.form_fields import see
from services.broadcast.domain.desk.forms.form import Unclear
from services.broadcast.domain.desk.forms.public import policy_of
from services.broadcast.domain.desk.pages.public import new_events_page
from shared.formats.decisions.sentences import seen


@dataclass(frozen=True)
class DeskNewEvents:
    """The routes."""

    desk: Desk

    def routes(self) -> list[BaseRoute]:
        """The page and its form."""
        return [self.desk.page("/desk/new-events", self._page), self.desk.form("/desk/new-events", self._choose)]

    async def _page(self, request: Request) -> Response:
        check_all_events(request)
        return await self.desk.show(request, new_events_page(await self.desk.new_events.read()))

    async def _choose(self, request: Request, fields: Mapping[str, str], _files: Sequence[UploadFile]) -> Response:
        check_all_events(request)
        try:
            policy = policy_of(fields)
        except Unclear as error:
            return see("new-events", str(error))
        said = f"Of new events the public sees {seen(policy)}."
        await self.desk.new_events.choose(policy, self.desk.doing(request), said)
        return see("new-events", said)
