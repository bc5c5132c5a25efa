"""Cut a finished file into the partial files of its rounds, or of its boards where it does not know rounds.

Every part is a whole file "to date": it repeats what was in before. The last part is the finished file itself, byte for
byte, so that the event ends exactly as the file says.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from contracts.facts import Facts, ResultFact
from contracts.messages import Fragment
from kibitz.local import FileRead, LocalEvent, read_bytes
from services.scoring.domain.event import EventState
from services.scoring.domain.key_order import key_order
from services.validation.domain.check import check
from shared.formats import usebio


@dataclass(frozen=True)
class Part:
    """One file of a replay.

    Attributes:
        label: "round 3" or "boards to 12".
        name: of the file.
        data: its bytes.
    """

    label: str
    name: str
    data: bytes


def _steps(results: Iterable[ResultFact]) -> list[tuple[str, list[ResultFact]]]:
    """The growing sets of results, each with its label; the last is everything."""
    every = list(results)
    if every and all(result.round is not None for result in every):
        rounds = sorted({result.round for result in every if result.round is not None})
        return [(f"round {n}", [r for r in every if r.round is not None and r.round <= n]) for n in rounds]
    boards = sorted({(r.session, r.board) for r in every}, key=key_order)
    place = {board: number for number, board in enumerate(boards)}
    return [
        (f"boards to {board[1]}", [r for r in every if place[r.session, r.board] <= number])
        for number, board in enumerate(boards)
    ]


def cut(data: bytes, name: str, start: datetime, every: timedelta = timedelta(minutes=1)) -> list[Part]:
    """Cut a file.

    Args:
        data: the finished file.
        name: its name.
        start: not after the moment at which the parts are sent: where the file does not state its own, the parts are
            dated before it, because the finished file will be dated by its arrival.
        every: time between two parts.

    Raises:
        InputRejected: when the file cannot be read or validation refuses it.
    """
    whole = read_bytes(data, name, Path(name), start)
    if whole.rejected is not None:
        raise whole.rejected
    (parsed, *others) = whole.fragments
    fragment = parsed.fragment
    steps = _steps(fragment.facts.results)[:-1] if not others else []
    stated = fragment.as_of.source in ("stated", "end_time")
    last = fragment.as_of.at if stated else start
    parts = []
    for number, (label, results) in enumerate(steps):
        at = last - every * (len(steps) - number)
        stem = Path(name).stem
        parts.append(Part(label, f"{stem}-{number + 1:02d}.xml", _render(fragment, results, at)))
    parts.append(Part("the finished file", name, data))
    return parts


def _render(fragment: Fragment, results: list[ResultFact], at: datetime) -> bytes:
    kept = {(result.session, result.board) for result in results}
    facts: Facts = fragment.facts.model_copy(
        update={
            "results": tuple(results),
            "totals": (),
            "awards": (),
            "auctions": tuple(a for a in fragment.facts.auctions if (a.session, a.board) in kept),
            "plays": tuple(p for p in fragment.facts.plays if (p.session, p.board) in kept),
            "events": tuple(e.model_copy(update={"results": "to_date"}) for e in fragment.facts.events),
        }
    )
    as_of = fragment.as_of.model_copy(update={"at": at, "source": "stated"})
    part = fragment.model_copy(update={"facts": facts, "as_of": as_of})
    state = EventState(fragment.event)
    state.apply(part)
    _, merged = state.score()
    return usebio.render(merged, values="computed").data


def expected_end(read: FileRead) -> LocalEvent:
    """The event that a finished file gives when it is read all at once: what a replay has to end in."""
    if read.rejected is not None:
        raise read.rejected
    fragment = read.fragments[0].fragment
    event = LocalEvent(EventState(fragment.event))
    verdict = check(fragment, read.fragments[0].findings)
    event.state.apply(fragment, verdict.findings)
    return event
