import asyncio
import gzip
import json
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from websockets.exceptions import InvalidStatus

from contracts.feed import EVENTS_CHANNEL, SERVER_MESSAGES, Encoding, Snapshot
from services.broadcast.adapters import http_api, static_files
from services.broadcast.adapters.event_stream import EventStream
from services.broadcast.adapters.http_api import HttpApi, following
from services.broadcast.adapters.websocket_server import FeedServer
from services.broadcast.domain.access import Access, issue_ticket
from services.broadcast.domain.channel import TableState
from services.broadcast.domain.filters import EVERYTHING, Filter
from tests.support.feed import CHANNEL, feed, table
from tests.support.sockets import get, raw, reader, serving, until
from tests.support.time_limits import scaled

STANDINGS = "/v1/events/club-night/standings"


async def test_a_snapshot_is_the_message_of_the_feed_and_says_its_position() -> None:
    async with serving() as (hub, server):
        hub.update(CHANNEL, table({"1": 50}, title="Pairs"), "E1", 7)
        answer = await get(server, STANDINGS)
        message = SERVER_MESSAGES.validate_json(answer.body)
        assert isinstance(message, Snapshot)
        assert message.rows == {"1": {"section": "A", "number": "1", "rank": 1, "total": "50"}}
        assert answer.headers["etag"] == '"E1-7"'
        assert answer.headers["content-length"] == str(len(answer.body))
        assert (await get(server, f"/v1/channels/{CHANNEL}/snapshot")).body == answer.body


async def test_columns_are_written_on_request() -> None:
    async with serving() as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        assert (await get(server, f"{STANDINGS}?encoding=columns")).json["rows"] == {"1": ["A", "1", 1, "50"]}
        assert (await get(server, f"{STANDINGS}?encoding=xml")).status == 400
        crowded = "&".join(f"p{number}=1" for number in range(40))
        assert (await get(server, f"{STANDINGS}?{crowded}")).status == 400


async def test_every_channel_has_its_address() -> None:
    async with serving() as (hub, server):
        for channel in (
            "events",
            "evt.a.seats",
            "evt.a.matches",
            "evt.a.games",
            "evt.a.boards",
            "evt.a.board.2-7",
            "evt.a.analysis.2-7",
            "evt.a.standings",
        ):
            hub.update(channel, TableState(("x",), {"1": (channel,)}), "E1", 1)
        for path, channel in {
            "/v1/events": "events",
            "/v1/events/a/seats": "evt.a.seats",
            "/v1/events/a/boards/2-7/analysis": "evt.a.analysis.2-7",
            "/v1/events/a/matches": "evt.a.matches",
            "/v1/events/a/games": "evt.a.games",
            "/v1/events/a/boards": "evt.a.boards",
            "/v1/events/a/boards/2-7": "evt.a.board.2-7",
            "/v1/events/a/standings": "evt.a.standings",
        }.items():
            assert (await get(server, path)).json["channel"] == channel


async def test_the_list_of_events_is_a_calendar_and_news() -> None:
    columns = ("name", "organiser", "date", "status", "leader", "updated")
    row = ("Cup", None, "2026-03-07", "official", "Ann", "2026-03-07T22:05:00+00:00")
    async with serving(club="Old Town") as (hub, server):
        hub.update(EVENTS_CHANNEL, TableState(columns, {"cup": row}, {}), "E1", 1)
        for path, media, part in (
            ("/v1/calendar.ics", "text/calendar; charset=utf-8", b"SUMMARY:Cup"),
            ("/v1/results.atom", "application/atom+xml; charset=utf-8", b"<title>Old Town</title>"),
        ):
            answer = await get(server, path)
            assert (answer.status, answer.headers["content-type"]) == (200, media)
            assert part in answer.body
            assert (await get(server, path, If_None_Match=answer.headers["etag"])).status == 304


async def test_a_reader_that_has_it_already_gets_304_until_it_changes() -> None:
    async with serving() as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        for known in ('"E1-1"', 'W/"E1-1"', '"x", "E1-1"', "*"):
            answer = await get(server, STANDINGS, If_None_Match=known)
            assert (answer.status, answer.body) == (304, b"")
        hub.update(CHANNEL, table({"1": 60}), "E1", 2)
        assert (await get(server, STANDINGS, If_None_Match='"E1-1"')).status == 200


