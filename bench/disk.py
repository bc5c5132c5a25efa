"""A disk that is filled and emptied under a running `kibitz up` while files are sent: `python -m bench disk`.

The data folder and the originals have a small disk each. A sender sends the rounds of several evenings and sends what
was refused again, as scoring programs do. At random moments of that one disk or both are filled, to the last bytes or
to below the low-water mark, and emptied after a while. Half of the times the intake keeps no low-water mark, so that
writes fail. What is measured, in seconds:

health      from the full disk to a readiness that is red and says why; without a low-water mark from the first file
            that was sent and not taken
going on    from the room on the disk to the next file that is taken, and to a green readiness
late        files that were taken and are not scored at the end
unlike      evenings whose standings are not those of a run on disks with room

`KIBITZ_DISK_TIMES` sets how often a disk is filled (20), `KIBITZ_DISK_SEED` when and how.
"""

import os
import random
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from contracts.facts import AsOf
from kibitz.replay.cut import Part, cut
from kibitz.replay.made_up import Size, made_up_file
from kibitz_client.errors import NotReached
from kibitz_client.sending import Answer, fetch, send, status
from shared.kept.originals import OriginalsFolder
from tests.support.bytes_of_results import final_results
from tests.support.small_disk import fill, small_disk
from tests.support.stack import Stack, wait_until

EVENING = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
MEBI = 1024 * 1024
DISK, LOW_WATER = "220m", 48 * MEBI
LONGEST = 4.0
"""Seconds that a disk stays full."""
PATIENCE = 60.0


def evenings(number: int, seed: int) -> list[tuple[str, Part]]:
    """The rounds of so many evenings, one round of each after the other; no two files are alike."""
    draw, rounds = random.Random(seed), list[tuple[int, str, Part]]()
    for evening in range(number):
        whole = made_up_file(Size(7, 7, 2), AsOf(at=EVENING, source="stated"), seed + evening)
        for place, part in enumerate(cut(whole, f"evening-{evening}.xml", EVENING)):
            # Larger than what lies in a message, so that its bytes are an object.
            noise = b"\n<!-- " + draw.randbytes(60_000).hex().encode() + b" -->\n"
            rounds.append((place, f"evening-{evening}", replace(part, data=part.data.rstrip() + noise)))
    return [(event, part) for _, event, part in sorted(rounds, key=lambda each: each[0])]


@dataclass
class Sender:
    """Sends files in their order, each until it is taken.

    Attributes:
        taken: digest and name of the files that were taken.
        refusals: how often each status was answered; 0 for no answer.
        refused_at: when the first file was sent that got another answer since the disk was filled, or None.
        taken_at: when the last one was taken.
    """

    stack: Stack
    pause: float
    taken: dict[str, str] = field(default_factory=dict)
    refusals: dict[int, int] = field(default_factory=dict)
    refused_at: float | None = None
    taken_at: float = 0.0
    stop: threading.Event = field(default_factory=threading.Event)

    def run(self, rounds: list[tuple[str, Part]]) -> None:
        for event, part in rounds:
            while not self.stop.is_set():
                began = time.monotonic()
                answer = self._try(event, part)
                if answer is not None and answer.taken:
                    self.taken[answer.sha256], self.taken_at = part.name, time.monotonic()
                    break
                code = answer.status if answer is not None else 0
                self.refusals[code] = self.refusals.get(code, 0) + 1
                self.refused_at = self.refused_at or began
                time.sleep(0.2)
            time.sleep(self.pause)

    def _try(self, event: str, part: Part) -> Answer | None:
        try:
            return send(self.stack.intake, part.name, part.data, event=event, written_at=part.written_at, timeout=5)
        except NotReached:
            return None


def said(address: str) -> Answer:
    """What a service says of its health; nobody's answer is a red one without a reason."""
    try:
        return fetch(address, timeout=5)
    except NotReached:
        return Answer(0, {})


def names_the_disk(health: Answer) -> bool:
    """Whether a readiness is red and says that a disk is the reason."""
    reasons = str(health.body.get("problems", ""))
    return health.status == 503 and any(word in reasons for word in ("disk", "no space", "room"))


def is_green(stack: Stack, reasons: list[str]) -> bool:
    """Whether intake and page are ready; else why not is added."""
    for place in (stack.intake, stack.page):
        if (health := said(f"{place}/healthz")).status != 200:
            reasons.append(str(health.body.get("problems", "no answer"))[:300])
            return False
    return True


