"""Facts are told apart by their keys, and a key says what the fact speaks of, not what it says."""

from typing import get_args

import pytest

from contracts import facts
from contracts.facts import (
    AdjustmentFact,
    EventFact,
    FactModel,
    FactRecord,
    Facts,
    GameFact,
    MatchFact,
    Participant,
    ResultFact,
    Score,
    SeatFact,
    SessionFact,
    Sides,
    StatedTotal,
)

POINTS = Score(kind="points", points=420)


def result(**fields: object) -> ResultFact:
    values: dict[str, object] = {
        "board": "7",
        "sides": Sides(ns="1", ew="2"),
        "ns_score": POINTS,
        "ew_score": POINTS,
        **fields,
    }
    return ResultFact.checked(values)


def test_the_list_of_lists_is_complete() -> None:
    assert set(Facts.FIELDS) == set(Facts.model_fields)


def test_every_kind_of_fact_has_a_list() -> None:
    listed = {get_args(field.annotation)[0] for field in Facts.model_fields.values()}
    kinds = {
        kind for kind in vars(facts).values() if isinstance(kind, type) and issubclass(kind, FactModel | FactRecord)
    }
    assert kinds - {FactModel, FactRecord} == listed


def test_another_score_is_a_fact_about_the_same_result() -> None:
    assert result().key == result(tricks=9, ns_score=Score(kind="points", points=-50), round=2, table="4").key


@pytest.mark.parametrize("other", [{"board": "8"}, {"session": "2"}, {"sides": Sides(ns="1", ew="3")}, {"part": 1}])
def test_another_board_session_side_or_part_is_another_result(other: dict[str, object]) -> None:
    assert result().key != result(**other).key


def test_a_match_is_the_same_from_both_sides() -> None:
    home = MatchFact(kind="teams", round=1, home="Alder", away="Birch")
    assert home.key == MatchFact(kind="teams", round=1, home="Birch", away="Alder").key
    assert home.key != MatchFact(kind="teams", round=2, home="Alder", away="Birch").key


def test_each_player_states_a_game_for_himself() -> None:
    assert GameFact(round=1, player="1", opponent="2").key != GameFact(round=1, player="2", opponent="1").key


def test_a_team_and_a_pair_of_the_same_number_are_two_participants() -> None:
    assert Participant(id="1", kind="team").key != Participant(id="1", kind="pair").key


def test_a_total_of_a_session_is_not_the_total_of_the_event() -> None:
    whole = StatedTotal(participant="1", kind="pair")
    assert whole.key != StatedTotal(participant="1", kind="pair", session="1").key


def test_a_penalty_and_a_handicap_of_one_pair_are_two_adjustments() -> None:
    first = AdjustmentFact.model_validate({"kind": "penalty", "participant": "1", "amount": "-10"})
    assert first.key != AdjustmentFact.model_validate({"kind": "handicap", "participant": "1", "amount": "2"}).key


def test_a_seat_of_another_round_is_another_seat() -> None:
    assert SeatFact(participant="1", stage="next", round=2).key != SeatFact(participant="1", stage="next", round=3).key


def test_the_event_is_one_statement_and_empty_when_nothing_is_said() -> None:
    assert EventFact(name="Spring Pairs").key == EventFact(name="Autumn Pairs").key == ()
    assert Facts().event == EventFact()
    assert Facts(events=(EventFact(name="Spring Pairs"),)).event.name == "Spring Pairs"


def test_sessions_are_told_apart_by_their_ids() -> None:
    assert SessionFact(id="1").key != SessionFact(id="2").key
