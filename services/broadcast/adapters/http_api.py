"""HTTP beside the feed, as a Starlette application: snapshots, events, the scoreboard's files and health.

Everything that is public on the feed is public here, and needs the same token where the operator asks for one.
"""

import gzip
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast
from urllib.parse import unquote

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from contracts import feed
from services.broadcast.adapters import openapi
from services.broadcast.adapters.connection import Admission
from services.broadcast.adapters.event_stream import MEDIA_TYPE, EventStream, EventStreamResponse
from services.broadcast.adapters.history import PARAMETERS
from services.broadcast.adapters.http_reply import (
    PACK_FROM,
    conditional,
    json_answer,
    later,
    matches,
    no_channel,
    not_now,
    problem,
    query_of,
    takes_gzip,
    understood,
)
from services.broadcast.adapters.scannable import code_of
from services.broadcast.adapters.site.site import Place
from services.broadcast.adapters.static_files import CONTENT_SECURITY_POLICY, StaticFile
from services.broadcast.domain import wire
from services.broadcast.domain.access import Access
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.filters import Filter
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.pages.syndication import calendar_file, results_feed

FEED = "/v1/feed"
PACKED_KEPT = 64

HARDENING = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}

OTHER_SERVER = "this server is not known by that name: its operator lists its names in KIBITZ_BROADCAST_HOSTS"

Fetch = Callable[[str], Awaitable[bool]]
"""Brings a channel into the hub that rests; False: it cannot be read now."""


async def _have_it(_channel: str) -> bool:
    return True


async def _no_history(_request: Request) -> Response:
    return no_channel()


async def _no_page(_request: Request, _admitted: bool) -> Response | None:
    return None


def _healthy() -> tuple[bool, Mapping[str, object]]:
    return True, {}


