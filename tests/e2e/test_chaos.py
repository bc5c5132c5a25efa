"""Processes and the server are killed at random during a replay; the end has to be the same bytes as without."""

import asyncio
import contextlib
import json
import os
import random
import signal
import threading
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from contracts.facts import AsOf
from kibitz.replay.cut import Part, cut
from kibitz.replay.made_up import Size, made_up_file
from kibitz.sending import Answer, NotReached, send, status
from tests.support.bytes_of_results import final_results
from tests.support.house import House, wait_until

pytestmark = [pytest.mark.connected, pytest.mark.slow]

KILLS = 30
EVENING = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)


def parts_of_two_events() -> list[Part]:
    events = [
        cut(made_up_file(Size(14, 13, 2), AsOf(at=EVENING, source="stated"), 1), "large.xml", EVENING),
        cut(made_up_file(Size(7, 7, 3), AsOf(at=EVENING, source="stated"), 2).replace(
            b"Lanternlight Pairs", b"Riverside Pairs"), "small.xml", EVENING),
    ]  # fmt: skip
    longest = max(len(parts) for parts in events)
    return [parts[i] for i in range(longest) for parts in events if i < len(parts)]


def send_for_sure(house: House, part: Part) -> Answer:
    """What a scoring program does: try again until it is taken."""

    def once() -> Answer | None:
        try:
            answer = send(house.intake, part.name, part.data, timeout=15)
        except NotReached:
            return None
        return answer if answer.taken else None

    answer = wait_until(once, patience=90, pause=0.2)
    assert isinstance(answer, Answer)
    return answer


def play(house: House, parts: list[Part], pause: float) -> set[str]:
    """Send every part, and wait until each is scored; the events."""
    digests = []
    for part in parts:
        digests.append(send_for_sure(house, part).sha256)
        time.sleep(pause)
    events = set()
    for digest in digests:

        def scored(digest: str = digest) -> Any:
            with contextlib.suppress(NotReached):
                body = status(house.intake, digest).body
                return body if body.get("state") == "scored" else None
            return None

        body = wait_until(scored, patience=120, pause=0.2)
        events.update(fragment["event"] for fragment in body["fragments"])
    return events


class Follower(threading.Thread):
    """A client without mercy: it resumes by position, and fails on any gap."""

    def __init__(self, feed: str, channel: str) -> None:
        super().__init__(daemon=True)
        self.feed, self.channel = feed, channel
        self.rows: dict[str, Any] = {}
        self.position: tuple[str, int] | None = None
        self.problems: list[str] = []
        self.resumed = 0
        self.ending = threading.Event()

    def run(self) -> None:
        asyncio.run(self._follow())

    async def _follow(self) -> None:
        while not self.ending.is_set():
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with connect(self.feed, subprotocols=["standings.v1+json"], max_size=None) as socket:
                    wish: dict[str, Any] = {"type": "subscribe", "id": 1, "channel": self.channel}
                    if self.position is not None:
                        wish["resume"] = {"epoch": self.position[0], "seq": self.position[1]}
                    await socket.send(json.dumps(wish))
                    while not self.ending.is_set():
                        with contextlib.suppress(TimeoutError):
                            self.take(json.loads(await asyncio.wait_for(socket.recv(), 0.5)))
            await asyncio.sleep(0.2)

    def take(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "subscribed" and message["recovered"]:
            self.resumed += 1
        elif kind == "error":
            raise OSError("not there yet")
        elif kind == "snapshot":
            if message.get("part", 1) == 1:
                self.rows = {}
            self.rows.update(message["rows"])
            self.position = (message["epoch"], message["seq"])
        elif kind == "delta":
            assert self.position is not None
            if not message["from"] <= self.position[1] < message["seq"] or message["epoch"] != self.position[0]:
                self.problems.append(f"gap: held {self.position}, got {message['from']}..{message['seq']}")
            for key, row in message["rows"].items():
                if row is None:
                    self.rows.pop(key, None)
                else:
                    self.rows[key] = row
            self.position = (message["epoch"], message["seq"])


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    with House(tmp_path_factory.mktemp("calm")) as house:
        events = play(house, parts_of_two_events(), 0.0)
        return {event: final_results(house, event) for event in events}


def test_thirty_kills_at_random_in_one_replay_change_nothing(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    draw = random.Random(20260307)
    killed: list[str] = []
    with House(tmp_path, processes=True) as house:
        followers = [Follower(house.feed, f"evt.{event}.standings") for event in undisturbed]
        for follower in followers:
            follower.start()
        playing = threading.Event()

        def kill_now_and_then() -> None:
            while len(killed) < KILLS and not playing.is_set():
                time.sleep(draw.uniform(0.2, 0.9))
                with contextlib.suppress(OSError, ValueError, KeyError):
                    name, pid = draw.choice(sorted(house.pids().items()))
                    os.kill(pid, signal.SIGKILL)
                    killed.append(name)

        killer = threading.Thread(target=kill_now_and_then)
        killer.start()
        parts = parts_of_two_events()
        events = play(house, parts, 0.9)
        killer.join()
        playing.set()
        wait_until(lambda: house.get("/healthz"), patience=60)
        assert events == set(undisturbed)
        for event in events:
            wait_until(lambda event=event: final_results(house, event) == undisturbed[event], patience=90, pause=0.3)
        for follower in followers:
            event = follower.channel.split(".")[1]
            expected = house.get(f"/v1/events/{event}/standings")["rows"]
            wait_until(lambda follower=follower, expected=expected: follower.rows == expected, patience=60)
            follower.ending.set()
        for follower in followers:
            follower.join()
            assert follower.problems == []
    assert len(killed) == KILLS
    assert "nats" in killed
