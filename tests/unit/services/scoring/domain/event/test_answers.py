"""Answers to questions about an event as it was."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from contracts.questions import EarlierStandings, StandingsAsked
from contracts.standings_changes.tables import standings_digest
from services.scoring.domain.event.answers import answer
from services.scoring.domain.event.history import Accepted, fold
from tests.support.fragments import NOON, fragment, pair, result

EVENT = "club-pairs-2026-03-07"
PAIRS = tuple(pair(number) for number in "1234")


def file(name: str, *results: Any, minutes: int = 0) -> Accepted:
    """A file that was accepted as many minutes after noon."""
    one = fragment(name, event=EVENT, results=list(results), participants=PAIRS, minutes=minutes)
    return Accepted(NOON + timedelta(minutes=minutes), minutes, one)


EVENING = [
    file("a", result("1", "1", "2", 50, round=1, session="A"), result("1", "3", "4", 90, round=1, session="A")),
    file("b", result("2", "1", "4", -50, round=2, session="A"), minutes=1),
    file("c", result("3", "1", "3", 420, round=1, session="B"), minutes=2),
    file("d", result("1", "1", "2", 620, round=1, session="A"), minutes=3),
]


def found(accepted: Sequence[Accepted] = EVENING, **asked: Any) -> EarlierStandings:
    said = answer(StandingsAsked(event=EVENT, **asked), accepted)
    assert said.refusal is None
    assert said.earlier is not None
    return said.earlier


@pytest.mark.parametrize("number", range(len(EVENING)))
def test_as_of_a_file_is_what_it_made_of_the_event(number: int) -> None:
    said = found(as_of=EVENING[number].at)
    scored, _ = fold(EVENT, EVENING[: number + 1]).score()
    assert (said.standings, said.digest) == (scored.standings, standings_digest(scored.standings))
    assert (said.accepted, said.accepted_today) == (number + 1, 4)
    assert said.last_accepted_at == EVENING[number].at
    between = EVENING[number].at + timedelta(seconds=59)
    assert found(as_of=between) == said


def test_without_a_time_it_is_what_is_known_now() -> None:
    assert found() == found(as_of=NOON + timedelta(hours=1))


def test_after_a_round_has_the_corrections_that_came_later_unless_a_time_is_named() -> None:
    late = found(after_round=1, session="A")
    early = found(after_round=1, session="A", as_of=NOON + timedelta(minutes=2))
    assert late.digest != early.digest
    assert [board.board for board in late.standings.boards] == ["1"]


@pytest.mark.parametrize(
    ("asked", "code", "words"),
    [
        ({"as_of": NOON - timedelta(seconds=1)}, "too-early", "The first was at 2026-03-07T12:00:00Z"),
        ({"after_round": 3}, "no-round", "round 3 of session B"),
        ({"after_round": 2, "session": "C"}, "no-session", "Sessions with results: A, B"),
        ({"after_round": 1, "session": "B", "as_of": NOON}, "no-session", "nothing was played in a session B"),
    ],
)
def test_what_there_is_not_is_said_with_what_there_is(asked: dict[str, Any], code: str, words: str) -> None:
    said = answer(StandingsAsked(event=EVENT, **asked), EVENING)
    assert said.earlier is None
    assert said.refusal is not None
    assert said.refusal.code == code
    assert words in f"{said.refusal.message} {said.refusal.advice}"


def test_an_event_that_nobody_knows_and_one_without_rounds() -> None:
    unknown = answer(StandingsAsked(event=EVENT), []).refusal
    flat = answer(StandingsAsked(event=EVENT, after_round=1), [file("a", result("1", "1", "2", 50))]).refusal
    assert unknown is not None
    assert flat is not None
    assert (unknown.code, flat.code) == ("no-event", "no-rounds")


def test_of_very_many_rounds_some_are_named() -> None:
    many = [file("a", *(result(str(n), "1", "2", 50, round=n) for n in range(1, 2_001)))]
    refusal = answer(StandingsAsked(event=EVENT, after_round=9_999), many).refusal
    assert refusal is not None
    assert refusal.advice.endswith("59, 60 ….")
