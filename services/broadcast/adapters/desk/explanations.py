"""Why somebody has a total, for staff: at any time and whole, as a page, and for programs."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from contracts.questions import ExplanationAnswered, ExplanationAsked
from services.broadcast.adapters.desk.desk import Desk
from services.broadcast.adapters.desk.entrance import takes_json
from services.broadcast.domain.desk.why import why


@dataclass(frozen=True)
class DeskExplanations:
    """The route.

    Attributes:
        ask: has scoring explain a total, with all names in full.
    """

    desk: Desk
    ask: Callable[[ExplanationAsked], Awaitable[ExplanationAnswered | Response]]

    def routes(self) -> list[BaseRoute]:
        """The address with its answer."""
        return [self.desk.page("/desk/e/{event}/why/{participant:path}", self._why)]

    async def _why(self, request: Request) -> Response:
        shown = await self.desk.shown(request, "standings", {})
        about = {name: request.query_params.get(name) or None for name in ("kind", "ranking")}
        try:
            asked = ExplanationAsked.model_validate(
                {**about, "event": shown.event, "id": request.path_params["participant"]}
            )
        except ValidationError as error:
            raise HTTPException(404) from error
        answer = await self.ask(asked)
        if isinstance(answer, Response):
            return answer
        if answer.explanation is None:
            raise HTTPException(404)
        if takes_json(request):
            body = answer.explanation.model_dump_json(exclude_none=True)
            return Response(body, headers={"Content-Type": "application/json"})
        return await self.desk.show(request, why(shown, answer.explanation))
