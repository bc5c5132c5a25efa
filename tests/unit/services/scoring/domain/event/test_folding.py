"""An event that forgets what newer versions have replaced is the event that remembers all of it."""

from decimal import Decimal
from itertools import permutations
from random import Random

import pytest

from contracts.base import DECISIONS
from contracts.facts import AdjustmentFact, PresenceFact, ReassignmentFact, RetractionFact, Scope, TakeFact
from contracts.messages import Fragment
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.event.folding import folded, forget_history, is_due, needs_history, unfolded
from tests.support.exports_to_date import EVENT, export, taken
from tests.support.forgetting import Forgetful
from tests.support.fragments import fragment, pair, result

FINE = AdjustmentFact(kind="penalty", participant="1", participant_kind="pair", amount=Decimal(-3))


def decision(minutes: int, **facts: object) -> Fragment:
    return fragment(f"decision {minutes}", minutes=minutes, file_format=DECISIONS, events=(), **facts)


def forgetting(*fragments: Fragment) -> EventState:
    state = taken(*fragments)
    forget_history(state)
    return state


@pytest.mark.parametrize("order", [*permutations(range(5, 9))], ids=str)
def test_late_exports_change_what_they_would_have_changed(order: tuple[int, ...]) -> None:
    plain, forgetful = EventState(EVENT), Forgetful(EVENT, Random(str(order)))
    # The sixth has lost boards, so whether the seventh replaces the fifth depends on which of them have come.
    for each in (*range(1, 5), *order, 9):
        came = export(each, boards=2 if each == 6 else None)
        assert sorted(plain.take(came).verdicts, key=str) == sorted(forgetful.take(came).verdicts, key=str)
        assert plain.score() == forgetful.state.score()
    assert forgetful.forgot > 3


def test_only_what_counts_and_the_version_before_stay_whole() -> None:
    state = forgetting(*map(export, range(1, 7)))
    kept = [each.file.name for each in state.fragments.values() if each.facts.results]
    assert kept == ["export 5.xml", "export 6.xml"]
    assert all(not each.facts.results or each.file.name in kept for each in state.assignment.came.values())
    assert state.score() == taken(*map(export, range(1, 7))).score()


def test_what_a_held_file_is_held_for_stays() -> None:
    others = tuple(pair(str(number), name=f"Other {number}") for number in range(1, 9))
    lines = [
        result(str(board), str(ns), str(ns + 4), -1000 - board * ns) for board in range(1, 5) for ns in range(1, 5)
    ]
    held = fragment("held", minutes=5, scope=Scope(whole=True), results=lines, participants=others)
    files = (export(4), held, *map(export, range(6, 9)))
    state = forgetting(*files)
    assert state.merge.versions.verdicts[held.id].state == "held"
    assert state.forgotten is not None
    again = unfolded(folded(state, 5))
    assert again.score() == state.score() == taken(*files).score()


@pytest.mark.parametrize(
    ("came", "needs"),
    [
        (export(7), False),
        (decision(8, presences=(PresenceFact(participant="1", round=1, present=False),)), False),
        (decision(8, retractions=(RetractionFact(file="0" * 64, retracted=True),)), True),
        (decision(8, takes=(TakeFact(file="0" * 64, taken=True),)), True),
        (decision(8, reassignments=(ReassignmentFact(to="another"),)), True),
        (decision(8, adjustments=(FINE,)), True),
        (export(3), True),
        (export(7).replace(route=("another",)), True),
        (fragment("late", minutes=2), True),
        (fragment("between", minutes=5), False),
    ],
    ids=lambda value: value.file.name if isinstance(value, Fragment) else None,
)
def test_what_needs_the_history(came: Fragment, needs: bool) -> None:
    assert needs_history(forgetting(*map(export, range(1, 7))), came) is needs
    assert not needs_history(taken(*map(export, range(1, 7))), came), "of an event that has forgotten nothing"


def test_a_second_ruling_needs_no_history() -> None:
    rulings = [decision(minutes, adjustments=(FINE,)) for minutes in (8, 9)]
    files = (*map(export, range(1, 7)), rulings[0], export(7))
    state = unfolded(folded(forgetting(*files), 8))
    assert state.forgotten is not None
    assert not needs_history(state, rulings[1])
    state.take(rulings[1])
    assert state.score() == taken(*files, rulings[1]).score()


@pytest.mark.parametrize(
    "facts",
    [
        {"takes": (TakeFact(file=export(3).file.sha256, taken=True),)},
        {"reassignments": (ReassignmentFact(to="another", file=export(3).file.sha256),)},
    ],
    ids=["taken", "moved"],
)
def test_nothing_is_forgotten_of_an_event_whose_files_are_chosen(facts: dict[str, object]) -> None:
    state = forgetting(*map(export, range(1, 7)), decision(8, **facts))
    assert state.forgotten is None
    assert all(each.facts.results for each in state.fragments.values() if each.file.format != DECISIONS)
    assert folded(state, 7) is None


def test_an_event_is_written_down_as_seldom_as_it_grows() -> None:
    written, moments = 0, []
    for count in range(1, 400):
        if is_due(count, written):
            written = count
            moments.append(count)
    assert moments == [8, 16, 24, 32, 42, 55, 73, 97, 129, 171, 227, 302]
