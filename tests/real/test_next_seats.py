"""Real files that know their own later rounds, through the whole pipeline: seats are those that were then played.

Two ways of cutting: the event before a round, as `kibitz seat --round` has it; and the bytes that a scoring program
would have sent after each round. The second writes a file anew for each round, which takes too long for larger ones.
"""

from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest

from contracts.facts import Facts
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment
from kibitz.file_reading import FileRead, read_bytes, read_file
from kibitz.pipeline import Pipeline
from kibitz.replay.cut import Part, cut
from services.export.domain.formats import exported
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.event.history import before_round
from services.seating.domain.assignment import next_round
from tests.support.real_files import needs_real_files, real_files

pytestmark = needs_real_files

ARRIVAL = datetime(2031, 10, 3, 23, 0, tzinfo=UTC)
SMALL = 17_000
"""Bytes of a file that is cut into files; larger ones take too long to be written anew round by round."""

FILES = real_files("acblscore")
SMALL_FILES = [path for path in FILES if path.stat().st_size < SMALL]
FINAL = [path for path in FILES if path.stem.startswith("final-session")]

EVENTS, ROUNDS = 22, 155
"""Of the ACBLscore files: events with match tables, and rounds of them after the first."""

NOT_BEFORE_TWO = {"movement": 0, "inferred": 1}
"""Rounds that a rule needs more than one of; USEBIO carries the movement, PBN does not."""

Seats = set[tuple[str | None, ...]]


def by_name(files: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", files, ids=lambda path: path.stem)


@cache
def states(*paths: Path) -> list[EventState]:
    return [event.state for event in Pipeline([read_file(path) for path in paths]).events.values()]


def facts_of(state: EventState) -> Facts:
    return state.merge.merged()[0]


def following(state: EventState) -> RoundAssignment | None:
    found = next_round(state.score()[1])
    assert found is None or isinstance(found, RoundAssignment)
    return found


def played(facts: Facts, number: int, session: str | None = None, *, sections: bool = True) -> Seats:
    last = session or (facts.sessions[-1].id if facts.sessions else None)
    return {
        (one.section if sections else None, one.table, one.sides.ns, one.sides.ew)
        for one in facts.results
        if one.round == number and one.session == last
    }


def seats(found: RoundAssignment, *, sections: bool = True) -> Seats:
    return {(one.section if sections else None, one.table, one.ns, one.ew) for one in found.tables}


@by_name(FILES)
def test_before_each_round_the_seats_are_those_that_were_played(path: Path) -> None:
    for state in states(path):
        facts = facts_of(state)
        for number in sorted({one.round for one in facts.results if one.round is not None}):
            found = following(before_round(state, number))
            assert found is not None
            expected = ("stated", None, "start") if number == 1 else ("movement", number, "round")
            assert (found.rule, found.round, found.stage, found.complete) == (*expected, True)
            assert seats(found) == played(facts, number)


def test_so_many_rounds_of_so_many_events_are_known() -> None:
    known = [facts_of(state) for path in FILES for state in states(path)]
    rounds = sum(len({one.round for one in facts.results}) - 1 for facts in known)
    assert (len(known), rounds) == (EVENTS, ROUNDS)


def received(part: Part) -> FileRead:
    """A part as the server reads it: with the identity and the time that its sender names."""
    read = read_bytes(part.data, part.name, Path(part.name), part.written_at or ARRIVAL)
    if part.event is None:
        return read
    (parsed,) = read.fragments
    named = parsed.replace(fragment=parsed.fragment.replace(event=part.event))
    return FileRead(read.path, read.file, read.parsed, (named,), read.findings)


def after_each_part(data: bytes, name: str) -> list[tuple[Facts, int, RoundAssignment | None]]:
    """For each file of a replay the whole event, the round that comes, and its seats."""
    parts = cut(data, name, ARRIVAL - timedelta(hours=1))
    found = []
    for event, whole in Pipeline([received(parts[-1])]).events.items():
        so_far: list[FileRead] = []
        for part in parts[:-1]:
            if part.event == event:
                so_far.append(received(part))
                (now,) = Pipeline(so_far).events.values()
                found.append((facts_of(whole.state), len(so_far) + 1, following(now.state)))
    return found


@by_name(SMALL_FILES)
def test_files_that_come_round_by_round_seat_what_was_then_played(path: Path) -> None:
    for facts, number, found in after_each_part(path.read_bytes(), path.name):
        assert found is not None
        assert (found.rule, found.round, seats(found)) == ("movement", number, played(facts, number))


@pytest.mark.parametrize(("form", "suffix", "rule"), [("usebio", ".xml", "movement"), ("pbn", ".pbn", "inferred")])
@by_name(SMALL_FILES)
def test_so_do_travellers_with_rounds_of_other_formats(path: Path, form: str, suffix: str, rule: str) -> None:
    for state in states(path):
        data = exported()[form].render(state.score()[1], "computed").data
        for facts, number, found in after_each_part(data, f"{path.stem}{suffix}"):
            if number - 1 <= NOT_BEFORE_TWO[rule]:
                assert found is None
                continue
            assert found is not None
            assert (found.rule, found.round) == (rule, number)
            assert seats(found, sections=False) == played(facts, number, sections=False)


def starts(facts: Facts, session: str) -> set[tuple[str, str | None, str | None, str | None]]:
    """Seats of the start of a session, as its own file states them."""
    return {
        (one.participant, one.section, one.table, one.direction)
        for one in facts.seats
        if one.stage == "start" and one.session == session
    }


def seated(found: RoundAssignment) -> Counter[tuple[str | None, ...]]:
    """Who sits at which table, and who has none."""
    at = [(one.section, one.table, name) for one in found.tables for name in (one.ns, one.ew)]
    return Counter([*at, *((None, None, name) for name in found.sitting_out)])


def test_after_session_one_alone_the_seats_are_those_at_which_session_two_began() -> None:
    first, second = FINAL
    whole = {state.event: facts_of(state) for state in states(first, second)}
    assert len(whole) == 3
    for state in states(first):
        found = following(state)
        assert found is not None
        assert (found.rule, found.stage, found.session, found.complete) == ("stated", "next", "1", True)
        facts = whole[state.event]
        # The director kept all of them, so nothing of session two differs from what session one had said.
        assert {
            (one.participant, one.section, one.table, one.direction) for one in facts.seats if one.stage == "next"
        } == starts(facts, "2")
        assert seats(found) == played(facts, 1, "2")


@pytest.mark.parametrize(
    "order", list(permutations(FINAL)), ids=lambda order: " ".join(path.stem[6:14] for path in order)
)
def test_both_sessions_in_either_order_seat_session_two(order: tuple[Path, ...]) -> None:
    for state in states(*order):
        facts = facts_of(state)
        before = following(before_round(state, 1))
        assert before is not None
        assert (before.rule, before.session) == ("stated", "2")
        assert seats(before) == played(facts, 1, "2")
        alone = {one.event: one for one in states(FINAL[0])}[state.event]
        after_one = following(alone)
        assert after_one is not None
        assert seated(before) == seated(after_one)
        for number in (2, 9):
            found = following(before_round(state, number))
            assert found is not None
            assert (found.rule, found.session, seats(found)) == ("movement", "2", played(facts, number, "2"))
        assert following(state) is None


def test_both_orders_are_the_same_event() -> None:
    def merged(*paths: Path) -> list[EventMerged]:
        return [state.score()[1] for state in states(*paths)]

    assert merged(*FINAL) == merged(*reversed(FINAL))
