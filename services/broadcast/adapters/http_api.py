"""Plain HTTP beside the feed, on the same port: snapshots, server-sent events, the scoreboard's files, health, metrics.

Requests are GET or HEAD without a body, one to a connection: what the server of `websockets` reads. Everything that is
public on the feed is public here, and needs the same token where the operator asks for one.
"""

import gzip
import http
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

import orjson
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from contracts import feed
from services.broadcast.adapters import static_files
from services.broadcast.adapters.connection import EventStream, FeedConnection, stream
from services.broadcast.adapters.history import PARAMETERS
from services.broadcast.adapters.http_reply import (
    PACK_FROM,
    Reply,
    file_reply,
    later,
    matches,
    no_channel,
    not_now,
    problem,
    query_of,
    takes_gzip,
)
from services.broadcast.adapters.static_files import StaticFile
from services.broadcast.domain import wire
from services.broadcast.domain.access import Access
from services.broadcast.domain.filters import Filter
from services.broadcast.domain.hub import Hub

FEED = "/v1/feed"
PACKED_KEPT = 64

logger = logging.getLogger(__name__)


ExtraRoutes = Callable[[str, Mapping[str, str]], Awaitable[Reply | None]]
"""Answers for paths that are not of the feed: the path with its query, the headers in lower case; None to pass."""


async def _nothing(_path: str, _headers: Mapping[str, str]) -> Reply | None:
    return None


Fetch = Callable[[str], Awaitable[bool]]
"""Brings a channel into the hub that rests; False: it cannot be read now."""


async def _have_it(_channel: str) -> bool:
    return True


def _healthy() -> tuple[bool, Mapping[str, object]]:
    return True, {}


def _no_metrics() -> tuple[bytes, str]:
    return b"", "text/plain; charset=utf-8"


