"""The screens in the rooms over HTTP: composed at the desk by the director, and shown to everybody."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from contracts.base import slug
from contracts.feed import EVENTS_CHANNEL, CloseCode
from contracts.screens.screen import Screens
from services.broadcast.adapters.desk.desk import Desk, check_all_events
from services.broadcast.adapters.desk.form_fields import see
from services.broadcast.adapters.http_reply import json_answer, problem, unanswered
from services.broadcast.adapters.shared_work import Recent
from services.broadcast.domain.desk.forms.form import Unclear
from services.broadcast.domain.desk.forms.screens import Moment, changed, done
from services.broadcast.domain.desk.pages.screens import compose_page, screens_page
from services.broadcast.domain.screens.shown import shown, shown_with
from shared.errors import OperationFailed
from shared.kept.screens import ScreenBucket

FRESH = 1.0
"""Seconds for which all who look at screens share one reading of the bucket."""


class PublicScreens:
    """What everybody may read of the screens."""

    def __init__(self, bucket: ScreenBucket, clock: Callable[[], float] = time.monotonic) -> None:
        """Read from this bucket."""
        self.bucket = bucket
        self._recent: Recent[None, Screens] = Recent(lambda _: bucket.read(), FRESH, clock)

    async def screens(self) -> Screens:
        """As they were a moment ago at most."""
        return await self._recent.of(None)


@dataclass(frozen=True)
class DeskScreens:
    """The routes."""

    desk: Desk
    public: PublicScreens

    def routes(self) -> list[BaseRoute]:
        """Those of the desk."""
        return [
            self.desk.page("/desk/screens", self._screens),
            self.desk.form("/desk/screens", self._change),
            self.desk.page("/desk/screens/{screen}", self._screen),
        ]

    def public_routes(self) -> list[BaseRoute]:
        """Those for everybody."""
        return [
            Route("/v1/screens/{screen}", self._shown, name="What a screen in the room shows"),
            Route("/v1/events/{event}/announcements", self._announced, name="What is announced, and the timer"),
        ]

    async def _shown(self, request: Request) -> Response:
        return await self._answer(lambda screens, now: shown(screens, request.path_params["screen"], now))

    async def _announced(self, request: Request) -> Response:
        return await self._answer(lambda screens, now: shown_with(screens, request.path_params["event"], now))

    async def _answer(self, made_of: Callable[[Screens, datetime], Mapping[str, Any] | None]) -> Response:
        try:
            made = made_of(await self.public.screens(), self.desk.now())
        except OperationFailed as error:
            return unanswered(error)
        if made is None:
            return problem(404, CloseCode.NO_SUCH_CHANNEL, "there is no such screen")
        return json_answer(made, 200, {"Cache-Control": "no-store"})

    async def _screens(self, request: Request) -> Response:
        check_all_events(request)
        return await self.desk.show(request, screens_page(await self.public.bucket.read(), self.desk.now()))

    async def _screen(self, request: Request) -> Response:
        check_all_events(request)
        screen = (await self.public.bucket.read()).screen(request.path_params["screen"])
        if screen is None:
            raise HTTPException(404)
        await self.desk.fetch(EVENTS_CHANNEL)
        return await self.desk.show(request, compose_page(screen, self.desk.table(EVENTS_CHANNEL)))

    async def _change(self, request: Request, fields: Mapping[str, str], _files: Sequence[UploadFile]) -> Response:
        check_all_events(request)
        doing, made = self.desk.doing(request), False
        moment = Moment(doing.at, doing.by)
        try:
            said = await self.public.bucket.act(
                lambda screens: changed(fields, screens, moment), doing, partial(done, fields)
            )
            made = fields["change"] == "new"
        except ValidationError as error:
            said = _in_words(error.errors()[0])
        except Unclear as error:
            said = str(error)
        composed = fields.get("title" if made else "composed", "")
        return see(f"screens/{slug(composed)}" if composed else "screens", said)


def _in_words(error: ErrorDetails) -> str:
    place, message = error["loc"], error["msg"].removeprefix("Value error, ")
    field = f"{place[-1]}: " if place and isinstance(place[-1], str) else ""
    return f"Not taken: {field}{message}."
