"""Who may use the desk, over HTTP: grants made, listed and revoked, and the way in by a link.

The token of a link is in the address of a page with one button, so that a preview of the link does not use it up; the
form of that page exchanges it. The token of a new grant is shown once, on the page that answers the form: in a redirect
it would be part of an address.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup
from pydantic import ValidationError
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from contracts.feed import EVENTS_CHANNEL
from services.broadcast.adapters.desk.desk import Desk, Refused, check_all_events
from services.broadcast.adapters.desk.entrance import SESSION
from services.broadcast.adapters.desk.form_fields import see, typed
from services.broadcast.adapters.scannable import code_of
from services.broadcast.domain.desk.forms.form import Unclear
from services.broadcast.domain.desk.forms.grant import wanted_of
from services.broadcast.domain.desk.pages.people import people
from services.broadcast.domain.desk.visitors import Visitor
from services.broadcast.domain.pages.page import Page

ENTER_REFERRER_POLICY = "strict-origin"
"""The address of this page has a token, which no Referer may name; the form must still say its origin."""


@dataclass(frozen=True)
class People:
    """The routes."""

    desk: Desk

    def routes(self) -> list[BaseRoute]:
        """Each address with its answer."""
        return [
            self.desk.page("/desk/people", self._people),
            self.desk.form("/desk/people/make", self._make),
            self.desk.form("/desk/people/revoke", self._revoke),
            self.desk.page("/desk/enter", self._door),
            self.desk.form("/desk/enter", self._enter),
            self.desk.form("/desk/leave", self._leave),
        ]

    async def _people(self, request: Request, **made: object) -> Response:
        check_all_events(request)
        await self.desk.fetch(EVENTS_CHANNEL)
        events = self.desk.table(EVENTS_CHANNEL)
        entrance = self.desk.entrance
        page = people(await entrance.grants.all(), events, entrance.now(), made, request.query_params)
        return await self.desk.show(request, page)

    async def _make(self, request: Request, fields: Mapping[str, str], _files: Sequence[UploadFile]) -> Response:
        check_all_events(request)
        entrance, why = self.desk.entrance, ""
        try:
            grant, token = await entrance.grants.make(wanted_of(fields), self.desk.doing(request))
        except ValidationError as error:
            wrong = error.errors()[0]
            why = f"Check {wrong['loc'][0]}: {wrong['msg'].removeprefix('Value error, ')}."
        except (Unclear, ValueError) as error:
            why = str(error)
        if why:
            return see("../people", why, typed(fields))
        if grant.enter_by is None:
            return await self._people(request, grant=grant, token=token)
        root, here = self.desk.reached(request)
        link = f"{root}desk/enter?token={token}"
        drawing = Markup(code_of(link).decode())  # noqa: S704 - a drawing of our own
        return await self._people(request, grant=grant, link=link, drawing=drawing, here=here)

    async def _revoke(self, request: Request, fields: Mapping[str, str], _files: Sequence[UploadFile]) -> Response:
        check_all_events(request)
        grant = await self.desk.entrance.grants.revoke(fields.get("grant", ""), self.desk.doing(request))
        return see("../people", f"{grant.name} has no access any more." if grant else "There is no such access.")

    async def _door(self, request: Request) -> Response:
        values = {"token": request.query_params.get("token", "")}
        answer = await self.desk.show(request, Page("desk/enter", "Desk", values=values))
        answer.headers["Referrer-Policy"] = ENTER_REFERRER_POLICY
        return answer

    async def _enter(self, request: Request, fields: Mapping[str, str], _files: Sequence[UploadFile]) -> Response:
        entered = await self.desk.entrance.enter(request, fields.get("token", ""))
        if entered is None:
            raise Refused("This link has been used, is too old, or was revoked. Ask the director for a new one.")
        answer = Response(status_code=303, headers={"Location": "../desk"})
        self.desk.entrance.keep(request, answer, entered[1])
        return answer

    async def _leave(self, request: Request, _fields: Mapping[str, str], _files: Sequence[UploadFile]) -> Response:
        """Signing out ends the session for good: whoever has its cookie has nothing.

        A browser whose access has ended forgets it, which gives the machine of the server its rights back.
        """
        visitor: Visitor | None = request.state.visitor
        if visitor is None and SESSION not in request.cookies:
            raise Refused("There is no access to give up.")
        if visitor is not None and visitor.grant:
            await self.desk.entrance.grants.leave(visitor.grant, self.desk.entrance.now())
        answer = Response(status_code=303, headers={"Location": "../desk" if visitor is None else "../"})
        answer.delete_cookie(SESSION, path="/")
        return answer
