"""Faults of every kind while evenings are played: the end has to be the same as without, and nobody waits for long.

Most of them come while a service is at work: it is stopped where it begins on a message or has published one, the
server is asked whether it owes an answer, and only then the fault begins. Every file of an evening is sent in disorder,
some twice; files with and without a fault are measured from sending to standings. Clients follow every event.

    KIBITZ_FAULTS=1000 KIBITZ_FAULTS_SEED=7 KIBITZ_FAULTS_KINDS=kill,partition KIBITZ_FAULTS_AT=own,one,three \\
        python -m bench faults
"""

import asyncio
import contextlib
import os
import random
import signal
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kibitz.replay.cut import Part
from kibitz.replay.disorder import Disorder, disorderly
from kibitz_client.errors import NotReached
from kibitz_client.sending import send, status
from tests.support.bytes_of_results import final_results, final_state
from tests.support.disturbed import Follower, differences, is_scored, kill, parts_of_three_events, play, replicas
from tests.support.fallible import SERVER, Apart, Fallible, Own, Undo, unanswered
from tests.support.stack import Stack, wait_until
from tests.support.witness import Witness, waiting

PARSERS = {".xml": "usebio_parser", ".trf": "trf_parser"}
AT_WORK = ("validation", "scoring", "seating", "export")
RESTING = ("broadcast", "notification", "pbn_parser")

SERVICE = {"kill": 5, "stop": 2, "freeze": 2}


@contextlib.contextmanager
def doubled(folder: Path) -> Iterator[Fallible]:
    """Some services twice: who stands still goes on with what the other one has done meanwhile."""
    with Own(folder) as system, replicas(system.stack):
        yield system


PLACES: dict[str, tuple[Callable[[Path], AbstractContextManager[Fallible]], float, dict[str, int], dict[str, int]]] = {
    "own": (Own, 0.4, {**SERVICE, "clock": 2, "full": 1, "slow": 1}, {"kill": 1, "stop": 1, "freeze": 1}),
    "doubled": (doubled, 0.1, {"kill": 2, "freeze": 2}, {"kill": 1}),
    "one": (lambda folder: Apart(folder, 1), 0.2, {**SERVICE, "partition": 6}, {"partition": 2, "freeze": 1}),
    "three": (
        lambda folder: Apart(folder, 3),
        0.3,
        {"kill": 3, "partition": 2},
        {"kill": 3, "stop": 2, "freeze": 3, "partition": 3},
    ),
}
"""Where: what is built, its share of the faults, and the weight of each kind for services and for servers."""

AIMED = 0.8
"""Share of the faults that wait for a service to be at work."""
LASTS = {"freeze": (1.5, 4.0), "partition": (1.5, 5.0), "full": (1.0, 4.0), "slow": (2.0, 4.0)}
"""Seconds that a fault lasts; a server of three stands still or alone for `OF_THREE`."""
OF_THREE = (9.0, 12.0)
JUMPS = (-86_400, -3_600, -5, 5, 3_600, 86_400)
"""Seconds that the clock of the services is from the true one after a jump."""
TRIES = 4
"""Files after which a fault that has met nobody at work comes all the same."""
PATIENCE = 90.0
HELD = 0.6
"""Seconds that a service is kept from its work, at most, while the server is asked what it owes."""
DUPLICATES = 10


