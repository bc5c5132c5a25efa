"""How findings speak of a line, and what its scores are."""

from contracts.facts import ResultFact, Score, Sides
from services.validation.domain.lines import agreed_points, board_name, line_name, systematic
from tests.support.fragments import points, result


def line(**sides: str) -> ResultFact:
    return ResultFact(board="7", sides=Sides(**sides), ns_score=points(0), ew_score=points(0))


def test_a_line_is_named_by_its_pairs_players_or_teams() -> None:
    assert line_name(line(ns="1", ew="12")) == "1 against 12"
    assert line_name(line(north="1", south="4", east="2", west="3")) == "1+4 against 2+3"
    assert line_name(line(ns_team="A", ew_team="B")) == "A against B"
    assert line_name(line(ns="1")) == "1 against ?"
    assert board_name(line()) == "board 7"


def test_points_are_agreed_where_both_sides_have_the_same() -> None:
    assert agreed_points(result("1", "1", "2", -50)) == -50
    assert agreed_points(result("1", "1", "2", 50, ew_score=points(-50))) is None
    assert agreed_points(result("1", "1", "2", 50, ew_score=Score(kind="artificial"))) is None
    assert agreed_points(result("1", "1", "2", None)) is None
    assert agreed_points(result("1", "1", "2", 0)) == 0


def test_more_than_half_of_several_statements_have_one_reason() -> None:
    assert systematic(3, 4)
    assert not systematic(2, 4)
    assert not systematic(3, 3)
    assert systematic(5, 9)
    assert not systematic(4, 8)
