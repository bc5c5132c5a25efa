"""Services and the server are killed at random during a shuffled replay; the end has to be the same as without.

Some services at work stand still instead, for longer than the server waits for them, and then go on with what a replica
has done in the meantime.

`KIBITZ_KILLS` says how many services are killed; what is killed and when comes from a seed (`KIBITZ_KILLS_SEED`).
"""

import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from contracts.decisions import Adjust, Decisions
from contracts.facts import AsOf
from contracts.feed import SERVER_MESSAGES
from kibitz.replay.cut import Part, cut
from kibitz.replay.disorder import Disorder, disorderly
from kibitz.replay.made_up import Size, made_up_file
from kibitz.sending import Answer, NotReached, send, status
from shared.bus.topology import ACK_WAIT
from shared.client.replica import Lost, Replica
from shared.formats.decisions.reader import written
from tests.support.bytes_of_results import final_results, final_state
from tests.support.chess_tournaments import individual
from tests.support.stack import ROOT, Stack, wait_until
from tests.support.time_limits import scaled
from tests.support.witness import Said, Witness, faults_of, waiting

pytestmark = [pytest.mark.connected, pytest.mark.slow]

KILLS = int(os.environ.get("KIBITZ_KILLS", "20"))
SEED = int(os.environ.get("KIBITZ_KILLS_SEED", "20260307"))
"""Of the order of the parts and of what is killed; `KIBITZ_KILLS_SEED` takes another."""

REPLICATED = ("validation", "scoring")
"""Services of which there are two."""

MISTAKES = 80
"""Percentage of the parts with a mistake, which the next part corrects."""

SERVER_EVERY = 12
"""After so many services the server is killed, too."""

STANDS_STILL = 0.3
"""Share of the services hit at work that stand still."""

SECONDS_A_KILL = 1.2
"""How much longer the replay lasts for each service that is killed in it."""

EVENING = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
SMALL = "lanternlight-bridge-club-riverside-pairs-2026-03-07"


def parts_of_three_events() -> list[Part]:
    """Pairs to round 8 of 11, chess to round 5 of 7, pairs to their end; most parts have a mistake, corrected next."""
    penalty = Adjust(decision="adjustment", participant="3NS", kind="pair", amount=Decimal(-10), unit="percent")
    ruling = written(Decisions(event=SMALL, at=EVENING, by="a director", decisions=(penalty,)))
    chess = "\n".join(individual(3, 12, 7, unplayed=0.0, header=("192 FIDE_DUTCH_2026", "152 w"))).encode() + b"\n"
    large = made_up_file(Size(11, 11, 2), AsOf(at=EVENING, source="stated"), 1)
    small = made_up_file(Size(7, 7, 3), AsOf(at=EVENING, source="stated"), 2)
    events = [
        cut(large, "large.xml", EVENING, mistakes=MISTAKES, seed=1)[:-3],
        cut(chess, "chess.trf", EVENING, mistakes=MISTAKES, seed=2)[:-2],
        cut(small.replace(b"Lanternlight Pairs", b"Riverside Pairs"), "small.xml", EVENING, mistakes=MISTAKES, seed=3),
        [Part("a penalty", "penalty.json", ruling)],
    ]
    return [replace(part, written_at=part.written_at or EVENING) for parts in events for part in parts]


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

    answer = wait_until(once, patience=90, pause=0.2)
    assert isinstance(answer, Answer)
    return answer


def play(stack: Stack, parts: list[Part], pause: float = 0.0) -> None:
    """Send every part, and wait until each is scored and nobody has anything left to do."""
    digests = []
    for part in parts:
        digests.append(send_for_sure(stack, part).sha256)
        time.sleep(pause)

    def scored(digest: str) -> bool:
        with contextlib.suppress(NotReached):
            return status(stack.intake, digest).body.get("state") == "scored"
        return False

    for digest in digests:
        wait_until(lambda digest=digest: scored(digest), patience=120, pause=0.2)
    wait_until(lambda: not waiting(stack.state()["nats"]), patience=120, pause=0.2)


@dataclass
class Aim:
    """A process that is to be killed when its service has been at work so often."""

    name: str
    pid: int
    left: int


@dataclass
class Killer:
    """Kills services at random: some wherever they are, more of them while they are at work.

    The second kind is what hurts: such a service has published, and has not acknowledged what it published for.
    """

    stack: Stack
    draw: random.Random
    killed: list[str] = field(default_factory=list)
    at_work: int = 0
    stood_still: int = 0
    _aim: Aim | None = None
    _speakers: set[str] = field(default_factory=set)
    _hit: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        while len(self.killed) < KILLS:
            pids = self.stack.pids()
            aimed = self.draw.random() < 0.75 and not self._speakers.isdisjoint(pids)
            name = self.draw.choice(sorted(self._speakers & pids.keys() if aimed else pids.keys() - {"nats"}))
            if aimed:
                self._hit.clear()
                self._aim = Aim(name, pids[name], self.draw.choice((1, 1, 2, 4)))
                if self._hit.wait(2.0):
                    self.at_work += 1
                    self.killed.append(name)
                    continue
                self._aim = None
            else:
                time.sleep(self.draw.uniform(0.1, 0.6))
            if kill(pids[name]):
                self.killed.append(name)
                if len(self.killed) % SERVER_EVERY == 0:
                    kill(self.stack.pids()["nats"])

    def hear(self, speaker: str, listeners: tuple[str, ...]) -> None:
        """A service has said something: it has not acknowledged yet, and who listens begins."""
        self._speakers.add(speaker)
        aim = self._aim
        if aim is None or aim.name not in (speaker, *listeners):
            return
        aim.left -= 1
        if aim.left > 0:
            return
        if aim.name != speaker:
            time.sleep(self.draw.uniform(0.0, 0.05))
        self._aim = None
        if aim.name in REPLICATED and self.draw.random() < STANDS_STILL:
            self.stood_still += 1
            stand_still(aim.pid)
            self._hit.set()
        elif kill(aim.pid):
            self._hit.set()