async def test_large_snapshots_are_packed_for_those_who_take_it() -> None:
    async with serving() as (hub, server):
        hub.update(CHANNEL, table({str(pair): pair for pair in range(99)}), "E1", 1)
        plain = await get(server, STANDINGS)
        packed = await get(server, STANDINGS, Accept_Encoding="br, gzip;q=0.5")
        assert packed.headers["content-encoding"] == "gzip"
        assert gzip.decompress(packed.body) == plain.body
        assert "content-encoding" not in (await get(server, STANDINGS, Accept_Encoding="gzip;q=0")).headers


@pytest.mark.parametrize(
    "path", [STANDINGS, "/v1/events/%2e%2e/standings", "/v1/nothing", "/nowhere", "/v1/channels/x/events"]
)
async def test_what_is_not_there_is_404_with_a_code(path: str) -> None:
    async with serving() as (_hub, server):
        answer = await get(server, path)
        assert (answer.status, answer.json["code"]) == (404, 4404)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    folder.mkdir()
    (folder / "style.css").write_text("a{color:red}" * 100)
    (folder / "app.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    return folder


async def test_a_file_has_a_strict_policy_and_an_etag(page: Path) -> None:
    async with serving(files=static_files.load(page)) as (_hub, server):
        answer = await get(server, "/style.css")
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert (await get(server, "/style.css", If_None_Match=answer.headers["etag"])).status == 304
        assert (await get(server, "/style.css?x=1")).body == answer.body
        assert gzip.decompress((await get(server, "/style.css", Accept_Encoding="gzip")).body) == answer.body
        assert (await get(server, "/app.js")).headers["content-type"].startswith("text/javascript")


async def test_pages_answer_what_no_file_does_and_know_who_may_read() -> None:
    async def pages(request: Request, admitted: bool) -> Response | None:
        return Response(f"{request.url.path} {admitted}") if request.url.path.startswith("/e/") else None

    async with serving(pages=pages, access=Access(tokens=frozenset({"reader-one"}))) as (_hub, server):
        assert (await get(server, "/e/club-night")).body == b"/e/club-night False"
        assert (await get(server, "/e/club-night", Authorization="Bearer reader-one")).body == b"/e/club-night True"
        assert (await get(server, "/nowhere")).status == 404


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "//etc/passwd", "/app.js/", "/%00"]
)
async def test_no_path_leads_out_of_the_folder(page: Path, path: str) -> None:
    async with serving(files=static_files.load(page)) as (_hub, server):
        answer = await get(server, path)
        assert answer.status == 404
        assert b"secret" not in answer.body


async def test_head_has_the_headers_without_the_body(page: Path) -> None:
    async with serving(files=static_files.load(page)) as (_hub, server):
        answer = await get(server, "/app.js", method="HEAD")
        assert (answer.status, answer.headers["content-length"], answer.body) == (200, "1", b"")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
async def test_other_methods_are_not_allowed(method: str) -> None:
    async with serving() as (_hub, server):
        answer = await get(server, "/v1/events", method=method)
        assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize("path", ["/", "/e/spring-pairs/standings", "/v1/events", STANDINGS, "/healthz", "/desk"])
async def test_a_page_that_reaches_the_server_under_its_own_name_reads_nothing(path: str) -> None:
    async with serving(extra_routes=[Route("/desk", lambda _: Response("desk"))]) as (_hub, server):
        answer = await get(server, path, Host="evil.example")
        assert (answer.status, answer.json["code"]) == (421, 4403)
        assert "KIBITZ_BROADCAST_HOSTS" in answer.json["message"]


async def test_health_comes_from_the_service_and_metrics_are_not_public() -> None:
    healthy = True
    async with serving(health=lambda: (healthy, {"bus": "connected"})) as (_hub, server):
        answer = await get(server, "/healthz")
        assert (answer.status, answer.json) == (200, {"healthy": True, "bus": "connected"})
        healthy = False
        assert (await get(server, "/healthz")).status == 503
        assert (await get(server, "/metrics")).status == 404