def once(stack: Stack, sender: Sender, draw: random.Random, *, watched: bool) -> dict[str, Any]:
    """Fill one disk or both, and empty them again."""
    places = {"data": stack.folder, "originals": stack.data / "originals"}
    which = draw.choice((["data"], ["originals"], ["data", "originals"]))
    left = draw.choice((0, 4096, 100_000, *((MEBI, 40 * MEBI) if watched else ())))
    time.sleep(draw.uniform(0.1, 1.5))
    sender.refused_at = None
    for name in which:
        fill(places[name], left)
    filled = time.monotonic()
    health = f"{stack.intake}/healthz"
    wait_until(lambda: names_the_disk(said(health)), PATIENCE, 0.02)
    red = time.monotonic()
    if not watched:
        wait_until(lambda: sender.refused_at is not None, PATIENCE)
        filled = max(filled, sender.refused_at or filled)
    time.sleep(draw.uniform(0.2, LONGEST))
    still = names_the_disk(said(health))
    for name in which:
        (places[name] / "ballast").unlink()
    emptied = time.monotonic()
    wait_until(lambda: sender.taken_at > emptied, PATIENCE, 0.02)
    on = time.monotonic() - emptied
    reasons = list[str]()
    wait_until(lambda: is_green(stack, reasons), PATIENCE, 0.02)
    green = time.monotonic() - emptied
    figures = {"full": "+".join(which), "left": left, "watched": watched, "red to the end": still}
    figures |= {"last red for": reasons[-1:]}
    return figures | {"health": round(red - filled, 2), "taken again": round(on, 2), "green": round(green, 2)}


@contextmanager
def stack_on(folder: Path, *, small: bool) -> Iterator[Stack]:
    """A running `kibitz up`, on small disks or on a folder with room."""
    with ExitStack() as held:
        if small:
            held.enter_context(small_disk(folder, DISK))
            held.enter_context(small_disk(folder / "data/originals", DISK))
        folder.mkdir(parents=True, exist_ok=True)
        yield held.enter_context(Stack(folder))


def half(folder: Path, times: int, seed: int, *, watched: bool) -> dict[str, Any]:
    """So many fillings of one server's disks, and what was lost by them."""
    draw, rounds = random.Random(seed), evenings(6 + 4 * times, seed)
    os.environ["KIBITZ_INTAKE_LOW_WATER"] = str(LOW_WATER if watched else 0)
    with stack_on(folder / "small", small=True) as stack:
        sender = Sender(stack, pause=0.3)
        sending = threading.Thread(target=sender.run, args=(rounds,))
        sending.start()
        fillings = []
        try:
            for number in range(times):
                fillings.append(once(stack, sender, draw, watched=watched))
                print(number, fillings[-1], flush=True)
            sender.pause = 0.0
            sending.join(120)
        finally:
            sender.stop.set()
            sending.join()
        late = late_files(stack, sender)
        kept = OriginalsFolder(stack.data / "originals").digests()
        found = {event: final_results(stack, event) for event in {event for event, _ in rounds}}
    with stack_on(folder / "roomy", small=False) as stack:
        clean = Sender(stack, pause=0.0)
        clean.run(rounds)
        late_files(stack, clean)
        wanted = {event: final_results(stack, event) for event in found}
    return {
        "fillings": fillings,
        "taken": len(sender.taken),
        "refusals": {str(code): count for code, count in sorted(sender.refusals.items())},
        "not sent": len(rounds) - len(sender.taken),
        "late": late,
        "without original": len(sender.taken.keys() - kept),
        "unlike": [event for event in wanted if wanted[event] != found.get(event)],
    }


def late_files(stack: Stack, sender: Sender) -> list[str]:
    """The files that were taken and are not scored, a minute after the last one was taken."""
    waiting = set(sender.taken)

    def scored() -> bool:
        for digest in list(waiting):
            if status(stack.intake, digest).body.get("state") == "scored":
                waiting.discard(digest)
        return not waiting

    with suppress(TimeoutError, NotReached):
        wait_until(scored, PATIENCE, 0.2)
    return [sender.taken[digest] for digest in sorted(waiting)]


def measure(*, brief: bool) -> dict[str, Any]:
    times = int(os.environ.get("KIBITZ_DISK_TIMES", "2" if brief else "20"))
    seed = int(os.environ.get("KIBITZ_DISK_SEED", "1"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        parts = {
            words: half(folder / words.replace(" ", "-"), count, seed, watched=watched)
            for words, count, watched in (("low water", times - times // 2, True), ("none", times // 2, False))
            if count
        }
    fillings = [each for part in parts.values() for each in part["fillings"]]
    worst = {f"slowest {name}": max(each[name] for each in fillings) for name in ("health", "taken again", "green")}
    return {"times": len(fillings), **worst, **parts}
