"""Pages that a private link opens: the card of its holder, and travellers of the boards that the holder has played."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from contracts import feed
from services.broadcast.adapters.desk.desk import Desk
from services.broadcast.adapters.desk.form_fields import see
from services.broadcast.adapters.http_reply import not_now
from services.broadcast.adapters.scannable import code_of
from services.broadcast.adapters.site.site import Place, Site
from services.broadcast.domain.cards.bridge import Table, card
from services.broadcast.domain.ledger import Ledger
from services.broadcast.domain.pages import page
from services.broadcast.domain.pages.address import Address
from services.broadcast.domain.public.own_boards import holder_of, is_open, key_of, participants_of, played_boards
from services.broadcast.handlers import Deps
from shared.kept.secrets import SecretBucket

FIELDS = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow"}
"""What stands in the address is nobody else's to know."""

LONGEST_KEY = 64

PRINTED = 2_000
"""Links on one page."""


@dataclass(frozen=True)
class OwnBoards:
    """The routes."""

    deps: Deps
    site: Site
    desk: Desk
    secrets: SecretBucket

    def routes(self) -> list[BaseRoute]:
        """Each address that a link opens, with its answer."""
        return [
            Route("/e/{event}/own/{key}", self._answer(self._card)),
            Route("/e/{event}/own/{key}/boards/{board}", self._answer(self._board)),
            Route("/e/{event}/own/{key}/{rest:path}", self._elsewhere),
        ]

    def desk_routes(self) -> list[BaseRoute]:
        """Where the director prints the links and ends them."""
        return [
            self.desk.page("/desk/e/{event}/own/links", self._links),
            self.desk.form("/desk/e/{event}/own/renew", self._renew),
        ]

    def _answer(
        self, make: Callable[[Request, Ledger, str], page.Page | None]
    ) -> Callable[[Request], Awaitable[Response]]:
        """The page of the holder of a key; whoever has no key that counts learns nothing from the answer."""

        async def endpoint(request: Request) -> Response:
            event, key = request.path_params["event"], request.path_params["key"]
            channels = (feed.standings_channel(event), feed.board_channel(event, ""), feed.seats_channel(event))
            loaded = [await self.deps.fetch(channel) for channel in channels]
            ledger = self.deps.ledger
            if ledger is None or not all(loaded):
                return not_now()
            holder = await self._holder(ledger, event, key)
            made = make(request, ledger, holder) if holder is not None else None
            if made is not None and made.moved is not None:
                return Response(status_code=302, headers={"Location": Place.of(request).up + made.moved.path} | FIELDS)
            if made is not None:
                made = replace(
                    made,
                    template=f"event/own_{made.template.rpartition('/')[2]}" if made.status == 200 else made.template,
                    description="",
                    values={**made.values, "event": f"{event}/own/{key}", "tabs": ()},
                )
            answer = await self.site.private_page(request, made)
            answer.headers.update(FIELDS)
            return answer

        return endpoint

    async def _holder(self, ledger: Ledger, event: str, key: str) -> str | None:
        """Who holds the link with this key; None: nobody, or there is no such event."""
        people = participants_of(ledger.audiences.table(feed.standings_channel(event)))
        if not people or len(key) > LONGEST_KEY:
            return None
        secret, generation = await self.secrets.secret(), await self.secrets.generation(event)
        return holder_of(key, secret, event, generation, [each["id"] for each in people])

    def _card(self, request: Request, ledger: Ledger, holder: str) -> page.Page | None:
        event = request.path_params["event"]
        opened, shown = self._opened(ledger, event, holder), ledger.audiences.identity(event, holder)
        if feed.games_channel(event) in ledger.hub.channels:
            return page.Page("missing", "", moved=Address("event", event, "card", shown))  # chess has no boards to hide
        standings = ledger.hub.channels.get(feed.standings_channel(event))
        travellers = [each for each in ledger.travellers(event) if each.meta["id"] in opened]
        made = card(shown, standings, travellers, ledger.matches(event))
        tables = {
            name: table
            for make in (feed.standings_channel, feed.seats_channel, feed.matches_channel)
            if (table := ledger.hub.channels.get(name := make(event))) is not None
        }
        if made is None:
            made = {"participant": shown, "number": shown, "name": None, "place": None, "lines": []}
        return self._page(request, Address("event", event, "card", shown), tables, made)

    def _board(self, request: Request, ledger: Ledger, holder: str) -> page.Page | None:
        event, board = request.path_params["event"], request.path_params["board"]
        if board not in self._opened(ledger, event, holder):
            return None
        names = (feed.board_channel(event, board), feed.analysis_channel(event, board))
        tables = {name: table for name in names if (table := ledger.audiences.named(name)) is not None}
        public = feed.standings_channel(event)
        if (standings := ledger.hub.channels.get(public)) is not None:
            tables[public] = standings
        return self._page(request, Address("event", event, "boards", board), tables, None)

    def _opened(self, ledger: Ledger, event: str, holder: str) -> set[str]:
        """The boards that the link of this holder opens now."""
        if not is_open(ledger.policy(event)):
            return set()
        return played_boards(ledger.audiences.identity(event, holder), ledger.travellers(event))

    def _page(
        self, request: Request, address: Address, tables: Mapping[str, Table], made: Mapping[str, Any] | None
    ) -> page.Page:
        words = self.site.words_of(request)
        return page.page(page.Asked(address, tables, datetime.now(UTC), made, words=words))

    async def _elsewhere(self, request: Request) -> Response:
        """The list of boards is the card; everything else that the pages link to is public."""
        event, key, rest = (request.path_params[name] for name in ("event", "key", "rest"))
        shown = f"own/{quote(key)}" if rest == "boards" else quote(rest)
        target = f"{Place.of(request).up}e/{quote(event)}/{shown}"
        return Response(status_code=302, headers={"Location": target} | FIELDS)

    async def _links(self, request: Request) -> Response:
        """A page of links with QR codes, to be printed and cut."""
        event = request.path_params["event"]
        await self.deps.fetch(feed.standings_channel(event))
        if (standings := self.desk.table(feed.standings_channel(event))) is None:
            raise HTTPException(404)
        secret, generation = await self.secrets.secret(), await self.secrets.generation(event)
        root, here = self.desk.reached(request)
        links = []
        for each in participants_of(standings)[:PRINTED]:
            link = f"{root}e/{event}/own/{key_of(secret, event, generation, each['id'])}"
            drawing = Markup(code_of(link).decode())  # noqa: S704 - a drawing of our own
            links.append({**each, "link": link, "drawing": drawing})
        title = str(standings.meta.get("title") or event)
        values = {"event": event, "heading": title, "links": links, "here": here}
        return await self.desk.show(request, page.Page("desk/links", f"Private links: {title}", values=values))

    async def _renew(self, request: Request, _fields: Mapping[str, str], _files: object) -> Response:
        event = request.path_params["event"]
        if self.desk.table(feed.standings_channel(event)) is None:
            raise HTTPException(404)
        await self.secrets.renew(event, self.desk.doing(request))
        return see("links", "The older links open nothing any more.")