@dataclass
class Fault:
    """One fault, and what came of it.

    Attributes:
        at: the service that is met at work; "": whoever is at work.
        begins: it is met as it begins on a message, else as it has published one.
        held: how long it was kept from its work before, when that began and ended.
        proven: it owed an answer to a message, or the intake to a sender, when the fault began.
        seconds: from sending the file that it met to the standings of it.
        after: the same of the next file, sent when the fault is over.
    """

    number: int
    place: str
    kind: str
    whom: str
    at: str
    begins: bool
    lasts: float
    held: tuple[float, float] = (0.0, 0.0)
    proven: bool = False
    seconds: float = 0.0
    after: float = 0.0
    outcome: str = "not scored"
    left: int = TRIES
    over: threading.Event = field(default_factory=threading.Event)

    @property
    def group(self) -> str:
        """What it counts as."""
        who = "server" if self.whom.startswith(SERVER) else "service"
        if self.kind in ("clock", "full", "slow"):
            who = "everything"
        return f"{self.place}: {self.kind} {who}"

    @property
    def delays(self) -> bool:
        """Whether the file that it met had still to pass whom it met."""
        return self.at not in ("seating", "export") and (self.begins or self.at != "scoring")

    def told(self) -> dict[str, Any]:
        """As a line of the result."""
        names = ("number", "place", "kind", "whom", "at", "begins", "proven", "outcome")
        return {name: getattr(self, name) for name in names} | {
            "lasts": round(self.lasts, 2),
            "seconds": round(self.seconds, 3),
            "after": round(self.after, 3),
        }


@dataclass
class Striker:
    """Strikes when somebody is at work."""

    system: Fallible
    aim: Fault | None = None
    sending: bool = False
    struck: Fault | None = None
    striking: threading.Thread | None = None
    beginning: threading.Lock = field(default_factory=threading.Lock)

    def hear(self, speaker: str, listeners: tuple[str, ...]) -> None:
        """Something was published: its speaker has not acknowledged, and who listens begins."""
        with self.beginning:
            fault = self.aim
            if fault is None or not (fault.at in listeners if fault.begins else speaker == fault.at):
                return
            self.aim = None
            pid = self.system.pids().get(fault.at)
            if pid is not None:
                kill(pid, signal.SIGSTOP)
            self.striking = threading.Thread(target=self._strike, args=(fault, pid))
            self.striking.start()

    def wait(self) -> None:
        """Wait until a strike that has begun is done: its file may be scored before."""
        with self.beginning:
            striking = self.striking
        if striking is not None:
            striking.join()

    def _strike(self, fault: Fault, held: int | None) -> None:
        began = time.perf_counter()
        with contextlib.suppress(Exception):
            fault.proven = asyncio.run(asyncio.wait_for(unanswered(self.system.url, fault.at), HELD)) > 0
        fault.proven |= fault.at == "intake" and self.sending
        fault.held = began, time.perf_counter()
        self.strike(fault, held)

    def strike(self, fault: Fault, held: int | None = None) -> None:
        """Do it, and end it later; who was `held` for a moment goes on."""
        self.struck, undo = fault, None
        try:
            undo = self.system.begin(fault.kind, fault.whom)
        except (OSError, KeyError) as error:
            fault.outcome = f"not done: {error!r}"
        if held is not None and not (fault.kind == "freeze" and fault.whom == fault.at):
            kill(held, signal.SIGCONT)
        threading.Timer(fault.lasts, self._end, (fault, undo)).start()

    def _end(self, fault: Fault, undo: Undo | None) -> None:
        if undo is not None:
            with contextlib.suppress(OSError):
                undo()
        fault.over.set()


