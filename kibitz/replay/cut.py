"""Cut a finished file into the partial files of its rounds, or of its boards where it does not know rounds.

Every part is a whole file "to date", in the format of the finished one where that can be written anew: it repeats what
was in before, and has no totals, hands or penalties of what is still to come. The last part is the finished file, byte
for byte, so that the event ends exactly as the file says. Of a file of several events each has parts of its own.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import zip_longest
from pathlib import Path

from contracts.facts import Facts
from contracts.messages import Fragment
from kibitz.file_reading import read_bytes
from kibitz.replay.mistakes import FACTS, OLD_PART, SLOW, SLOW_CLOCK, draw_mistake, with_mistake
from services.export.domain.formats import exported
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.event.history import PLAYED, facts_then
from services.scoring.domain.merging.key_order import key_order
from services.scoring.domain.method.scoring_method import ScoringMethod
from shared.errors import InputRejected
from shared.formats import registry


@dataclass(frozen=True)
class Part:
    """One file of a replay.

    Attributes:
        label: "round 3" or "boards to 12".
        event: identity that the sender names, because a part may not say all that the finished file derives it from.
        written_at: the file's own time; None for the finished file, which is as old as it says.
        boards: how many each table plays in the step, 0 for chess.
    """

    label: str
    name: str
    data: bytes
    event: str | None = None
    written_at: datetime | None = None
    boards: int = 0


MINUTES_A_BOARD = 7.5
"""What clubs allow for a board, moving included."""

MINUTES_A_GAME = 60.0
"""A round of rapid chess with its pauses."""

When = tuple[str | None, int | str | None]
"""A session, and a round of it or a board."""


@dataclass(frozen=True)
class Steps:
    """How an event is cut: the labels of the steps, the last of which is all of it, and the step of each place."""

    labels: tuple[str, ...]
    places: Mapping[When, int]
    by_round: bool

    def of(self, fact: object) -> int:
        """The step in which a fact comes in; the last one for what has no time of its own."""
        what = "round" if self.by_round else "board"
        when = (getattr(fact, "session", None), getattr(fact, what, None))
        return self.places.get(when, len(self.labels) - 1)


def steps_of(facts: Facts) -> Steps:
    """The rounds of an event, or its boards where it does not know rounds for everything that was played."""
    played = [fact for kind in PLAYED for fact in getattr(facts, kind) if kind != "board_points"]
    rounds = {(getattr(fact, "session", None), fact.round) for fact in played}
    if rounds and all(number is not None for _, number in rounds):
        ordered = sorted(rounds, key=key_order)
        several = len({session for session, _ in rounds}) > 1
        labels = tuple(f"session {s}, round {n}" if several else f"round {n}" for s, n in ordered)
        return Steps(labels, {when: step for step, when in enumerate(ordered)}, True)
    boards = sorted({(result.session, result.board) for result in facts.results}, key=key_order)
    labels = tuple(f"boards to {board}" for _, board in boards)
    return Steps(labels, {when: step for step, when in enumerate(boards)}, False)


def minutes_a_part(parts: Sequence[Part]) -> float:
    """How long a step takes at the tables: by its boards, or as a round of chess."""
    boards = max((part.boards for part in parts), default=0)
    return boards * MINUTES_A_BOARD if boards else MINUTES_A_GAME


def cut(
    data: bytes,
    name: str,
    start: datetime,
    every: timedelta = timedelta(minutes=1),
    *,
    mistakes: int = 0,
    seed: int = 1,
) -> list[Part]:
    """Cut a finished file.

    Args:
        data: the finished file.
        name: its name.
        start: not after the moment at which the parts are sent: where the file does not state its own, the parts are
            dated before it, because the finished file will be dated by its arrival.
        every: time between two parts.
        mistakes: percentage of the parts that have a mistake (`mistakes.py`), which the next part corrects.
        seed: of the choice of those parts and their mistakes.

    Raises:
        InputRejected: when the file cannot be read or validation refuses it.
    """
    whole = read_bytes(data, name, Path(name), start)
    if whole.rejected is not None:
        raise whole.rejected
    several = len(whole.fragments) > 1
    draw = random.Random(seed)  # noqa: S311 - a rehearsal, not a secret
    path = Path(name)

    def parts_of(fragment: Fragment) -> Iterator[Part]:
        """The parts of one event, without the finished file."""
        steps = steps_of(fragment.facts)
        stated = fragment.as_of.source in ("stated", "end_time", "modified")
        last = fragment.as_of.at if stated else start
        which = f"-{fragment.ordinal + 1}" if several else ""
        whose = f"{fragment.facts.event.name or fragment.event}: " if several else ""
        boards = boards_a_step(fragment.facts, steps)
        state = EventState(fragment.event)
        state.apply(fragment)
        method = state.current_method()
        made: list[Part] = []
        for step, label in enumerate(steps.labels[:-1]):
            at = last - every * (len(steps.labels) - 1 - step)
            facts = facts_to_date(fragment.facts, steps, step)
            wrong = draw_mistake(draw) if draw.randrange(100) < mistakes else None
            if wrong is OLD_PART and made:
                yield draw.choice(made)
            if wrong is SLOW_CLOCK:
                at -= SLOW
            part, suffix, mistake = _with_mistake(fragment, facts, at, method, draw if wrong is FACTS else None)
            part_name = f"{path.stem}{which}-{step + 1:02d}{suffix or path.suffix}"
            remark = f" ({SLOW_CLOCK if wrong is SLOW_CLOCK else mistake})" if wrong is SLOW_CLOCK or mistake else ""
            made.append(Part(f"{whose}{label}{remark}", part_name, part, fragment.event, at, boards))
            yield made[-1]

    # The events one after the other, because each draws its mistakes from the same lot.
    events = [list(parts_of(parsed.fragment)) for parsed in whole.fragments]
    parts = [part for together in zip_longest(*events) for part in together if part is not None]
    return [*parts, Part("the finished file", name, data)]


def boards_a_step(facts: Facts, steps: Steps) -> int:
    """Boards that a table plays in a step."""
    if not steps.by_round:
        return 1 if facts.results else 0
    boards = {
        (steps.of(result), result.section, result.table, result.sides.key[0], result.board) for result in facts.results
    }
    tables = {place[:4] for place in boards}
    return round(len(boards) / len(tables)) if tables else 0


def _with_mistake(
    fragment: Fragment, facts: Facts, at: datetime, method: ScoringMethod | None, draw: random.Random | None
) -> tuple[bytes, str, str | None]:
    """A part with a mistake, if there is a draw for one; the ending of its name, and what the mistake is."""
    if draw is not None:
        changed, mistake = with_mistake(facts, draw)
        with suppress(InputRejected):  # a mistake that the format cannot hold is not made
            return *_render(fragment, changed, at, method), mistake
    return *_render(fragment, facts, at, method), None


def _render(fragment: Fragment, facts: Facts, at: datetime, method: ScoringMethod | None) -> tuple[bytes, str]:
    """A part with these facts, scored as the whole is; and the ending of its name if not that of the finished file."""
    as_of = fragment.as_of.replace(at=at, source="stated")
    state = EventState(fragment.event, method=method)
    state.apply(fragment.replace(facts=facts, as_of=as_of))
    _, merged = state.score()
    if not fragment.facts.totals:
        # A program that states no totals at the end states none on the way, and nothing later would take them back.
        merged = merged.replace(standings=merged.standings.replace(rankings=()))
    form = exported()[fragment.file.format]
    if form.holds(merged):
        return form.render(merged).data, ""
    usual = registry.usual(merged.facts.event.discipline)
    return usual.render(merged).data, usual.suffixes[0]


def facts_to_date(facts: Facts, steps: Steps, step: int) -> Facts:
    """What was known when a step was over."""
    known = facts_then(facts, lambda fact: steps.of(fact) <= step)
    stated = tuple(event.replace(results="to_date" if event.results else None) for event in known.events)
    return known.replace(events=stated, extensions=())
