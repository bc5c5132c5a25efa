import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future

import pytest

from kibitz_client import NotReached
from kibitz_client.sync import Feed
from services.broadcast.domain.hub import Hub
from tests.support.feed import CHANNEL, table
from tests.support.sockets import serving


@pytest.fixture
def server() -> Iterator[tuple[Hub, str, asyncio.AbstractEventLoop]]:
    """A feed on a thread of its own."""
    ready: Future[tuple[Hub, str, asyncio.AbstractEventLoop, asyncio.Event]] = Future()

    async def run() -> None:
        over = asyncio.Event()
        async with serving(options={"ping_interval": 0.1, "ping_timeout": 0.2}) as (hub, running):
            ready.set_result((hub, f"http://127.0.0.1:{running.port}", asyncio.get_running_loop(), over))
            await over.wait()

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    hub, url, loop, over = ready.result(10)
    yield hub, url, loop
    loop.call_soon_threadsafe(over.set)
    thread.join()


def test_an_event_is_followed_without_asyncio(server: tuple[Hub, str, asyncio.AbstractEventLoop]) -> None:
    hub, url, loop = server
    loop.call_soon_threadsafe(hub.update, CHANNEL, table({"1": 50, "2": 60}), "E1", 1)
    with Feed(url) as feed:
        updates = feed.standings("club-night", wait=True)
        first = next(updates)
        assert [row["number"] for row in first.table.sorted("rank")] == ["2", "1"]
        time.sleep(0.6)  # the program is busy: the connection lives on
        loop.call_soon_threadsafe(hub.update, CHANNEL, table({"1": 70, "2": 60}), "E1", 2)
        second = next(updates)
        assert (second.seq, second.connected, second.changed) == (2, True, {"1", "2"})
        updates.close()  # type: ignore[attr-defined]
        assert next(feed.follow(CHANNEL)).seq == 2


def test_errors_are_those_of_the_other_feed_and_leaving_ends_the_thread() -> None:
    with Feed("http://127.0.0.1:9") as feed, pytest.raises(NotReached):
        next(feed.events())
    assert not [thread for thread in threading.enumerate() if thread.name == "kibitz-client"]
