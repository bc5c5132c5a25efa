"""What a line is worth, with the numbers that it follows from."""

from decimal import Decimal
from fractions import Fraction

import pytest

from contracts.facts import EventFact, Score, WeightedPoints
from tests.support.explained import explained, results
from tests.support.fragments import result
from tests.support.readding import add_up


def test_a_board_with_fewer_results_names_the_numbers_of_neuberg() -> None:
    line = explained(lines=results()[:-1], of="1").sessions[0].lines[2]
    assert (line.rule, line.scores, line.expected, line.within) == ("neuberg", 3, 4, 2)
    assert line.points == Fraction(4, 3) * 3 - 1


def test_an_award_is_a_percentage_of_the_top() -> None:
    award = result("3", "1", "2", 0).replace(
        ns_score=Score(kind="artificial", percent=Decimal(60)), ew_score=Score(kind="artificial", percent=Decimal(40))
    )
    lines = [line for line in results() if (line.board, line.sides.ns) != ("3", "1")]
    line = explained(lines=[*lines, award]).sessions[0].lines[2]
    assert (line.rule, line.percent, line.top, line.points) == ("award", 60, 6, Fraction(18, 5))


@pytest.mark.parametrize("scoring", ["match_points", "butler_imps", "cross_imps"])
def test_a_weighted_ruling_adds_up_from_its_parts(scoring: str) -> None:
    parts = (WeightedPoints(weight=Decimal(1), points=420), WeightedPoints(weight=Decimal(1), points=-50))
    weighted = Score(kind="weighted", parts=parts)
    ruled = result("3", "1", "2", 0).replace(ns_score=weighted, ew_score=weighted)
    lines = [line for line in results() if (line.board, line.sides.ns) != ("3", "1")]
    event = EventFact(name="Club pairs", kind="pairs", board_scoring=scoring)
    line = explained(lines=[*lines, ruled], event=event).sessions[0].lines[2]
    assert line.rule != "as stated"


def test_average_plus_by_name_is_what_the_pair_has_on_its_other_boards() -> None:
    plus = Score(kind="average", percent=Decimal(60), text="Ave+")
    lines = [line for line in results() if (line.board, line.sides.ns) != ("3", "3")]
    award = result("3", "3", "4", 0).replace(ns_score=plus, ew_score=Score(kind="average", percent=Decimal(40)))
    found = explained(lines=[*lines, award], of="3")
    line = found.sessions[0].lines[2]
    assert (line.rule, line.percent, line.points) == ("own average", 100, 6)
    assert (line.award, line.average_of) == ("plus", "session")
    other = explained(lines=[*lines, award], of="4").sessions[0].lines[2]
    assert (other.award, other.average_of, other.percent) == ("minus", "session", 0)
    changed = found.model_dump(mode="json", exclude_none=True)
    changed["sessions"][0]["lines"][2]["percent"] = "63"
    with pytest.raises(AssertionError):
        add_up(changed)


def test_a_line_without_a_score_says_so() -> None:
    line = explained(lines=[*results(("1", "2")), result("3", "1", "2", None)]).sessions[0].lines[2]
    assert (line.rule, line.points, line.counted) == ("no score", None, False)


def test_a_score_that_nothing_can_be_compared_with_is_worth_sixty_per_cent() -> None:
    line = explained(lines=[*results(("1", "2")), result("3", "1", "2", 90)]).sessions[0].lines[2]
    assert (line.rule, line.points) == ("single result", Fraction(18, 5))
