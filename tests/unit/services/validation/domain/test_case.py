"""What is worked out once about a fragment."""

from contracts.facts import EventFact, ResultFact, Sides
from services.validation.domain.case import Case
from tests.support.fragments import fragment, pair, points, result


def in_matches(kind: str) -> dict[str, tuple[EventFact, ...]]:
    return {"events": (EventFact(kind=kind),)}


def test_the_side_of_a_player_is_known_however_many_sit_there() -> None:
    players = ResultFact(board="1", sides=Sides(north="1", east="2", west="4"), ns_score=points(0), ew_score=points(0))
    case = Case(fragment("f", results=[players]))
    assert [case.side(0, seat) for seat in range(3)] == ["ns", "ew", "ew"]


def test_boards_of_two_sessions_are_different_boards() -> None:
    lines = [result("1", "1", "2", session="a"), result("1", "1", "2", session="b"), result("1", "3", "4", session="a")]
    case = Case(fragment("f", results=lines))
    assert case.boards == {("a", None, "1"): [0, 2], ("b", None, "1"): [1]}


def test_in_matches_a_board_belongs_to_its_round_and_a_line_without_one_to_none() -> None:
    lines = [result("1", "1", "2", round=1), result("1", "1", "3", round=2), result("1", "1", "4")]
    case = Case(fragment("f", results=lines, **in_matches("swiss_pairs")))
    assert case.boards == {(None, 1, "1"): [0], (None, 2, "1"): [1]}
    assert list(Case(fragment("f", results=lines)).boards.values()) == [[0, 1, 2]]


def test_when_most_numbers_are_unknown_they_mean_something_else() -> None:
    lines = [result("1", "1", "9"), result("1", "2", "7")]
    assert not Case(fragment("f", results=lines, participants=(pair("1"), pair("2")))).numbers_mean_participants
    assert Case(fragment("f", results=lines, participants=(pair("1"), pair("2"), pair("7")))).numbers_mean_participants
    assert Case(fragment("f", results=lines[:1], participants=(pair("1"),))).numbers_mean_participants


def test_without_a_list_of_participants_nobody_is_unknown_and_sides_and_sections_tell_numbers_apart() -> None:
    case = Case(fragment("f", results=[result("1", "1", "1", section="A"), result("1", "1", "1", section="B")]))
    assert case.numbers_mean_participants
    assert len({*case.identities(0), *case.identities(1)}) == 4


def test_with_a_list_of_participants_a_number_is_the_same_wherever_it_stands() -> None:
    case = Case(fragment("f", results=[result("1", "1", "2"), result("1", "2", "1")], participants=(pair("1"),)))
    assert set(case.identities(0)) == set(case.identities(1)) == {"1", "2"}