@dataclass(eq=False, kw_only=True)
class HttpApi:
    """The routes.

    Attributes:
        hub: the tables.
        access: who may read.
        files: of the scoreboard, by URL path.
        pages: answers for an address that is no file's, and whether the reader may read; None: nothing is there.
        health: whether the service works, and details.
        extra_routes: beside those of the feed, before the files.
        desk_routes: pages and forms for the director.
        earlier: answers for the standings of an event whose query asks for earlier ones.
        club: its name, for news of its results.
        fetch: has a channel brought into the hub before it is looked at; False: it cannot be now.
        most_readers: clients of the feed at the same time, WebSocket and server-sent events together.
        admission: what the readers of the feed share; the server sets it.
    """

    hub: Hub = field(kw_only=False)
    access: Access = field(default_factory=Access)
    files: Mapping[str, StaticFile] = field(default_factory=dict)
    pages: Callable[[Request, bool], Awaitable[Response | None]] = _no_page
    health: Callable[[], tuple[bool, Mapping[str, object]]] = _healthy
    extra_routes: Sequence[BaseRoute] = ()
    desk_routes: Sequence[BaseRoute] = ()
    earlier: Callable[[Request], Awaitable[Response]] = _no_history
    fetch: Fetch = _have_it
    club: str = "Kibitz"
    most_readers: int = 10_000
    admission: Admission = field(init=False)
    _packed: dict[tuple[str, str], bytes] = field(default_factory=dict, init=False)

    def app(self) -> ASGIApp:
        """The ASGI application."""
        routed = Starlette(
            routes=[
                Route(FEED, _needs_websocket),
                *self.routes(),
                *self.desk_routes,
                Route("/openapi.json", self._description),
                Route("/{path:path}", self._file),
            ],
            exception_handlers={HTTPException: _refused, Exception: _failed},
        )
        return Gate(routed, self)

    def routes(self) -> list[BaseRoute]:
        """What programs ask for; the name of each is its summary."""
        return [
            *self._tables(),
            Route("/v1/channels/{channel}/events", self._events, name="A channel as server-sent events"),
            *self.extra_routes,
            Route("/v1/calendar.ics", self._listed(calendar_file, "text/calendar"), name="The events as iCalendar"),
            Route("/v1/results.atom", self._listed(self._news, "application/atom+xml"), name="Results as Atom"),
            Route("/qr.svg", _code, name="An address of this server as a QR code"),
            Route("/healthz", self._health, name="Whether the service is well, and whom it serves"),
        ]

    def refuse_handshake(self, path: str, headers: Headers, query: str) -> Response | None:
        """The answer to a handshake that is not taken; the path as it was sent."""
        path = unquote(path)
        refusal = self.refusal(path, headers, query)
        offered = [name.strip() for name in ",".join(headers.getlist("sec-websocket-protocol")).split(",")]
        if refusal is None and path != FEED:
            refusal = problem(404, feed.CloseCode.NO_SUCH_CHANNEL, "nothing is here")
        elif refusal is None and feed.SUBPROTOCOL not in offered:
            refusal = problem(400, feed.CloseCode.PROTOCOL_VERSION, f"this service speaks {feed.SUBPROTOCOL}")
        elif refusal is None:
            refusal = self._overload()
        if refusal is not None:
            self.harden(refusal.headers, headers)
        return refusal

    def refusal(self, path: str, headers: Headers, query: str) -> Response | None:
        """Who means another server, or may not read what is below `/v1/`, is told so before anything else."""
        if not self.access.is_meant(headers.get("host")):
            return problem(421, feed.CloseCode.FORBIDDEN, OTHER_SERVER)
        try:
            ticket = query_of(query).get("ticket")
        except ValueError as error:
            return problem(400, feed.CloseCode.BAD_MESSAGE, str(error))
        if not path.startswith("/v1/"):
            return None
        if not self.access.welcomes(headers.get("origin"), headers.get("host")):
            return problem(403, feed.CloseCode.FORBIDDEN, "not from this origin")
        if not self.access.admits(headers.get("authorization"), ticket, time.time()):
            code = feed.CloseCode.UNAUTHENTICATED
            return problem(401, code, code.meaning, {"WWW-Authenticate": "Bearer"})
        return None

    def harden(self, answer: MutableHeaders, headers: Headers) -> None:
        """Headers that every answer has; pages of the origins that may connect may also read."""
        for name, value in HARDENING.items():
            answer.setdefault(name, value)
        origin = headers.get("origin")
        if origin is not None and self.access.welcomes(origin, headers.get("host")):
            answer["Access-Control-Allow-Origin"] = origin
            answer["Access-Control-Expose-Headers"] = "ETag"
            answer["Vary"] = ", ".join(["Origin", *answer.getlist("Vary")])

    def _overload(self) -> Response | None:
        if len(self.admission.readers) < self.most_readers:
            return None
        self.hub.count_close(feed.CloseCode.OVERLOAD)
        return later(503, feed.CloseCode.OVERLOAD.meaning)

    def _tables(self) -> list[Route]:
        """The addresses of the channels."""
        return [
            Route(path, self._snapshot_of(channel), name=name)
            for path, name, channel in (
                ("/v1/events", "The list of events", lambda: feed.EVENTS_CHANNEL),
                ("/v1/events/{event}/standings", "Standings, now or earlier", feed.standings_channel),
                ("/v1/events/{event}/matches", "Matches", feed.matches_channel),
                ("/v1/events/{event}/games", "Games of chess", feed.games_channel),
                ("/v1/events/{event}/seats", "Who sits where next", feed.seats_channel),
                ("/v1/events/{event}/boards", "The list of boards", feed.boards_channel),
                ("/v1/events/{event}/boards/{board}", "The traveller of a board", feed.board_channel),
                ("/v1/events/{event}/boards/{board}/analysis", "The analysis of a deal", feed.analysis_channel),
                ("/v1/channels/{channel}/snapshot", "Any channel, by its name", lambda channel: channel),
            )
        ]

    def _snapshot_of(self, channel: Callable[..., str]) -> Callable[[Request], Awaitable[Response]]:
        async def endpoint(request: Request) -> Response:
            name, query = channel(**request.path_params), query_of(request.url.query)
            if not await self.fetch(name):
                return not_now()
            if PARAMETERS & query.keys() and request.url.path.endswith("/standings"):
                return await self.earlier(request)
            encoding = _encoding(query)
            return self.snapshot(name, request.headers, encoding) if name in self.hub.channels else no_channel()

        return endpoint

    def _news(self, events: Table, root: str) -> bytes:
        return results_feed(events, root, self.club)

    def _listed(self, written: Callable[[Table, str], bytes], media: str) -> Callable[[Request], Awaitable[Response]]:
        """The list of events in another form."""

        async def endpoint(request: Request) -> Response:
            if not await self.fetch(feed.EVENTS_CHANNEL):
                return not_now()
            if (events := self.hub.channels.get(feed.EVENTS_CHANNEL)) is None:
                return no_channel()
            body = written(events, Place.of(request).root)
            etag = f'"{wire.event_id(events.epoch, events.seq)}"'
            fields = {"Content-Type": f"{media}; charset=utf-8", "ETag": etag, "Cache-Control": "no-cache"}
            return conditional(request.headers, fields, body, None)

        return endpoint

    def snapshot(self, name: str, headers: Mapping[str, str], encoding: feed.Encoding) -> Response:
        """A table as it is, packed once for all who ask for it."""
        view = self.hub.view(name, encoding=encoding)
        position = wire.event_id(view.channel.epoch, view.channel.seq)
        fields = {
            "Content-Type": "application/json",
            "ETag": f'"{position}"',
            "Cache-Control": "no-cache",
            "Vary": "Accept-Encoding",
        }
        known = matches(headers.get("if-none-match"), fields["ETag"])
        body = b"" if known else view.document()
        packed = None
        if len(body) >= PACK_FROM and takes_gzip(headers):
            packed = self._pack(f"{name} {encoding}", position, body)
        return conditional(headers, fields, body, packed)

    def _pack(self, name: str, position: str, body: bytes) -> bytes:
        packed = self._packed.get((name, position))
        if packed is None:
            if len(self._packed) >= PACKED_KEPT:
                self._packed.clear()
            packed = self._packed[name, position] = gzip.compress(body, 5, mtime=0)
        return packed

    async def _events(self, request: Request) -> Response:
        channel = request.path_params["channel"]
        if not await self.fetch(channel):
            return not_now()
        if channel not in self.hub.channels:
            return no_channel()
        follow = following(channel, request.headers, query_of(request.url.query))
        refusal = self._overload()
        if refusal is None and request.method == "HEAD":
            refusal = Response(headers={"Content-Type": MEDIA_TYPE})
        return refusal or EventStreamResponse(self.admission, request, follow)

    async def _health(self, _request: Request) -> Response:
        healthy, details = self.health()
        return json_answer({"healthy": healthy, **details}, 200 if healthy else 503, {"Cache-Control": "no-store"})

    def description(self) -> bytes:
        """The routes for programs (OpenAPI)."""
        return openapi.document(self.routes())

    async def _description(self, _request: Request) -> Response:
        return Response(self.description(), headers={"Content-Type": "application/json"})

    async def _file(self, request: Request) -> Response:
        file = self.files.get(request.url.path)
        if file is not None:
            return file.answer(request.headers)
        admitted = self.refusal("/v1/", request.headers, request.url.query) is None
        page = await self.pages(request, admitted)
        if page is None:
            raise HTTPException(404)
        return page


