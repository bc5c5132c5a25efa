"""Real files that know their own later rounds: cut after each round, what comes next is what was then played.

Only results, sections and participants are left, no movement and no seats. Bare ones have neither rounds nor tables.
"""

from pathlib import Path

import pytest

from contracts.facts import Facts, Sides
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment
from services.seating.domain.inferred.next_round import inferred_round
from services.seating.domain.movements.check import faults_of
from services.seating.domain.movements.next_round import movement_round
from shared.formats.acblscore.reader.parse import parse as parse_acblscore
from tests.support.merged import merged
from tests.support.real_files import needs_real_files, real_files

pytestmark = needs_real_files

FILES = real_files("acblscore")
by_name = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)

INFERRED, WITHOUT_ROUNDS = 133, 113
"""Of the rounds after the second one of each event; 133 is all of them."""

Seats = set[tuple[str | None, str | None, Sides]]


def events(path: Path) -> list[Facts]:
    return [event.facts for event in parse_acblscore(path.read_bytes()).events]


def last_of(facts: Facts) -> int:
    return max(result.round or 0 for result in facts.results)


def cut(facts: Facts, last: int, *, bare: bool = False, movements: bool = False) -> EventMerged:
    results = tuple(result for result in facts.results if (result.round or 0) <= last)
    if bare:
        results = tuple(result.replace(round=None, table=None) for result in results)
    return merged(
        results=results,
        events=facts.events,
        sections=facts.sections,
        sessions=facts.sessions,
        participants=facts.participants,
        movements=facts.movements if movements else (),
    )


def played_in(facts: Facts, number: int) -> Seats:
    return {(one.section, one.table, one.sides) for one in facts.results if one.round == number}


def seats(found: RoundAssignment) -> Seats:
    return {(one.section, one.table, Sides(ns=one.ns, ew=one.ew)) for one in found.tables}


def without_tables(some: Seats) -> Seats:
    return {(section, None, sides) for section, _, sides in some}


def wrong_boards(facts: Facts, found: RoundAssignment) -> list[str | None]:
    """Tables whose first board is stated and is not the lowest that was played there."""
    lowest: dict[tuple[str | None, str | None], int] = {}
    for one in facts.results:
        if one.round == found.round:
            at = (one.section, one.table)
            lowest[at] = min(int(one.board), lowest.get(at, int(one.board)))
    return [
        one.table
        for one in found.tables
        if one.first_board is not None and lowest[one.section, one.table] != int(one.first_board)
    ]


@by_name
def test_from_the_second_round_on_every_next_round_is_as_it_was_played(path: Path) -> None:
    for facts in events(path):
        for last in range(2, last_of(facts)):
            found = inferred_round(cut(facts, last))
            assert found is not None, (facts.event.name, last)
            assert (found.round, found.complete, seats(found)) == (last + 1, True, played_in(facts, last + 1))
            assert wrong_boards(facts, found) == []


@by_name
def test_no_round_is_inferred_from_one_or_after_the_last(path: Path) -> None:
    for facts in events(path):
        assert inferred_round(cut(facts, 1)) is None
        assert inferred_round(cut(facts, last_of(facts))) is None
        over = cut(facts, last_of(facts), movements=True)
        assert (movement_round(over), inferred_round(over)) == (None, None)


@by_name
def test_what_follows_from_boards_alone_is_as_it_was_played(path: Path) -> None:
    for facts in events(path):
        for last in range(1, last_of(facts) + 1):
            found = inferred_round(cut(facts, last, bare=True))
            if found is not None:
                # Without rounds, one with a board that has no score yet is not over, and is shown again.
                assert found.round in (last, last + 1)
                assert seats(found) == without_tables(played_in(facts, found.round))


def test_so_many_rounds_are_inferred() -> None:
    every = [(facts, last) for path in FILES for facts in events(path) for last in range(1, last_of(facts))]
    stated = [inferred_round(cut(facts, last)) for facts, last in every]
    bare = [inferred_round(cut(facts, last, bare=True)) for facts, last in every]
    assert (sum(one is not None for one in stated), sum(one is not None for one in bare)) == (INFERRED, WITHOUT_ROUNDS)


@by_name
def test_match_tables_of_real_files_seat_what_was_played(path: Path) -> None:
    for facts in events(path):
        for last in range(last_of(facts)):
            found = movement_round(cut(facts, last, movements=True))
            assert found is not None
            assert (found.rule, found.round) == ("movement", last + 1)
            assert played_in(facts, last + 1) <= seats(found)


FAULTS = {"final-session1-171015": {"seating.board-twice"}}
"""By file: what is wrong with its match tables. In a section of the final two sets changed places after round 1."""


@by_name
def test_match_tables_of_real_files_are_sound(path: Path) -> None:
    found = {finding.code for facts in events(path) for one in facts.movements for finding in faults_of(one)}
    assert found - {"seating.board-shared"} == FAULTS.get(path.stem, set())