@dataclass(eq=False, kw_only=True)
class HttpApi:
    """The routes.

    Attributes:
        hub: the tables.
        access: who may read.
        files: of the scoreboard, by URL path.
        health: whether the service works, and details.
        metrics: the body of `/metrics` and its media type.
        extra_routes: asked for any path that is not known here.
        fetch: has a channel brought into the hub before it is looked at; False: it cannot be now.
        most_readers: clients of the feed at the same time, WebSocket and server-sent events together.
        grace: seconds for a client to take its leave.
    """

    hub: Hub = field(kw_only=False)
    access: Access = field(default_factory=Access)
    files: Mapping[str, StaticFile] = field(default_factory=dict)
    health: Callable[[], tuple[bool, Mapping[str, object]]] = _healthy
    metrics: Callable[[], tuple[bytes, str]] = _no_metrics
    extra_routes: ExtraRoutes = _nothing
    fetch: Fetch = _have_it
    most_readers: int = 10_000
    grace: float = 2.0
    _packed: dict[tuple[str, str], bytes] = field(default_factory=dict, init=False)

    async def __call__(self, connection: FeedConnection, request: Request) -> Response | None:
        """Answer one request; None lets the WebSocket handshake go on."""
        headers = {name.lower(): value for name, value in request.headers.raw_items()}
        if request.method not in ("GET", "HEAD"):
            return self._response(request, headers, Reply(405, b"", {"Allow": "GET, HEAD"}))
        target, _, query_text = request.path.partition("?")
        path = unquote(target, errors="replace")
        try:
            query = query_of(query_text)
            refusal = self._refusal(path, headers, query)
            if refusal is None and path == FEED:
                refusal = self._refuse_feed(connection, request, headers)
                if refusal is None:
                    return None  # the handshake goes on
            if refusal is not None:
                return self._response(request, headers, refusal)
            channel = _channel_of(path)
            if channel is not None and not await self.fetch(channel):
                return self._response(request, headers, not_now())
            following = self._following(path, headers, query)
            reply = following if isinstance(following, Reply) else self._reply(path, headers, query)
        except ValueError as error:  # pydantic's ValidationError is one
            following, reply = None, problem(400, feed.CloseCode.BAD_MESSAGE, str(error).splitlines()[0][:200])
        if isinstance(following, EventStream):
            return await self._stream(connection, request, headers, following)
        reply = reply or await self.extra_routes(request.path, headers)
        return self._response(
            request, headers, reply or problem(404, feed.CloseCode.NO_SUCH_CHANNEL, "nothing is here")
        )

    def _refusal(self, path: str, headers: Mapping[str, str], query: Mapping[str, str]) -> Reply | None:
        """Who may not read what is below `/v1/` is told so before anything else."""
        if not path.startswith("/v1/"):
            return None
        if not self.access.welcomes(headers.get("origin"), headers.get("host")):
            return problem(403, feed.CloseCode.FORBIDDEN, "not from this origin")
        if not self.access.admits(headers.get("authorization"), query.get("ticket"), time.time()):
            code = feed.CloseCode.UNAUTHENTICATED
            return problem(401, code, code.meaning, {"WWW-Authenticate": "Bearer"})
        return None

    def _refuse_feed(self, connection: FeedConnection, request: Request, headers: Mapping[str, str]) -> Reply | None:
        if headers.get("upgrade", "").lower() != "websocket":
            return None  # the handshake explains that this address needs a WebSocket
        offered = ",".join(request.headers.get_all("Sec-WebSocket-Protocol")).split(",")
        if feed.SUBPROTOCOL not in [name.strip() for name in offered]:
            return problem(400, feed.CloseCode.PROTOCOL_VERSION, f"this service speaks {feed.SUBPROTOCOL}")
        return self._overload(connection)

    def _overload(self, connection: FeedConnection) -> Reply | None:
        if connection.admission.readers < self.most_readers:
            return None
        self.hub.count_close(feed.CloseCode.OVERLOAD)
        return later(503, feed.CloseCode.OVERLOAD.meaning)

    async def _stream(
        self, connection: FeedConnection, request: Request, headers: Mapping[str, str], following: EventStream
    ) -> Response:
        refusal = self._overload(connection)
        if refusal is None and request.method == "HEAD":
            refusal = Reply(200, b"", {"Content-Type": "text/event-stream; charset=utf-8"})
        if refusal is None:
            cors = "".join(f"{name}: {value}\r\n" for name, value in self._cors(headers).items())
            await stream(connection, self.hub, following, self.grace, cors)
            refusal = Reply(200)  # the connection is gone: nobody reads this
        return self._response(request, headers, refusal)

    def _following(self, path: str, headers: Mapping[str, str], query: Mapping[str, str]) -> EventStream | Reply | None:
        parts = path.split("/")
        if len(parts) != 5 or parts[1:3] != ["v1", "channels"] or parts[4] != "events":
            return None
        if parts[3] not in self.hub.channels:
            return no_channel()
        position = headers.get("last-event-id") or query.get("lastEventId") or ""
        request_filter = feed.FilterRequest.model_validate(
            {
                name: query[name].split(",") if name != "top" else query[name]
                for name in ("section", "ranking", "pairs", "top")
                if name in query
            }
        )
        return EventStream(parts[3], Filter.of(request_filter), _encoding(query), wire.position_of(position))

    def _reply(self, path: str, headers: Mapping[str, str], query: Mapping[str, str]) -> Reply | None:
        if path == "/healthz":
            healthy, details = self.health()
            body = orjson.dumps({"healthy": healthy, **details})
            fields = {"Content-Type": "application/json", "Cache-Control": "no-store"}
            return Reply(200 if healthy else 503, body, fields)
        if path == "/metrics":
            body, media_type = self.metrics()
            return Reply(200, body, {"Content-Type": media_type, "Cache-Control": "no-store"})
        file = self.files.get(path)
        if file is not None:
            return file_reply(file, headers)
        channel = _channel_of(path)
        if channel is None or (PARAMETERS & query.keys() and path.endswith("/standings")):
            return None
        if channel not in self.hub.channels:
            return no_channel()
        return self._snapshot(channel, headers, _encoding(query))

    def _snapshot(self, name: str, headers: Mapping[str, str], encoding: feed.Encoding) -> Reply:
        view = self.hub.view(name, encoding=encoding)
        position = wire.event_id(view.channel.epoch, view.channel.seq)
        fields = {
            "Content-Type": "application/json",
            "ETag": f'"{position}"',
            "Cache-Control": "no-cache",
            "Vary": "Accept-Encoding",
        }
        if matches(headers.get("if-none-match"), fields["ETag"]):
            return Reply(304, b"", fields)
        body = view.document()
        if len(body) < PACK_FROM or not takes_gzip(headers):
            return Reply(200, body, fields)
        key = (f"{name} {encoding}", position)
        packed = self._packed.get(key)
        if packed is None:
            if len(self._packed) >= PACKED_KEPT:
                self._packed.clear()
            packed = self._packed[key] = gzip.compress(body, 5, mtime=0)
        return Reply(200, packed, {**fields, "Content-Encoding": "gzip"})

    def _cors(self, headers: Mapping[str, str]) -> dict[str, str]:
        """Pages of the origins that may connect may also read."""
        origin = headers.get("origin")
        if origin is None or not self.access.welcomes(origin, headers.get("host")):
            return {}
        return {"Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": "ETag", "Vary": "Origin"}

    def _response(self, request: Request, headers: Mapping[str, str], reply: Reply) -> Response:
        status = http.HTTPStatus(reply.status)
        fields = {**static_files.HARDENING, **self._cors(headers)}
        for name, value in reply.headers.items():
            fields[name] = f"{fields[name]}, {value}" if name == "Vary" and name in fields else value
        fields["Connection"] = "close"
        if status is not http.HTTPStatus.NOT_MODIFIED:
            fields["Content-Length"] = str(len(reply.body))
        body = b"" if request.method == "HEAD" else reply.body
        return Response(status.value, status.phrase, Headers(fields), body)


_TABLES = {
    "standings": feed.standings_channel,
    "matches": feed.matches_channel,
    "games": feed.games_channel,
    "seats": feed.seats_channel,
}


def _channel_of(path: str) -> str | None:
    """The channel whose snapshot a path names."""
    match path.split("/")[1:]:
        case ["v1", "events"]:
            return feed.EVENTS_CHANNEL
        case ["v1", "events", event, ("standings" | "matches" | "games" | "seats") as table]:
            return _TABLES[table](event)
        case ["v1", "events", event, "boards", board]:
            return feed.board_channel(event, board)
        case ["v1", "events", event, "boards", board, "analysis"]:
            return feed.analysis_channel(event, board)
        case ["v1", "channels", channel, ("snapshot" | "events")]:
            return channel
    return None


def _encoding(query: Mapping[str, str]) -> feed.Encoding:
    return feed.Encoding(query.get("encoding", feed.Encoding.ROWS.value))
