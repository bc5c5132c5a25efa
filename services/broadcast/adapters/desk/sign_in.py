"""Signing in with an identity provider, over HTTP: there, and back to one address of our own.

The cookie of a session is sent only from our own pages (SameSite=Strict), and coming back from the provider is not one:
so the answer is a page of ours that goes on to the desk. For the same reason the cookie of the way is `Lax`.
"""

import hmac
import logging
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from services.broadcast.adapters.desk.desk import Desk, Refused
from services.broadcast.adapters.desk.entrance import scheme_of
from services.broadcast.adapters.desk.provider import Provider, Unavailable, Unproven
from services.broadcast.adapters.site.site import Place
from services.broadcast.domain.desk.sign_in import Flow, Members, NotAdmitted
from services.broadcast.domain.pages.page import Page

logger = logging.getLogger("kibitz.broadcast")

FLOW = "kibitz-sign-in"

LASTS = timedelta(minutes=10)
"""From leaving to coming back."""

LONGEST_CODE = 4_000


@dataclass(frozen=True)
class SignIn:
    """The routes.

    Attributes:
        members: say who may do what.
    """

    desk: Desk
    provider: Provider
    members: Members

    def routes(self) -> list[BaseRoute]:
        """Each address with its answer."""
        return [
            self.desk.page("/desk/sign-in", self._leave_for_provider),
            self.desk.page("/desk/signed-in", self._come_back),
        ]

    async def _leave_for_provider(self, request: Request) -> Response:
        flow = Flow(secrets.token_urlsafe(32))
        try:
            address = await self.provider.address(flow, _back(request))
        except Unavailable as error:
            return await self._unavailable(request, error)
        answer = Response(status_code=302, headers={"Location": address})
        secure, seconds = scheme_of(request) == "https", int(LASTS.total_seconds())
        answer.set_cookie(FLOW, flow.secret, seconds, path="/", secure=secure, httponly=True, samesite="lax")
        return answer

    async def _come_back(self, request: Request) -> Response:
        query, flow = request.query_params, Flow(request.cookies.get(FLOW, ""))
        if not flow.secret or not hmac.compare_digest(flow.state.encode(), query.get("state", "").encode()):
            raise Refused("This browser has not begun this sign-in, or too long ago. Begin again.")
        if query.get("iss", self.provider.issuer) != self.provider.issuer or len(query.get("code", "")) > LONGEST_CODE:
            raise Refused("This is not from the provider that was asked. Begin again.")
        if not query.get("code"):
            raise Refused(f"{self.desk.provider} has not signed you in: {query.get('error', 'no reason given')[:100]}.")
        try:
            claims = await self.provider.claims(query["code"], flow, _back(request))
        except Unavailable as error:
            return await self._unavailable(request, error)
        except Unproven as error:
            logger.warning("a sign-in was refused: %s", error)
            raise Refused(f"{self.desk.provider} has not confirmed who you are. Begin again.") from error
        try:
            entered = await self.desk.entrance.admit(self.members.wanted(claims), self._by(claims))
        except NotAdmitted as error:
            raise Refused(f"{error} Ask the director, or sign in with another account.") from error
        except ValidationError as error:
            raise Refused("Your name at the provider cannot be used here. Ask the director for a link.") from error
        answer = await self.desk.show(request, Page("desk/entered", "Desk", values={"grant": entered[0]}))
        answer.headers["Refresh"] = "0; url=../desk"
        answer.headers["Referrer-Policy"] = "no-referrer"
        answer.delete_cookie(FLOW, path="/")
        self.desk.entrance.keep(request, answer, entered[1])
        return answer

    def _by(self, claims: Mapping[str, Any]) -> str:
        """Who gives the access: the provider, with its own name for the person, which nobody else gets."""
        return f"{self.desk.provider}: {claims['sub']}"[:64]

    async def _unavailable(self, request: Request, error: Unavailable) -> Response:
        logger.warning("the identity provider cannot be used: %s", error)
        why = f"{self.desk.provider} does not answer now. Try again in a minute, or ask the director for a link."
        return await self.desk.closed(request, why, 503)


def _back(request: Request) -> str:
    """The one address of ours that the provider sends browsers to; it takes only those it has been told of."""
    root = Place.of(request).root
    if not root:
        raise Refused("Open the desk by its name.")
    return f"{root}desk/signed-in"