async def test_other_routes_stand_beside_those_of_the_feed_and_before_the_files() -> None:
    asked: list[str] = []

    async def extra(request: Request) -> Response:
        asked.append(str(request.url).partition("feed.test")[2])
        return Response(request.headers["x-name"])

    routes = [Route("/v1/events/{event}/{kind}/{name}", extra)]
    async with serving(extra_routes=routes) as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        answer = await get(server, "/v1/events/club-night/files/csv?values=stated", X_Name="pair 1")
        assert (answer.status, answer.body) == (200, b"pair 1")
        assert (await get(server, "/v1/events/club-night/boards/1")).status == 404
        assert (await get(server, STANDINGS)).status == 200
        assert asked == ["/v1/events/club-night/files/csv?values=stated"]


async def test_who_asks_for_earlier_standings_is_answered_by_those_who_know_them() -> None:
    async def earlier(request: Request) -> Response:
        return Response(request.path_params["event"] + request.query_params["after_round"])

    async with serving(earlier=earlier) as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        assert (await get(server, f"{STANDINGS}?after_round=2")).body == b"club-night2"
        assert (await get(server, f"{STANDINGS}?after=2")).json["type"] == "snapshot"
        assert (await get(server, f"/v1/channels/{CHANNEL}/snapshot?after_round=2")).json["type"] == "snapshot"


async def test_a_token_or_a_ticket_opens_what_is_closed_and_health_stays_open() -> None:
    access = Access(tokens=frozenset({"reader-one"}), ticket_secret="made up")
    async with serving(access=access) as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        refused = await get(server, STANDINGS)
        assert (refused.status, refused.headers["www-authenticate"], refused.json["code"]) == (401, "Bearer", 4401)
        assert (await get(server, STANDINGS, Authorization="Bearer reader-one")).status == 200
        ticket = issue_ticket("made up", int(time.time()) + 60)
        assert (await get(server, f"{STANDINGS}?ticket={ticket}")).status == 200
        assert (await get(server, f"/v1/channels/{CHANNEL}/events")).status == 401
        assert (await get(server, "/healthz")).status == 200


async def test_pages_of_other_origins_are_refused_and_listed_ones_may_read() -> None:
    access = Access(origins=frozenset({"https://club.example"}))
    async with serving(access=access) as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        assert (await get(server, STANDINGS, Origin="https://evil.example")).status == 403
        answer = await get(server, STANDINGS, Origin="https://club.example")
        assert answer.headers["access-control-allow-origin"] == "https://club.example"
        assert answer.headers["vary"] == "Origin, Accept-Encoding"
        assert (await get(server, STANDINGS, Origin="http://feed.test")).status == 200


@pytest.mark.slow
@pytest.mark.parametrize(
    "request_bytes",
    [
        b"nonsense\r\n\r\n",
        b"GET /\r\n\r\n",
        b"\x16\x03\x01\x00",
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 500 + b"\r\n",
        b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello",
    ],
)
async def test_what_is_no_request_is_answered_or_cut_off_and_the_service_lives(request_bytes: bytes) -> None:
    async with serving(options={"patience": 0.3}) as (_hub, server):
        answer = await raw(server, request_bytes)
        assert answer.status == 0 or answer.status >= 400
        assert (await get(server, "/healthz")).status == 200


@pytest.mark.slow
async def test_a_request_that_never_ends_is_cut_off() -> None:
    async with serving(options={"head": 0.2}) as (_hub, server):
        incoming, outgoing = await asyncio.open_connection("127.0.0.1", server.port)
        outgoing.write(b"GET / HTTP/1.1\r\n")
        async with asyncio.timeout(scaled(2)):
            with suppress(ConnectionError):  # cut off without ceremony
                assert await incoming.read() == b""
        outgoing.close()


async def events(server: FeedServer, target: str, count: int, **headers: str) -> list[dict[str, str]]:
    """So many server-sent events."""
    incoming, outgoing = await asyncio.open_connection("127.0.0.1", server.port)
    fields = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    # To a client of HTTP/1.0 a stream is not sent in chunks.
    outgoing.write(f"GET {target} HTTP/1.0\r\nHost: feed.test\r\n{fields}\r\n".encode())
    heard: list[dict[str, str]] = []
    async with asyncio.timeout(scaled(5)):
        head = (await incoming.readuntil(b"\r\n\r\n")).decode().lower()
        assert "200 ok" in head
        assert "x-accel-buffering: no" in head
        while len(heard) < count:
            block = (await incoming.readuntil(b"\n\n")).decode()
            event = dict(line.split(": ", 1) for line in block.strip().split("\n"))
            if "event" in event:
                heard.append(event)
    outgoing.close()
    return heard


