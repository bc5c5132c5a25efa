import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Close
from websockets.http11 import Response

from contracts.feed import Unsubscribed
from kibitz_client import CloseCode, Feed, FeedEnded, NoSuchChannel, NotReached, Update
from kibitz_client import feed as client_module
from kibitz_client.feed import pause_before
from kibitz_client.following import Following
from services.broadcast.domain.access import Access
from services.broadcast.domain.wire import message
from tests.support.feed import CHANNEL, table
from tests.support.sockets import serving
from tests.support.swallowing import swallowing
from tests.support.time_limits import scaled


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "FIRST_PAUSE", 0.02)
    monkeypatch.setattr(client_module, "RETRY_AFTER", 0.05)


async def one(updates: AsyncIterator[Update]) -> Update:
    async with asyncio.timeout(scaled(5)):
        return await anext(updates)


async def test_an_event_is_followed_in_ten_lines() -> None:
    async with serving() as (hub, server):
        hub.update(CHANNEL, table({"1": 50, "2": 60}, round=1), "E1", 1)
        seen = []
        async with Feed(f"http://127.0.0.1:{server.port}") as feed:
            async for update in feed.follow(CHANNEL):
                seen.append([row["number"] for row in update.table.sorted("rank")])
                if len(seen) == 2:
                    break
                hub.update(CHANNEL, table({"1": 70, "2": 60}, round=2), "E1", 2)
        assert seen == [["2", "1"], ["1", "2"]]
        assert update.table.meta == {"round": 2}
        assert update.changed == {"1", "2"}


async def test_a_stop_of_the_service_is_told_and_the_client_resumes_without_loss() -> None:
    async with serving(options={"reconnect_spread": 0.0}) as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        port = server.port
        async with Feed(f"ws://127.0.0.1:{port}") as feed, aclosing(feed.follow(CHANNEL)) as updates:
            assert (await one(updates)).seq == 1
            await server.stop()
            down = await one(updates)
            assert (down.connected, down.stale, down.table.rows["1"]["total"]) == (False, True, "50")
            async with serving(options={"port": port}) as (again, _server):
                for seq in (1, 2, 3):
                    again.update(CHANNEL, table({"1": 50 + seq}), "E1", seq)
                up = await one(updates)
                assert (up.connected, up.stale, up.seq, up.table.rows["1"]["total"]) == (True, False, 3, "53")
                assert up.changed == {"1"}


@pytest.mark.slow
async def test_cut_lines_lose_nothing() -> None:
    rng = random.Random(7)
    async with serving() as (hub, server):
        hub.update(CHANNEL, table({"1": 0}), "E1", 1)
        async with Feed(f"ws://127.0.0.1:{server.port}") as feed, aclosing(feed.follow(CHANNEL)) as updates:
            await one(updates)

            async def write() -> None:
                for seq in range(2, 60):
                    hub.update(CHANNEL, table({"1": seq, str(rng.randrange(2, 9)): seq}), "E1", seq)
                    if seq % 10 == 0:
                        for connection in tuple(server._admission.readers):
                            connection.transport.abort()
                    await asyncio.sleep(0.01)

            writing = asyncio.create_task(write())
            update = await one(updates)
            while update.seq < 59 or update.stale:
                update = await one(updates)
            await writing
            assert {key: row["total"] for key, row in update.table.rows.items()} == {
                key: row[3] for key, row in hub.channels[CHANNEL].rows.items()
            }


async def test_a_channel_that_does_not_exist_yet_is_waited_for() -> None:
    async with serving() as (hub, server), Feed(f"ws://127.0.0.1:{server.port}") as feed:
        waiting = asyncio.create_task(one(feed.follow(CHANNEL, wait=True)))
        await asyncio.sleep(0.1)
        assert not waiting.done()
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        assert (await waiting).seq == 1


async def test_an_event_that_is_not_there_is_an_error_that_names_what_may_have_been_meant() -> None:
    async with serving() as (hub, server), Feed(f"ws://127.0.0.1:{server.port}") as feed:
        hub.update("events", table({"club-night": 1, "spring-teams": 1}), "E1", 1)
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        with pytest.raises(NoSuchChannel, match="did you mean club-night") as absent:
            await one(feed.standings("clubnight"))
        assert (absent.value.code, absent.value.suggestions) == (CloseCode.NO_SUCH_CHANNEL, ("club-night",))
        with pytest.raises(NoSuchChannel, match="event club-night has no matches"):
            await one(feed.matches("club-night"))
        with pytest.raises(NoSuchChannel, match="there is no channel"):
            await one(feed.follow("everything"))
        assert (await one(feed.standings("club-night"))).seq == 1


