"""What files state beside what is scored."""

from decimal import Decimal

from contracts.facts import EventFact, StatedScore, StatedTotal
from services.scoring.domain.event.event_state import EventState
from tests.support.fragments import fragment, pair, result
from tests.support.trf_documents import facts_of
from tests.support.trf_lines import player


def codes(**facts: object) -> set[str]:
    state = EventState("club-pairs-2026-03-07")
    state.apply(fragment("f", **facts))  # type: ignore[arg-type]
    return {finding.code for finding in state.score()[0].every}


def test_numbers_of_boards_are_looked_at_in_bridge() -> None:
    event = EventFact(kind="pairs", board_scoring="match_points", results="complete")
    total = StatedTotal(participant="1", kind="pair", boards_played=5)
    lines = [result("1", "1", "2", 420), result("1", "3", "4", 50)]
    people = tuple(map(pair, "1234"))
    assert "scoring.boards-played-differ" in codes(events=(event,), participants=people, totals=(total,), results=lines)


def test_stated_places_are_held_against_totals_only_where_nothing_is_computed() -> None:
    places = tuple(
        StatedTotal(participant=name, kind="pair", total=Decimal(value), place=place)
        for name, value, place in (("1", "5", "3"), ("2", "4", "2"), ("3", "3", "3"))
    )
    people = tuple(map(pair, "123"))
    assert "scoring.place-out-of-order" in codes(participants=people, totals=places)


def test_chess_is_left_alone() -> None:
    facts = facts_of("012 x", "142 1", player(1, "2 w 1", points="1.0"), player(2, "1 b 0"))
    assert codes(**{name: getattr(facts, name) for name in facts.FIELDS}) <= {"scoring.not-checked"}


def test_marks_of_ties_are_looked_at_in_finished_events_alone() -> None:
    totals = tuple(
        StatedTotal(participant=name, kind="pair", total=Decimal(value), place=place)
        for name, value, place in (("1", "5", "1="), ("2", "4", "2"), ("3", "3", "3"))
    )
    people = tuple(map(pair, "123"))
    found = {
        results: codes(events=(EventFact(kind="pairs", results=results),), participants=people, totals=totals)
        for results in (None, "complete", "to_date")
    }
    assert found[None] == found["complete"]
    assert found[None] - found["to_date"] == {"scoring.tie-alone"}


def test_points_of_lines_without_a_score_are_balanced() -> None:
    lines = [
        result("1", ns, ew, None).replace(stated=StatedScore(ns=Decimal(won), ew=Decimal(4 - won), unit="match_points"))
        for ns, ew, won in (("1", "2", 4), ("3", "4", 2), ("5", "6", 0))
    ]
    people = tuple(map(pair, "123456"))
    assert "scoring.points-unbalanced" not in codes(participants=people, results=lines)
    lines[0] = lines[0].replace(stated=StatedScore(ns=Decimal(7), ew=Decimal(0), unit="match_points"))
    assert "scoring.points-unbalanced" in codes(participants=people, results=lines)