SSE = f"/v1/channels/{CHANNEL}/events"


async def test_server_sent_events_begin_with_a_snapshot_and_carry_positions() -> None:
    async with serving() as (hub, server):
        hub.update(CHANNEL, table({"1": 50, "2": 40}), "E1", 1)
        reading = asyncio.create_task(events(server, f"{SSE}?top=1&encoding=columns", 3))
        await asyncio.sleep(0.1)
        hub.update(CHANNEL, table({"1": 30, "2": 40}), "E1", 2)
        heard = await reading
        assert [(event["event"], event["id"]) for event in heard] == [
            ("snapshot", "E1-1"),
            ("synced", "E1-1"),
            ("delta", "E1-2"),
        ]
        assert json.loads(heard[0]["data"])["rows"] == {"1": ["A", "1", 1, "50"]}
        delta = json.loads(heard[2]["data"])
        assert (delta["removed"], delta["added"]) == (["1"], {"2": ["A", "2", 1, "40"]})


async def test_server_sent_events_resume_after_the_last_one() -> None:
    async with serving() as (hub, server):
        for seq in (1, 2, 3):
            hub.update(CHANNEL, table({"1": seq}), "E1", seq)
        heard = await events(server, SSE, 2, Last_Event_ID="E1-1")
        assert [(event["event"], event["id"]) for event in heard] == [("delta", "E1-3"), ("synced", "E1-3")]
        heard = await events(server, SSE, 2, Last_Event_ID="E0-1")
        assert [event["event"] for event in heard] == ["snapshot", "synced"]


@pytest.mark.slow
async def test_a_stream_lives_on_past_the_patience_for_requests() -> None:
    async with serving(options={"patience": 0.1}, limits={"heartbeat": 0.1}) as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        heard = await events(server, SSE, 6)
        assert [event["event"] for event in heard] == ["snapshot", "synced"] + ["heartbeat"] * 4


async def test_what_a_reader_of_events_sends_is_not_looked_at_and_its_leaving_is_seen() -> None:
    async with serving() as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        incoming, outgoing = await asyncio.open_connection("127.0.0.1", server.port)
        outgoing.write(f"GET {SSE} HTTP/1.1\r\nHost: feed.test\r\n\r\n".encode())
        await incoming.readuntil(b"synced")
        outgoing.write(b"\x00\xff" * 5000)
        await outgoing.drain()
        hub.update(CHANNEL, table({"1": 51}), "E1", 2)
        await incoming.readuntil(b"event: delta")
        assert server.readers()["live"] == 1
        outgoing.close()
        await asyncio.sleep(0.1)
        assert server.readers()["live"] == 0


async def test_a_wrong_filter_of_a_stream_is_400() -> None:
    async with serving() as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        assert (await get(server, f"{SSE}?top=many")).status == 400


async def test_the_address_of_the_feed_needs_a_websocket_that_speaks_its_protocol() -> None:
    async with serving() as (_hub, server):
        assert (await get(server, "/v1/feed")).status == 426
        with pytest.raises(InvalidStatus) as refused:
            await reader(server, subprotocols=["standings.v9+json"])
        assert json.loads(refused.value.response.body)["code"] == 4406
        async with reader(server) as client:
            await until(client, "welcome")


async def test_as_many_readers_as_there_may_be_are_let_in() -> None:
    async with serving(most_readers=1) as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        async with reader(server) as first:
            await until(first, "welcome")
            with pytest.raises(InvalidStatus) as refused:
                await reader(server)
            assert (refused.value.response.status_code, refused.value.response.headers["Retry-After"]) == (503, "5")
            full = await get(server, f"/v1/channels/{CHANNEL}/events")
            assert full.status == 503
            assert hub.counts["closed_1013"] == 2