@dataclass
class Campaign:
    """So many faults at one place."""

    place: str
    system: Fallible
    count: int
    draw: random.Random
    kinds: frozenset[str]
    evenings: Iterator[int]
    faults: list[Fault] = field(default_factory=list)
    calm: list[float] = field(default_factory=list)
    digests: dict[str, str] = field(default_factory=dict)
    played: list[int] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    repairs: list[str] = field(default_factory=list)
    publishes: int = 0

    def run(self) -> None:
        """Play evenings until there were enough faults, then look at what is left."""
        striker = Striker(self.system)
        wait_until(self.system.complete)
        with Witness(self.system.url, striker.hear) as witness:
            while len(self.faults) < self.count:
                self._evening(next(self.evenings), striker)
            wait_until(lambda: not waiting(self.system.url), patience=180, pause=0.5)
            self.publishes = len(witness.heard)
            self.problems += witness.faults()
            self.repairs = witness.repairs()
            self.problems += [
                f"set aside: {said.subject}" for said in witness.heard if said.subject.startswith("dead.")
            ]
        self.problems += [
            f"{digest} of {name}: {self._state(digest)}"
            for digest, name in self.digests.items()
            if not is_scored(self.system.stack, digest)
        ]

    def _state(self, digest: str) -> object:
        with contextlib.suppress(NotReached):
            return status(self.system.stack.intake, digest).body.get("state")
        return "no answer"

    def _evening(self, number: int, striker: Striker) -> None:
        parts = parts_of_three_events(number)
        self.played.append(number)
        followers = [Follower(self.system.stack.feed, event) for event in sorted({p.event for p in parts if p.event})]
        for follower in followers:
            follower.start()
        fault: Fault | None = None
        last: Fault | None = None
        sent = set[Part]()
        for part in disorderly(parts, Disorder(shuffle=True, duplicate=DUPLICATES), seed=self.draw.random()):  # type: ignore[arg-type]
            fresh = part not in sent
            sent.add(part)
            if fresh and fault is None and last is None and len(self.faults) < self.count:
                fault = self._drawn(part)
            seconds = self._send(part, striker, fault)
            if striker.struck is not None and striker.struck is fault:
                fault.seconds, fault.outcome = seconds, "scored" if fault.outcome == "not scored" else fault.outcome
                self.faults.append(fault)
                fault.over.wait(60)
                wait_until(self.system.complete, patience=60)
                last, fault, striker.struck = fault, None, None
                print({name: value for name, value in last.told().items() if name != "after"}, flush=True)
            elif fresh and last is not None:
                last.after, last = seconds, None
            elif fresh and fault is None:
                self.calm.append(seconds)
        striker.aim = None
        wait_until(lambda: not waiting(self.system.url), patience=180, pause=0.5)
        self.problems += [problem for follower in followers for problem in follower.end(self.system.stack)]

    def _drawn(self, part: Part) -> Fault:
        _, _, services, servers = PLACES[self.place]
        at = self.draw.choice(("intake", PARSERS.get(Path(part.name).suffix, "intake"), *AT_WORK))
        victims = [(kind, False, weight) for kind, weight in services.items()]
        victims += [(kind, True, weight) for kind, weight in servers.items()]
        victims = [one for one in victims if one[0] in self.kinds and one[0] not in self.system.missing]
        kind, server, _ = self.draw.choices(victims, [weight for _, _, weight in victims])[0]
        aimed, whom = self.draw.random() < AIMED, at
        if not aimed:
            at, whom = "", self.draw.choice((*AT_WORK, *RESTING, "intake"))
        three = self.place == "three" and server
        lasts = self.draw.uniform(*(OF_THREE if three else LASTS.get(kind, (0.0, 0.0))))
        if kind in ("kill", "stop"):
            lasts = 0.0
        if server:
            names = sorted(name for name in self.system.pids() if name.startswith(SERVER))
            whom = self.draw.choice(names) if names else SERVER
        elif kind == "clock":
            whom = str(self.draw.choice(JUMPS))
        elif kind in ("full", "slow"):
            whom = "disk"
        begins = at != "intake" and self.draw.random() < 0.6
        return Fault(len(self.faults), self.place, kind, whom, at, begins, lasts)

    def _send(self, part: Part, striker: Striker, fault: Fault | None) -> float:
        if fault is not None:
            fault.left -= 1
            if fault.at and fault.left > 0:
                striker.aim = fault
            else:
                striker.aim = None
                striker.strike(fault)
        began = time.perf_counter()

        def taken() -> str | None:
            striker.sending = True
            with contextlib.suppress(NotReached):
                answer = send(
                    self.system.stack.intake,
                    part.name,
                    part.data,
                    event=part.event,
                    written_at=part.written_at,
                    timeout=30,
                )
                return answer.sha256 if answer.taken else None
            return None

        digest = str(wait_until(taken, patience=PATIENCE))
        striker.sending = False
        self.digests[digest] = part.name
        try:
            wait_until(lambda: is_scored(self.system.stack, digest), patience=PATIENCE, pause=0.02)
        except TimeoutError:
            self.problems.append(f"{part.name} is not scored after {PATIENCE:g} s: {fault and fault.told()}")
        ended = time.perf_counter()
        striker.wait()
        # The file waited for the question to the server, too.
        asked = fault is not None and began < fault.held[1] < ended and fault.held[1] - fault.held[0]
        return ended - began - asked


