"""Queries of players over HTTP: a form without scripts, in the reader's language, open to whoever sees the page.

A hostile page of another origin could have its visitors send queries, so the Origin is checked; there is no session
that it could use. Bounds are those of `contracts/corrections/queries`, and so many from one address in ten minutes.
"""

import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any

from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from contracts.corrections.queries import TooMany
from contracts.feed import standings_channel
from services.broadcast.adapters.corrections.official import Official
from services.broadcast.adapters.desk.desk import REFERRER_POLICY
from services.broadcast.adapters.desk.entrance import scheme_of
from services.broadcast.adapters.desk.form_fields import read_form
from services.broadcast.adapters.http_reply import problem
from services.broadcast.adapters.site.site import Site
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.pages.address import card_of
from services.broadcast.domain.pages.page import Page, changes_shown, not_now, nowhere
from services.broadcast.domain.pages.page import refused as not_admitted
from services.broadcast.domain.pages.queries import Refused, changes_page, closed, full, no_card, query_of, query_page
from shared.errors import OperationFailed
from shared.kept.queries import QueryBucket

MOST_OF_ADDRESS, SECONDS = 30, 600
"""Queries from one address in so many seconds; a whole club may have one address."""

Card = Callable[[str, str, str], Awaitable[Mapping[str, Any] | None]]


@dataclass
class PublicCorrections:
    """The pages.

    Attributes:
        look: a channel as the public sees it, if it is here, and `whole` as staff see it.
        shown: what the public sees of a table of a channel, and `prose` of a text about an event.
        fetch: has a channel brought here before it is looked at.
        card: of a participant of an event, of a kind where it is not one that is ranked.
        admits: whether who asks may read.
        now: the clock.
    """

    site: Site
    queries: QueryBucket
    official: Official
    look: Callable[[str], Table | None]
    whole: Callable[[str], Table | None]
    shown: Callable[[str, Table], Table]
    prose: Callable[[str, str], str]
    fetch: Callable[[str], Awaitable[bool]]
    card: Card
    admits: Callable[[Request], bool]
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    _window: int = 0
    _asked: Counter[str] = field(default_factory=Counter)

    def routes(self) -> list[BaseRoute]:
        """Each address with its answer."""
        return [
            Route("/query/{event}/{card:path}", self._query, methods=["GET", "POST"]),
            Route("/changes/{event}", self._changes),
        ]

    async def _query(self, request: Request) -> Response:
        event, item = request.path_params["event"], request.path_params["card"]
        words, standings = self.site.words_of(request), await self._standings(request, event)
        if isinstance(standings, Page):
            return await self._show(request, standings)
        shut, card = closed(standings.meta, self.now(), words), await self.card(event, *card_of(item))
        if card is None:
            return await self._show(request, no_card(shut, words))
        refused, typed = "", {}
        try:
            if request.method == "POST":
                typed = await self._form(request)
            if typed and not shut:
                self._count(request)
                await self.queries.ask(event, query_of(typed, card, item, secrets.token_hex(8), self.now(), words))
                return Response(status_code=303, headers={"Location": "?sent=1"})
        except (HTTPException, MultiPartException) as error:
            return problem(400, 400, str(getattr(error, "detail", None) or error))
        except Refused as error:
            refused = str(error)
        except TooMany:
            refused = full(words)
        except OperationFailed:
            return await self._show(request, not_now(words))
        known, sent = await self.queries.of_event(event), "sent" in request.query_params
        prose = partial(self.prose, event)
        made = query_page(
            event, item, card, known, words, prose=prose, shut=shut, refused=refused, typed=typed, sent=sent
        )
        return await self._show(request, made)

    async def _changes(self, request: Request) -> Response:
        event, words = request.path_params["event"], self.site.words_of(request)
        standings = await self._standings(request, event)
        if isinstance(standings, Page):
            return await self._show(request, standings)
        own, listed = standings_channel(event), None
        if changes_shown(standings.meta) and (whole := self.whole(own)) is not None:
            listed = await self.official.changes(event, whole, words, partial(self.shown, own))
        # The organiser may have held something back meanwhile.
        again = await self._standings(request, event)
        return await self._show(
            request, again if isinstance(again, Page) else changes_page(event, again, listed, words)
        )

    async def _standings(self, request: Request, event: str) -> Table | Page:
        """The public standings of an event, or the page that says why there are none."""
        words = self.site.words_of(request)
        if not self.admits(request):
            return not_admitted(words)
        if not await self.fetch(standings_channel(event)):
            return not_now(words)
        return self.look(standings_channel(event)) or nowhere(words)

    async def _show(self, request: Request, made: Page) -> Response:
        answer = await self.site.form_page(request, made, self.site.language_of(request))
        answer.headers["Cache-Control"] = "no-store"
        # With "no-referrer" a browser would not say from which page the form comes.
        answer.headers["Referrer-Policy"] = REFERRER_POLICY
        return answer

    async def _form(self, request: Request) -> dict[str, str]:
        """The fields of a form of this page.

        Raises:
            HTTPException: it comes from another origin, or is too large.
        """
        origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site", "same-origin")
        own = origin in (None, f"{scheme_of(request)}://{request.headers.get('host')}")
        if not own or site != "same-origin":
            raise HTTPException(400, "this form is not from the page: open the card again")
        request.state.visitor = None
        return (await read_form(request))[0]

    def _count(self, request: Request) -> None:
        """Count a query of an address.

        Raises:
            TooMany: there were so many lately.
        """
        window, peer = int(self.now().timestamp()) // SECONDS, request.client.host if request.client else ""
        if window != self._window:
            self._window = window
            self._asked.clear()
        self._asked[peer] += 1
        if self._asked[peer] > MOST_OF_ADDRESS:
            raise TooMany