def api(**given: object) -> HttpApi:
    """The routes over one channel."""
    hub, _clock = feed()
    hub.update(CHANNEL, table({"1": 50}), "E1", 1)
    return HttpApi(hub, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("query", "headers", "follow"),
    [
        ({}, {}, EventStream(CHANNEL, EVERYTHING, Encoding.ROWS, None)),
        (
            {"section": "A,B", "ranking": "overall", "pairs": "1,2", "top": "3", "encoding": "columns"},
            {"last-event-id": "E1-7"},
            EventStream(CHANNEL, Filter(("A", "B"), ("overall",), 3, ("1", "2")), Encoding.COLUMNS, ("E1", 7)),
        ),
        ({"lastEventId": "E1-3", "other": "x"}, {}, EventStream(CHANNEL, EVERYTHING, Encoding.ROWS, ("E1", 3))),
        (
            {"lastEventId": "E1-3"},
            {"last-event-id": "E1-4"},
            EventStream(CHANNEL, EVERYTHING, Encoding.ROWS, ("E1", 4)),
        ),
    ],
)
def test_a_stream_follows_what_its_query_and_headers_ask_for(
    query: dict[str, str], headers: dict[str, str], follow: EventStream
) -> None:
    assert following(CHANNEL, headers, query) == follow


@pytest.mark.parametrize(
    "path",
    [
        "/v1/channels",
        f"{SSE}/x",
        f"/v2/channels/{CHANNEL}/events",
        "/v1/a/b/events",
        "/v1/channels/evt.none.standings/events",
    ],
)
async def test_another_path_is_no_stream(path: str) -> None:
    async with serving() as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        answer = await get(server, path)
        assert (answer.status, answer.json["code"]) == (404, 4404)


@pytest.mark.parametrize(("extra", "packed"), [(0, True), (1, False)])
def test_a_long_snapshot_is_packed(monkeypatch: pytest.MonkeyPatch, extra: int, packed: bool) -> None:
    http = api()
    monkeypatch.setattr(http_api, "PACK_FROM", len(http.hub.view(CHANNEL).document()) + extra)
    reply = http.snapshot(CHANNEL, {"accept-encoding": "gzip"}, Encoding.ROWS)
    assert ("Content-Encoding" in reply.headers) is packed


def test_a_snapshot_is_packed_once_and_64_are_kept() -> None:
    http = api()

    def packed(seq: int, encoding: Encoding = Encoding.ROWS) -> bytes:
        http.hub.update(CHANNEL, table({str(pair): pair + seq for pair in range(99)}), "E1", seq)
        return http.snapshot(CHANNEL, {"accept-encoding": "gzip"}, encoding).body  # type: ignore[return-value]

    first = packed(50)
    assert first == gzip.compress(http.hub.view(CHANNEL).document(), 5, mtime=0)
    assert packed(50) is first
    assert json.loads(gzip.decompress(packed(50, Encoding.COLUMNS)))["encoding"] == "columns"
    for seq in range(51, 113):
        packed(seq)
    assert len(http._packed) == 64
    packed(113)
    assert len(http._packed) == 1


async def test_a_long_error_is_cut_to_its_first_line() -> None:
    async with serving() as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        answer = await get(server, f"{STANDINGS}?encoding={'x' * 300}")
        assert (answer.status, answer.json["code"]) == (400, 4400)
        assert answer.json["message"] == f"'{'x' * 300}"[:200]


async def test_a_look_at_a_stream_has_its_headers_and_ends() -> None:
    async with serving() as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        answer = await get(server, SSE, method="HEAD")
        assert (answer.status, answer.headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
        assert server.readers()["live"] == 0


@pytest.mark.parametrize(
    ("method", "known", "status", "length", "body"),
    [("GET", '"x"', 200, "1", b"1"), ("HEAD", '"x"', 200, "1", b""), ("GET", "*", 304, None, b"")],
)
async def test_an_answer_says_how_long_it_is_and_is_hardened(
    page: Path, method: str, known: str, status: int, length: str | None, body: bytes
) -> None:
    async with serving(files=static_files.load(page)) as (_hub, server):
        answer = await get(server, "/app.js", method=method, If_None_Match=known)
        assert (answer.status, answer.headers.get("content-length"), answer.body) == (status, length, body)
        assert answer.headers["vary"] == "Accept-Encoding"
        for name, value in http_api.HARDENING.items():
            assert answer.headers[name.lower()] == value


async def test_an_answer_that_fails_is_500_and_tells_nothing() -> None:
    def health() -> tuple[bool, Mapping[str, object]]:
        raise RuntimeError("secret")

    async with serving(health=health) as (_hub, server):
        answer = await get(server, "/healthz")
        assert answer.status == 500
        assert answer.json == {"code": 500, "message": "the service itself failed"}
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert (await get(server, "/openapi.json")).status == 200
