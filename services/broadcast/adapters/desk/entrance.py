"""Who asks for the desk: by the lasting token of a program, by the cookie of a session, or by the machine.

The grant is read at each request: what was revoked is closed at once, on every replica.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from contracts.access.grants import Grant, Wanted
from contracts.access.journal import Doing
from services.broadcast.adapters.site.site import Place
from services.broadcast.domain.desk.visitors import DIRECTOR, Visitor, is_machine
from shared.errors import OperationFailed
from shared.http.tokens import bearer_token
from shared.kept.grants import LONGEST, GrantBucket

SESSION = "kibitz-session"

MOST_FAILURES = 20
"""Links that do not open, from one address in one minute; the next is not even looked up."""


@dataclass
class Entrance:
    """The way in.

    Attributes:
        now: the clock.
    """

    grants: GrantBucket
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    _minute: int = 0
    _failures: Counter[str] = field(default_factory=Counter)

    async def visitor(self, request: Request) -> Visitor | None:
        """Who asks; None: nobody who may see the desk, not even at the machine after its access has ended."""
        if token := bearer_token(request.headers.get("authorization")):
            grant = await self.grants.of_token(token, self.now())
            return None if grant is None else Visitor.of(grant)
        if session := request.cookies.get(SESSION):
            grant = await self.grants.of_session(session, self.now())
            return None if grant is None else Visitor.of(grant)
        return DIRECTOR if self.is_machine(request) else None

    @staticmethod
    def is_machine(request: Request) -> bool:
        """Whether a request is made on the machine of the server, which is the director's without a session."""
        return is_machine(_peer(request), request.headers)

    async def enter(self, request: Request, token: str) -> tuple[Grant, str] | None:
        """Exchange the token of a link for a session; None where the link does not open."""
        minute, peer = int(self.now().timestamp()) // 60, _peer(request) or ""
        if minute != self._minute:
            self._minute = minute
            self._failures.clear()
        entered = await self.grants.enter(token, self.now()) if self._failures[peer] < MOST_FAILURES else None
        self._failures[peer] += entered is None
        return entered

    async def admit(self, wanted: Wanted, by: str) -> tuple[Grant, str]:
        """Give somebody a session who has shown otherwise who it is.

        Raises:
            ValueError: a field is none of what it may be.
        """
        _, token = await self.grants.make(wanted, Doing(by, "desk", self.now()))
        entered = await self.grants.enter(token, self.now())
        if entered is None:
            raise OperationFailed("access that was given just now has ended already")
        return entered

    def keep(self, request: Request, answer: Response, session: str) -> None:
        """Have the browser keep a session as long as any grant lasts, so that it is told of the end of this one."""
        seconds = int(LONGEST.total_seconds())
        secure = scheme_of(request) == "https"
        answer.set_cookie(SESSION, session, seconds, path="/", secure=secure, httponly=True, samesite="strict")


def is_program(request: Request) -> bool:
    """Whether a request has a token in its head, where no page of another origin can put it."""
    return bearer_token(request.headers.get("authorization")) is not None


def scheme_of(request: Request) -> str:
    """How the browser reaches this server, by what a proxy says."""
    return urlsplit(Place.of(request).root).scheme


def _peer(request: Request) -> str | None:
    return request.client.host if request.client else None


def takes_json(request: Request) -> bool:
    """Whether a form is answered in JSON: that of a program, or of a script of the desk."""
    return is_program(request) or request.headers.get("accept") == "application/json"