def kill(pid: int, number: int = signal.SIGKILL) -> bool:
    """Kill a process as a power cut would, or send it another signal; whether it was there."""
    with contextlib.suppress(OSError):
        os.kill(pid, number)
        return True
    return False


def stand_still(pid: int) -> None:
    """Stop a process until its messages are with a replica; then it goes on as if nothing had been."""
    with contextlib.suppress(OSError):
        os.kill(pid, signal.SIGSTOP)
        threading.Timer(2.5 * ACK_WAIT, lambda: kill(pid, signal.SIGCONT)).start()


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
    """A client without mercy: it resumes by position, and fails on any gap."""

    def __init__(self, feed: str, channel: str) -> None:
        super().__init__(daemon=True)
        self.feed, self.channel = feed, channel
        self.replica = Replica(channel)
        self.problems: list[str] = []
        self.ending = threading.Event()

    def run(self) -> None:
        asyncio.run(self._follow())

    async def _follow(self) -> None:
        while not self.ending.is_set():
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with connect(self.feed, subprotocols=["standings.v1+json"], max_size=None) as socket:
                    wish: dict[str, Any] = {"type": "subscribe", "id": 1, "channel": self.channel}
                    self.replica.restart()
                    if self.replica.position is not None:
                        wish["resume"] = self.replica.position.model_dump()
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
                self.replica.apply(SERVER_MESSAGES.validate_python(message))  # type: ignore[arg-type]
            except Lost as lost:
                self.problems.append(str(lost))


@dataclass(frozen=True)
class Ending:
    """What stands on the bus at the end, and what the page shows of it."""

    state: dict[str, dict[str, str]]
    shown: dict[str, bytes]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ending]:
    """The end of the replay in order, each part once, with everybody alive."""
    with Stack(tmp_path_factory.mktemp("calm")) as stack:
        play(stack, parts_of_three_events())
        state = final_state(stack.state()["nats"])
        # What is on the bus need not be on the page yet; a page that starts now has it all.
        stack.stop()
        stack.start()
        yield Ending(state, {event: wait_until(lambda e=event: final_results(stack, e)) for event in state})


def test_services_killed_at_random_in_a_shuffled_replay_change_nothing(tmp_path: Path, undisturbed: Ending) -> None:
    parts = disorderly(parts_of_three_events(), Disorder(shuffle=True, duplicate=20), seed=SEED)
    with Stack(tmp_path, processes=True) as stack:
        url = stack.state()["nats"]
        killer = Killer(stack, random.Random(SEED))
        followers = [Follower(stack.feed, f"evt.{event}.standings") for event in undisturbed.state]
        for follower in followers:
            follower.start()
        with Witness(url, killer.hear) as witness, replicas(stack):
            killing = threading.Thread(target=killer.run)
            killing.start()
            play(stack, parts, SECONDS_A_KILL * KILLS / len(parts))
            killing.join()
            wait_until(lambda: not waiting(url), patience=180, pause=0.2)
        said = f"{len(witness.heard)} publishes, {witness.again()} of them again"
        print(f"{len(killer.killed)} hits, {killer.at_work} at work, {killer.stood_still} stood still; {said}")
        assert len(killer.killed) == KILLS
        assert len({part.label.partition("(")[2] for part in parts}) > 8
        assert differences(final_state(url), undisturbed.state) == []
        assert witness.faults() == []
        for event, shown in undisturbed.shown.items():
            wait_until(lambda e=event, s=shown: final_results(stack, e) == s, patience=60, pause=0.3)
        for follower in followers:
            event = follower.channel.split(".")[1]
            expected = stack.get(f"/v1/events/{event}/standings")["rows"]
            wait_until(lambda f=follower, e=expected: f.replica.rows == e, patience=60)
            follower.ending.set()
        for follower in followers:
            follower.join()
            assert follower.problems == []


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


@pytest.mark.parametrize(
    ("seq", "id", "digest", "fault"),
    [
        (1, "b1", "other", "b1: said twice, other in ['digest']"),
        (1, "b2", "new", "positions [1, 1]"),
        (3, "b3", "new", "positions [1, 3]"),
        (2, "b2", "old", "the same twice in a row"),
        (1, "b2", "old", "b1 and b2 say the same"),
        (2, "", "new", "a message without an id"),
        (2, "b2", "new", None),
    ],
)
def test_the_witness_complains_of_what_a_consumer_would_take_twice(
    seq: int, id: str, digest: str, fault: str | None
) -> None:
    def said(seq: int, id: str, digest: str) -> Said:
        body = json.dumps({"position": {"seq": seq, "applied": seq}, "digest": digest})
        return Said("scoring.board.scored.v1.spring-pairs.7", id, body.encode())

    both = [said(1, "b1", "old"), said(seq, id, digest)]
    found = faults_of(both, both)
    assert any(fault in one for one in found) if fault else found == []