async def test_a_server_that_is_not_there_is_an_error() -> None:
    async with Feed("ws://127.0.0.1:9") as feed:
        with pytest.raises(NotReached, match=r"nobody answers at ws://127\.0\.0\.1:9/v1/feed"):
            await one(feed.follow(CHANNEL))


async def test_a_server_that_takes_the_connection_and_says_nothing_is_an_error() -> None:
    async def silent(_reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(60)

    listening = await asyncio.start_server(silent, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    async with Feed(f"ws://127.0.0.1:{port}", patience=0.2) as feed:
        with pytest.raises(NotReached):
            await one(feed.follow(CHANNEL))
    listening.close()


async def test_a_server_that_is_waited_for_is_said_to_be_silent_once(caplog: pytest.LogCaptureFixture) -> None:
    with swallowing() as address:
        async with Feed(address, patience=0.05) as feed:
            following = asyncio.create_task(one(feed.follow(CHANNEL, wait=True)))
            async with asyncio.timeout(scaled(10)):
                while not caplog.messages:
                    await asyncio.sleep(0.01)
            await asyncio.sleep(0.3)
            assert not following.done()
            following.cancel()
    (said,) = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert said.startswith(f"no answer yet from {address.replace('http', 'ws')}/v1/feed")


async def test_a_channel_that_cannot_exist_ends_it() -> None:
    async with serving() as (_hub, server), Feed(f"ws://127.0.0.1:{server.port}") as feed:
        with pytest.raises(FeedEnded) as ended:
            await one(feed.follow("evt.*.standings", wait=True))
        assert ended.value.code == CloseCode.NO_SUCH_CHANNEL


async def test_a_wish_that_cannot_be_is_refused_at_once() -> None:
    async with Feed("ws://127.0.0.1:9") as feed:
        with pytest.raises(ValueError, match="max_rate"):
            await one(feed.follow(CHANNEL, max_rate=5000.0))
        with pytest.raises(ValueError, match="top"):
            await one(feed.follow(CHANNEL, top=0))


async def test_a_service_that_refuses_the_wish_ends_it_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a service of another minor version might."""
    monkeypatch.setattr(client_module.Following, "request", lambda self, number: _wrong(self, number))
    async with serving() as (hub, server), Feed(f"ws://127.0.0.1:{server.port}") as feed:
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        with pytest.raises(FeedEnded, match="encoding"):
            await one(feed.follow(CHANNEL))


def _wrong(following: Following, number: int) -> str:
    following._awaited = number
    return f'{{"type":"subscribe","id":{number},"channel":"{CHANNEL}","encoding":"xml"}}'


async def test_a_token_is_sent_and_without_one_it_ends() -> None:
    async with serving(access=Access(tokens=frozenset({"reader-one"}))) as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        url = f"ws://127.0.0.1:{server.port}"
        async with Feed(url, token="reader-one") as feed:
            assert (await one(feed.follow(CHANNEL))).seq == 1
        async with Feed(url) as feed:
            with pytest.raises(FeedEnded) as ended:
                await one(feed.follow(CHANNEL))
            assert ended.value.code == 401
            with pytest.raises(FeedEnded):
                await one(feed.follow("events"))


async def test_several_channels_share_a_line_and_a_filter_counts() -> None:
    async with serving() as (hub, server):
        hub.update(CHANNEL, table({"1": 50, "2": 60}), "E1", 1)
        hub.update("events", table({"club-night": 1}), "E1", 1)
        async with Feed(f"ws://127.0.0.1:{server.port}") as feed:
            first, second = feed.follow(CHANNEL, top=1), feed.follow("events")
            assert set((await one(first)).table.rows) == {"2"}
            assert set((await one(second)).table.rows) == {"club-night"}
            assert server.readers()["live"] == 1
            with pytest.raises(ValueError, match="followed already"):
                await one(feed.follow("events"))


async def test_a_copy_that_is_proved_wrong_is_fetched_again() -> None:
    async with serving(limits={"checksum_every": 1}) as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        async with Feed(f"ws://127.0.0.1:{server.port}") as feed, aclosing(feed.follow(CHANNEL)) as updates:
            await one(updates)
            feed._followings[CHANNEL].replica.rows = {
                "1": {"section": "A", "number": "1", "rank": 1, "total": "50"},
                "x": {},
            }
            hub.update(CHANNEL, table({"1": 51}), "E1", 2)
            update = await one(updates)
            while update.stale:
                update = await one(updates)
            assert set(update.table.rows) == {"1"}


async def test_a_reset_brings_the_new_table() -> None:
    async with serving() as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 9)
        async with Feed(f"ws://127.0.0.1:{server.port}") as feed, aclosing(feed.follow(CHANNEL)) as updates:
            await one(updates)
            hub.update(CHANNEL, table({"2": 50}), "E2", 1)
            update = await one(updates)
            assert (update.epoch, update.seq, update.removed) == ("E2", 1, {"1"})


async def test_the_end_of_a_channel_ends_it() -> None:
    async with serving() as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        async with Feed(f"ws://127.0.0.1:{server.port}") as feed, aclosing(feed.follow(CHANNEL)) as updates:
            await one(updates)
            ended = Unsubscribed(channel=CHANNEL, reason="the event is over", ts=hub.clock().utc)
            for group in hub._groups[CHANNEL].values():
                for subscription in group.members:
                    subscription.session.send(message(ended))
            with pytest.raises(FeedEnded, match="the event is over"):
                await one(updates)


@pytest.mark.slow
async def test_a_line_that_falls_silent_is_given_up() -> None:
    async with serving(limits={"heartbeat": 0.1}) as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        async with Feed(f"ws://127.0.0.1:{server.port}") as feed, aclosing(feed.follow(CHANNEL)) as updates:
            await one(updates)
            for connection in server._admission.readers:
                connection.transport.pause_reading()  # it hears nothing any more
                assert connection.session is not None
                connection.session.pause()  # and says nothing
            update = await one(updates)
            assert not update.connected
            assert (await one(updates)).connected


async def test_leaving_closes_the_line_in_good_order() -> None:
    async with serving() as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        async with Feed(f"ws://127.0.0.1:{server.port}") as feed:
            await one(feed.follow(CHANNEL))
        await asyncio.sleep(0.05)
        assert sum(server.readers().values()) == 0


def test_pauses_grow_with_jitter_to_a_longest() -> None:
    most = [pause_before(attempt, lambda _low, high: high) for attempt in range(20)]
    assert most == sorted(most)
    assert most[-1] <= 30.0
    assert pause_before(5, lambda low, _high: low) == 0.0


def test_the_longest_pause_doubles_with_each_attempt_and_starts_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "FIRST_PAUSE", 1.0)
    most = [pause_before(attempt, lambda _low, high: high) for attempt in (0, 1, 2, 4, 5, 99)]
    assert most == [1.0, 2.0, 4.0, 16.0, 30.0, 30.0]


@pytest.mark.slow
async def test_each_attempt_in_vain_waits_one_step_longer_and_a_welcome_begins_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    attempts: list[int] = []

    def pause(attempt: int) -> float:
        attempts.append(attempt)
        return 0.01

    monkeypatch.setattr(client_module, "pause_before", pause)
    async with Feed("ws://127.0.0.1:9") as feed, aclosing(feed.follow(CHANNEL, wait=True)) as updates:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(scaled(0.5)):
                await anext(updates)
    assert attempts[:3] == [0, 1, 2]


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("http://club.example:1", "ws://club.example:1/v1/feed"),
        ("https://club.example/", "wss://club.example/v1/feed"),
        ("https://club.example/live/", "wss://club.example/live/v1/feed"),
        ("wss://club.example/live?x=1", "wss://club.example/live/v1/feed?x=1"),
        ("wss://club.example/live/v1/feed", "wss://club.example/live/v1/feed"),
    ],
)
def test_the_path_of_the_feed_is_added_where_it_is_missing(given: str, used: str) -> None:
    assert Feed(given).url == used


async def test_after_a_welcome_the_pauses_begin_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    attempts: list[int] = []

    def pause(attempt: int) -> float:
        attempts.append(attempt)
        return 0.01

    monkeypatch.setattr(client_module, "pause_before", pause)
    async with serving() as (hub, server):
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        async with Feed(f"ws://127.0.0.1:{server.port}") as feed, aclosing(feed.follow(CHANNEL)) as updates:
            await one(updates)
            for connection in server._admission.readers:
                connection.transport.abort()
            assert not (await one(updates)).connected
            assert (await one(updates)).connected
    assert attempts[:1] == [0]


AT = "2026-01-01T00:00:00Z"
LIMITS = {"messageBytes": 1, "subscriptions": 1, "messagesPerSecond": 1, "firstMessageMs": 1}
WELCOME = json.dumps({"type": "welcome", "server": "x", "heartbeatMs": 700, "limits": LIMITS, "ts": AT})


class Line:
    """A connection that says these messages and is then closed with a code; None for a line that breaks."""

    def __init__(self, said: list[str | bytes], code: int | None) -> None:
        self.said, self.code, self.heard = said, code, list[str]()
        self.transport = self

    async def recv(self) -> str | bytes:
        if self.said:
            return self.said.pop(0)
        raise ConnectionClosed(None if self.code is None else Close(self.code, "because"), None)

    async def send(self, text: str) -> None:
        self.heard.append(text)

    async def close(self) -> None:
        """In good order."""

    def abort(self) -> None:
        """At once."""


async def test_a_channel_that_was_left_can_be_followed_again() -> None:
    async with serving() as (hub, server), Feed(f"ws://127.0.0.1:{server.port}") as feed:
        hub.update(CHANNEL, table({"1": 50}), "E1", 1)
        for _ in range(2):
            async with aclosing(feed.follow(CHANNEL)) as updates:
                assert (await one(updates)).seq == 1


def connected(monkeypatch: pytest.MonkeyPatch, outcome: Line | Exception) -> Feed:
    async def connect(*_arguments: object, **_options: object) -> Line:
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    monkeypatch.setattr(client_module, "connect", connect)
    return Feed("ws://club.example")


@pytest.mark.parametrize("code", [4400, 4401, 4403, 4404, 4406, 4499])
async def test_a_code_that_repeats_would_bring_again_ends_the_feed(monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    with pytest.raises(FeedEnded) as ended:
        await connected(monkeypatch, Line([], code))._converse()
    assert (ended.value.code, str(ended.value)) == (code, f"because ({code})")


@pytest.mark.parametrize("code", [None, 1000, 1001, 1012, 4001, 4008, 4010, 4399, 4408, 4429, 4500])
async def test_after_any_other_code_the_feed_connects_again(monkeypatch: pytest.MonkeyPatch, code: int | None) -> None:
    assert await connected(monkeypatch, Line([], code))._converse() is False
    assert await connected(monkeypatch, Line([WELCOME, "{}"], code))._converse() is True


async def test_a_message_of_bytes_is_none_of_the_feed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await connected(monkeypatch, Line([WELCOME.encode()], 1001))._converse() is False


async def test_an_address_without_its_scheme_is_an_error_that_says_how_one_begins() -> None:
    async with Feed("127.0.0.1:8080") as feed:
        with pytest.raises(FeedEnded, match="begin it with http:// or https://"):
            await one(feed.follow(CHANNEL))


async def test_a_refusal_is_told_in_the_words_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    refusal = InvalidStatus(Response(401, "no", Headers(), b'{"code": 4401, "message": "No token"}'))
    with pytest.raises(FeedEnded, match=r"^No token \(401\)$"):
        await connected(monkeypatch, refusal)._converse()


@pytest.mark.parametrize(
    ("status", "final"),
    [(status, True) for status in (400, 401, 403, 404, 426)] + [(status, False) for status in (402, 405, 429, 503)],
)
async def test_a_status_that_would_come_again_ends_the_feed(
    monkeypatch: pytest.MonkeyPatch, status: int, *, final: bool
) -> None:
    refusal = InvalidStatus(Response(status, "no", Headers(), b"x" * 300))
    with pytest.raises(FeedEnded if final else InvalidStatus) as ended:
        await connected(monkeypatch, refusal)._converse()
    if isinstance(ended.value, FeedEnded):
        said = "there is no feed at ws://" if status == 404 else f"{'x' * 200} ({status})"
        assert ended.value.code == status
        assert str(ended.value).startswith(said)


async def test_a_line_is_silent_after_three_heartbeats_that_were_not_heard() -> None:
    feed = Feed("ws://club.example")
    assert feed._silence == client_module.LATER_PATIENCE
    assert await feed._hear(WELCOME)
    assert feed._silence == pytest.approx(2.1)


async def test_a_bye_says_how_long_to_wait() -> None:
    feed = Feed("ws://club.example")
    bye = {"type": "bye", "code": 1012, "reason": "restart", "reconnect": True, "ts": AT}
    for wait, seconds in ((1_500, 1.5), (0, 0.0), (None, None)):
        assert not await feed._hear(json.dumps({**bye, "retryAfterMs": wait}))
        assert feed._retry_after == seconds


def test_the_numbers_of_a_patient_client_are_those_of_the_specification() -> None:
    assert (client_module.LONGEST_PAUSE, client_module.UNHEARD_HEARTBEATS) == (30.0, 3)