def summary(seconds: list[float]) -> dict[str, Any]:
    """Seconds in short."""
    if not seconds:
        return {"count": 0}
    ordered = sorted(seconds)
    at = {"median_s": 0.5, "p90_s": 0.9, "p99_s": 0.99}
    picked = {name: round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2) for name, share in at.items()}
    return {"count": len(ordered), **picked, "longest_s": round(ordered[-1], 2)}


def times(faults: list[Fault], group: str) -> dict[str, Any]:
    """Of one group: how many, how many at work, how long files took that had to pass whom was met, and the next."""
    of_it = [fault for fault in faults if fault.group == group]
    proven = sum(fault.proven for fault in of_it)
    met, after = [f.seconds for f in of_it if f.delays], [f.after for f in of_it if f.after]
    return {"faults": len(of_it), "proven": proven, "files": summary(met), "next_files": summary(after)}


def same_page(one: Stack, other: Stack, event: str) -> bool:
    """Whether both pages come to show the same bytes."""
    with contextlib.suppress(TimeoutError):
        return bool(
            wait_until(lambda: final_results(one, event) == final_results(other, event), patience=30, pause=0.3)
        )
    return False


def campaign(place: str, count: int, seed: int, kinds: frozenset[str], evenings: Iterator[int]) -> dict[str, Any]:
    """So many faults at one place, and the same evenings without any."""
    with tempfile.TemporaryDirectory() as name:
        folders = [Path(name) / each for each in ("disturbed", "calm")]
        for folder in folders:
            folder.mkdir()
        with PLACES[place][0](folders[0]) as system:
            run = Campaign(place, system, count, random.Random(seed), kinds, evenings)
            run.run()
            with Stack(folders[1]) as calm:
                for evening in run.played:
                    play(calm, parts_of_three_events(evening))
                different = differences(final_state(system.url), expected := final_state(calm.state()["nats"]))
                different += [f"{event}: page" for event in expected if not same_page(system.stack, calm, event)]
    groups = Counter(fault.group for fault in run.faults)
    return {
        "faults": len(run.faults),
        "proven_at_work": sum(fault.proven for fault in run.faults),
        "files": len(run.digests),
        "publishes": run.publishes,
        "differences": different,
        "problems": run.problems,
        "repairs": run.repairs,
        "not_possible_here": system.missing,
        "undisturbed": summary(run.calm),
        "by_kind": {name: times(run.faults, name) for name in sorted(groups)},
        "each": [fault.told() for fault in run.faults],
    }


def every_kind() -> frozenset[str]:
    """All kinds of faults."""
    return frozenset(kind for _, _, services, servers in PLACES.values() for kind in (*services, *servers))


def measure(*, brief: bool = False) -> dict[str, Any]:
    """The campaign at each place; what went wrong ends it with an error after everything was looked at."""
    count, seed = (
        int(os.environ.get("KIBITZ_FAULTS", "9" if brief else "200")),
        int(os.environ.get("KIBITZ_FAULTS_SEED", "1")),
    )
    kinds = frozenset(os.environ.get("KIBITZ_FAULTS_KINDS", ",".join(sorted(every_kind()))).split(","))
    places = os.environ.get("KIBITZ_FAULTS_AT", ",".join(PLACES)).split(",")
    total, evenings = sum(PLACES[place][1] for place in places), iter(range(1, 10_000))
    results = {
        place: campaign(place, max(1, round(count * PLACES[place][1] / total)), seed + n, kinds, evenings)
        for n, place in enumerate(places)
    }
    return {"faults": sum(each["faults"] for each in results.values()), **results}