class Gate:
    """Lets in who may read, and hardens every answer."""

    def __init__(self, app: ASGIApp, api: HttpApi) -> None:
        """Stand before an application."""
        self._app = app
        self._api = api

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        headers = Headers(scope=scope)

        async def hardened(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._api.harden(MutableHeaders(scope=message), headers)
            await send(message)

        refusal = self._api.refusal(scope["path"], headers, scope["query_string"].decode("latin-1"))
        await (refusal or self._app)(scope, receive, hardened)


async def _code(request: Request) -> Response:
    """The address `to` below this server, as others reach it."""
    path = query_of(request.url.query).get("to", "/")
    root = Place.of(request).root
    if not root or not path.startswith("/"):
        return problem(400, feed.CloseCode.BAD_MESSAGE, "`to` is a path of this server, and the host has to be named")
    try:
        drawing = code_of(root + path[1:])
    except ValueError as error:
        return problem(400, feed.CloseCode.BAD_MESSAGE, str(error))
    fields = {"Content-Type": "image/svg+xml", "Cache-Control": "max-age=86400"}
    return Response(drawing, headers=fields | {"Content-Security-Policy": CONTENT_SECURITY_POLICY})


async def _needs_websocket(_request: Request) -> Response:
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade"}
    return problem(426, feed.CloseCode.PROTOCOL_VERSION, "this address needs a WebSocket", upgrade)


async def _refused(request: Request, error: Exception) -> Response:
    refused = cast(HTTPException, error)
    if request.method not in ("GET", "HEAD"):
        return Response(status_code=405, headers={"Allow": "GET, HEAD"})
    if refused.status_code == 400:
        return problem(400, feed.CloseCode.BAD_MESSAGE, refused.detail)
    return problem(404, feed.CloseCode.NO_SUCH_CHANNEL, "nothing is here")


async def _failed(_request: Request, _error: Exception) -> Response:
    return problem(500, 500, "the service itself failed")


def following(channel: str, headers: Mapping[str, str], query: Mapping[str, str]) -> EventStream:
    """What a stream of events is to follow."""
    position = headers.get("last-event-id") or query.get("lastEventId") or ""
    asked = {
        name: query[name].split(",") if name != "top" else query[name]
        for name in ("section", "ranking", "pairs", "top")
        if name in query
    }
    wanted = understood(lambda: feed.FilterRequest.model_validate(asked))
    return EventStream(channel, Filter.of(wanted), _encoding(query), wire.position_of(position))


def _encoding(query: Mapping[str, str]) -> feed.Encoding:
    return understood(lambda: feed.Encoding(query.get("encoding", feed.Encoding.ROWS.value)))
