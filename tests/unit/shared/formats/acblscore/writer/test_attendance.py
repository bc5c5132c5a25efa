"""Who takes part in a section."""

from decimal import Decimal

from contracts.facts import Facts, Participant, ResultFact, Score, SeatFact, Sides, StatedTotal
from shared.formats.acblscore.writer.attendance import full_of, inside_of, present_of

PEOPLE = {name: Participant(id=name, kind="pair", section="A") for name in ("1", "2", "3")}
SCORE = Score(kind="points", points=420)
LINE = ResultFact(board="1", sides=Sides(ns="1", ew="9"), ns_score=SCORE, ew_score=SCORE)


def total(name: str, maximum: str | None, session: str | None = "2") -> StatedTotal:
    return StatedTotal(participant=name, kind="pair", session=session, maximum=Decimal(maximum) if maximum else None)


def test_those_with_a_seat_or_a_total_of_the_session_have_a_part_in_it():
    seats = (
        SeatFact(participant="1", stage="start", session="2"),
        SeatFact(participant="3", stage="start", session="1"),
    )
    facts = Facts(seats=seats, totals=(total("2", "100"),))
    assert present_of(facts, "2", "pair") == {"1", "2"}
    assert present_of(facts, None, "pair") is None
    assert present_of(Facts(), "2", "pair") is None


def test_inside_a_section_are_those_listed_and_present_and_those_with_results():
    found = inside_of(PEOPLE, [LINE], "A", alone=False, present=frozenset({"2"}))
    assert set(found) == {"1", "2", "9"}
    assert found["9"] is None
    assert set(inside_of(PEOPLE, [], "B", alone=False, present=None)) == set()
    assert set(inside_of(PEOPLE, [], "B", alone=True, present=None)) == {"1", "2", "3"}


def test_the_full_total_is_what_all_state():
    facts = Facts(totals=(total("1", "216"), total("2", "216"), total("7", "100"), total("1", "189", "1")))
    assert full_of(facts, "2", PEOPLE) == 216
    assert full_of(Facts(totals=(total("1", "216"), total("2", "189"))), "2", PEOPLE) is None
    assert full_of(Facts(totals=(total("1", "216.5"),)), "2", PEOPLE) is None
