"""Evenings that are played while something is done to the services, and what has to be the same at their end."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from contracts.decisions import Adjust, Decisions
from contracts.facts import AsOf
from kibitz.replay.cut import Part, cut
from kibitz.replay.made_up import Size, made_up_file
from kibitz_client.errors import NotReached
from kibitz_client.replica import Lost, Replica
from kibitz_client.sending import Answer, send, status
from shared.formats.decisions.reader import written
from tests.support.chess_tournaments import individual
from tests.support.stack import ROOT, Stack, wait_until
from tests.support.time_limits import scaled
from tests.support.witness import waiting

MISTAKES = 80
"""Percentage of the parts with a mistake, which the next part corrects."""

EVENING = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)

REPLICATED = ("validation", "scoring")
"""Services of which there can be two."""


def parts_of_three_events(days: int = 0) -> list[Part]:
    """Pairs to round 8 of 11, chess to round 5 of 7, pairs to their end; most parts have a mistake, corrected next.

    So many days later the events are others.
    """
    evening = EVENING + timedelta(days=days)
    penalty = Adjust(decision="adjustment", participant="3NS", kind="pair", amount=Decimal(-10), unit="percent")
    riverside = f"lanternlight-bridge-club-riverside-pairs-{evening:%Y-%m-%d}"
    ruling = written(Decisions(event=riverside, at=evening, by="a director", decisions=(penalty,)))
    header = ("192 FIDE_DUTCH_2026", "152 w")
    lines = individual(3 + days, 12, 7, unplayed=0.0, header=header, start=f"{evening:%Y/%m/%d}")
    chess = "\n".join(lines).encode() + b"\n"
    large = made_up_file(Size(11, 11, 2), AsOf(at=evening, source="stated"), 1 + days)
    small = made_up_file(Size(7, 7, 3), AsOf(at=evening, source="stated"), 2 + days)
    small = small.replace(b"Lanternlight Pairs", b"Riverside Pairs")
    events = [
        cut(large, "large.xml", evening, mistakes=MISTAKES, seed=1 + days)[:-3],
        cut(chess, "chess.trf", evening, mistakes=MISTAKES, seed=2 + days)[:-2],
        cut(small, "small.xml", evening, mistakes=MISTAKES, seed=3 + days),
        [Part("a penalty", "penalty.json", ruling)],
    ]
    # Two mistakes may leave the same bytes, which are one file, as old as the one that came first.
    once = {part.data: part for parts in events for part in reversed(parts)}
    kept = [part for parts in events for part in parts if once[part.data] is part]
    return [replace(part, written_at=part.written_at or evening) for part in kept]


def send_for_sure(stack: Stack, part: Part) -> Answer:
    """What a scoring program does: try again until it is taken."""

    def once() -> Answer | None:
        try:
            answer = send(
                stack.intake, part.name, part.data, event=part.event, written_at=part.written_at, timeout=scaled(15)
            )
        except NotReached:
            return None
        return answer if answer.taken else None

    answer = wait_until(once, patience=90, pause=0.05)
    assert isinstance(answer, Answer)
    return answer


def is_scored(stack: Stack, digest: str) -> bool:
    """Whether the standings have what a file says."""
    with contextlib.suppress(NotReached):
        return status(stack.intake, digest).body.get("state") == "scored"
    return False


def play(stack: Stack, parts: list[Part], pause: float = 0.0) -> None:
    """Send every part, and wait until each is scored and nobody has anything left to do."""
    digests = []
    for part in parts:
        digests.append(send_for_sure(stack, part).sha256)
        time.sleep(pause)
    for digest in digests:
        wait_until(lambda digest=digest: is_scored(stack, digest), patience=120, pause=0.2)
    wait_until(lambda: not waiting(stack.state()["nats"]), patience=120, pause=0.2)


def kill(pid: int, number: int = signal.SIGKILL) -> bool:
    """Kill a process as a power cut would, or send it another signal; whether it was there."""
    with contextlib.suppress(OSError):
        os.kill(pid, number)
        return True
    return False


@contextlib.contextmanager
def replicas(stack: Stack) -> Iterator[None]:
    """A second process of services that keep the order of events."""
    environment = os.environ | {"KIBITZ_NATS_URL": stack.state()["nats"], "KIBITZ_HEALTH_PORT": "0"}
    command = [sys.executable, "-m", "kibitz.stack.worker", *REPLICATED]
    with (stack.folder / "replicas.log").open("wb") as log:
        process = subprocess.Popen(command, env=environment | {"PYTHONPATH": str(ROOT)}, stdout=log, stderr=log)
        try:
            yield
        finally:
            process.terminate()
            process.wait()


class Follower(threading.Thread):
    """A client without mercy: it resumes by position, and notes any gap in `problems`."""

    def __init__(self, feed: str, event: str) -> None:
        super().__init__(daemon=True)
        self.feed, self.event, self.channel = feed, event, f"evt.{event}.standings"
        self.replica = Replica(self.channel)
        self.problems: list[str] = []
        self.ending = threading.Event()

    def run(self) -> None:
        asyncio.run(self._follow())

    def end(self, stack: Stack) -> list[str]:
        """Wait until it has what the page has, and end it; every gap that it met."""

        def complete() -> bool:
            return bool(self.replica.rows == stack.get(f"/v1/events/{self.event}/standings")["rows"])

        with contextlib.suppress(TimeoutError):
            wait_until(complete, patience=60)
        if not complete():
            self.problems.append("the rows of the page never came")
        self.ending.set()
        self.join()
        return [f"{self.channel}: {problem}" for problem in self.problems]

    async def _follow(self) -> None:
        while not self.ending.is_set():
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with connect(self.feed, subprotocols=["standings.v1+json"], max_size=None) as socket:
                    wish: dict[str, Any] = {"type": "subscribe", "id": 1, "channel": self.channel}
                    self.replica.restart()
                    if self.replica.position is not None:
                        wish["resume"] = self.replica.position._asdict()
                    await socket.send(json.dumps(wish))
                    while not self.ending.is_set():
                        with contextlib.suppress(TimeoutError):
                            self.take(json.loads(await asyncio.wait_for(socket.recv(), 0.5)))
            await asyncio.sleep(0.2)

    def take(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "error":
            raise OSError("not there yet")
        if kind in ("snapshot", "delta"):
            try:
                self.replica.apply(message)
            except Lost as lost:
                self.problems.append(str(lost))


def differences(found: dict[str, dict[str, str]], expected: dict[str, dict[str, str]]) -> list[str]:
    """What is not the same byte for byte, by event and what it is."""
    flat = [
        {(event, kind): text for event, kinds in state.items() for kind, text in kinds.items()}
        for state in (found, expected)
    ]
    return sorted(
        f"{event}: {kind}"
        for event, kind in flat[0] | flat[1]
        if flat[0].get((event, kind)) != flat[1].get((event, kind))
    )
