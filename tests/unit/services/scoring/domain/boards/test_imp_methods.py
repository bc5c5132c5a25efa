from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.scoring.domain.boards.imp_methods import (
    AGGREGATE,
    BUTLER,
    CROSS_IMPS,
    STANDARD,
    ButlerMethod,
    CrossImpMethod,
)
from shared.bridge.boards.artificial_scores import Artificial
from shared.bridge.boards.board_line import BoardLine
from shared.bridge.boards.butler import DROP_BEST_AND_WORST, NO_TRIM, STEPPED, TEN_PERCENT, DatumAverage, DatumRule
from shared.bridge.boards.cross_imps import CrossAverage
from shared.bridge.rounding import RoundingFamily
from tests.support import by_hand
from tests.support.board_lines import played

SEVEN = (620, 650, -100, 170, 620, 620, 140)
"""Mean 388.57, so a datum of 390; without best and worst 434, so 430; in the middle 620."""

LINES = [played(value) for value in SEVEN]
PLUS = Artificial(Fraction(60))
MINUS = Artificial(Fraction(40))


def ns(
    method: ButlerMethod | CrossImpMethod, lines: list[BoardLine] = LINES, **more: Fraction
) -> list[Fraction | None]:
    return [points.ns for points in method.score(lines, 7, **more)]


@pytest.mark.parametrize(
    ("rule", "datum", "imps"),
    [
        (STANDARD, 390, [6, 6, -10, -6, 6, 6, -6]),
        (DatumRule(trim=DROP_BEST_AND_WORST), 430, [5, 6, -11, -6, 5, 5, -7]),
        (DatumRule(DatumAverage.MEDIAN), 620, [0, 1, -12, -10, 0, 0, -10]),
        (DatumRule(DatumAverage.MEAN, NO_TRIM, None), Fraction(2720, 7), [6, 6, -10, -5, 6, 6, -6]),
    ],
)
def test_butler_against_each_datum(rule: DatumRule, datum: Fraction, imps: list[int]) -> None:
    method = ButlerMethod(rule)
    assert method.datum(LINES) == datum
    assert ns(method) == imps
    assert [points.ew for points in method.score(LINES, 7)] == [-value for value in imps]


@pytest.mark.parametrize(
    ("rule", "count", "datum"),
    [
        # A tenth of ten scores is one at each end: 0, ten, ..., ninety without 0 and 90 is 45, rounded to 50.
        (DatumRule(trim=TEN_PERCENT), 10, 50),
        (DatumRule(trim=TEN_PERCENT, step=None), 9, Fraction(40)),
        # One at each end from four scores on, two from eleven on.
        (DatumRule(trim=STEPPED, step=None), 11, Fraction(50)),
        (DatumRule(trim=STEPPED, step=None), 4, Fraction(15)),
    ],
)
def test_trims_by_the_number_of_scores(rule: DatumRule, count: int, datum: Fraction) -> None:
    assert ButlerMethod(rule).datum([played(10 * n) for n in range(count)]) == datum


def test_a_trim_that_leaves_out_a_bad_score_moves_the_datum() -> None:
    lines = [played(value) for value in (-1100, 50, 50, 80, 110, 110, 140, 140, 140, 170)]
    assert ButlerMethod(STANDARD).datum(lines) == -10
    assert ButlerMethod(DatumRule(trim=TEN_PERCENT)).datum(lines) == 100


def test_a_stated_datum_counts_where_the_rule_is_to_take_it() -> None:
    assert ns(ButlerMethod(None), datum=Fraction(300)) == [8, 8, -9, -4, 8, 8, -4]
    assert ns(ButlerMethod(STANDARD), datum=Fraction(300)) == [6, 6, -10, -6, 6, 6, -6]


def test_without_a_stated_datum_the_standard_one_is_made() -> None:
    assert ns(ButlerMethod(None)) == ns(ButlerMethod(STANDARD))
    assert ButlerMethod(None).datum(LINES) == 390


@pytest.mark.parametrize("worth", [2, 3])
def test_an_average_plus_is_worth_two_or_three_imps(worth: int) -> None:
    lines = [*LINES, BoardLine(PLUS, MINUS)]
    butler = ButlerMethod(STANDARD, worth).score(lines, 8)[-1]
    cross = CrossImpMethod(average_plus=worth).score(lines, 8)[-1]
    assert (butler.ns, butler.ew) == (cross.ns, cross.ew) == (worth, -worth)


def test_an_artificial_score_is_in_nobodys_field() -> None:
    lines = [*LINES, BoardLine(PLUS, PLUS)]
    assert ns(ButlerMethod(STANDARD), lines)[:7] == [6, 6, -10, -6, 6, 6, -6]
    assert ns(CrossImpMethod(), lines)[:7] == by_hand.cross_imps(SEVEN)


def test_cross_imps_by_comparisons_by_scores_and_as_a_sum() -> None:
    # 620 against 620 650 -100 170 620 620 140: 0 - 1 + 12 + 10 + 0 + 0 + 10.
    assert ns(CrossImpMethod(CrossAverage.SUM))[0] == 31
    assert ns(CrossImpMethod(CrossAverage.SCORES))[0] == Fraction(31, 7)
    assert ns(CrossImpMethod(CrossAverage.COMPARISONS))[0] == Fraction(31, 6)
    assert ns(CrossImpMethod(CrossAverage.SUM)) == by_hand.cross_imps(SEVEN, 1)


@given(
    st.lists(st.sampled_from([-1700, -430, -100, -50, 0, 50, 110, 140, 420, 450, 980, 1430]), min_size=2, max_size=12)
)
def test_cross_imps_are_those_of_every_pair_of_scores_and_sum_to_nothing(scores: list[int]) -> None:
    points = ns(CrossImpMethod(), [played(value) for value in scores])
    assert points == by_hand.cross_imps(scores)
    assert sum(point or 0 for point in points) == 0


def test_factored_cross_imps_are_as_if_the_field_had_been_full() -> None:
    # Five scores where seven should be: the sum grows by 7/5, divided by 7, which is a fifth again.
    five = [played(value) for value in SEVEN[:5]]
    by_scores = [points.ns for points in CrossImpMethod(CrossAverage.SCORES, factored=True).score(five, 7)]
    sums = [points.ns for points in CrossImpMethod(CrossAverage.SUM, factored=True).score(five, 7)]
    whole = by_hand.cross_imps(SEVEN[:5], 1)
    assert by_scores == [total / 5 for total in whole]
    assert sums == [total * 7 / 5 for total in whole]


def test_aggregate_is_the_score_itself_and_knows_no_artificial_score() -> None:
    (method,) = AGGREGATE
    points = method.score([played(-630), BoardLine(420, 50), BoardLine(PLUS, MINUS)], 3)
    assert [(line.ns, line.ew) for line in points] == [(-630, 630), (420, 50), (None, None)]


def test_points_have_no_top() -> None:
    for method in (BUTLER[0], CROSS_IMPS[0], AGGREGATE[0]):
        assert not method.topped
        assert {points.top_ns for points in method.score(LINES, 7)} == {0}


def test_points_are_rounded_as_a_program_prints_them() -> None:
    tenths = RoundingFamily("printed-1", Fraction(1, 10))
    assert ns(CrossImpMethod(rounding=tenths))[0] == Fraction(52, 10)


def test_each_way_says_in_words_how_it_scores() -> None:
    butler = ButlerMethod(DatumRule(trim=DROP_BEST_AND_WORST), 2).described()
    assert (butler.board_scoring, butler.average_plus) == ("butler_imps", Decimal(2))
    assert butler.datum == "mean without the best and the worst score, to the nearest 10"
    assert ButlerMethod(None).described().datum == "as stated"
    assert ButlerMethod(DatumRule(to="cut")).described().datum == "mean of all scores, cut to a multiple of 10"
    assert ButlerMethod(DatumRule(DatumAverage.MEDIAN, step=None)).described().datum == "median, exact"
    cross = CrossImpMethod(CrossAverage.SCORES, factored=True).described()
    assert (cross.board_scoring, cross.average, cross.factoring) == ("cross_imps", "scores", "field")
    assert AGGREGATE[0].described().board_scoring == "aggregate"


def test_no_way_is_tried_twice_and_the_standard_ones_come_first() -> None:
    for ways in (BUTLER, CROSS_IMPS):
        assert len(set(ways)) == len(ways)
    assert BUTLER[0] == ButlerMethod(STANDARD, 3)
    assert CROSS_IMPS[0] == CrossImpMethod(CrossAverage.COMPARISONS, False, 2)


def test_cross_imps_are_tried_with_and_without_factoring_but_for_comparisons() -> None:
    tried = {
        (method.average, method.factored, method.average_plus) for method in CROSS_IMPS if not method.by_comparisons
    }
    assert tried == {
        (average, factored, plus)
        for average in CrossAverage
        for factored in (False, True)
        for plus in (2, 3)
        if not (factored and average is CrossAverage.COMPARISONS)
    }
    assert CROSS_IMPS[0] == CrossImpMethod()


def test_butler_is_tried_with_every_datum_and_both_worths_of_an_average_plus() -> None:
    assert {method.average_plus for method in BUTLER} == {2, 3}
    assert len(set(BUTLER)) == len(BUTLER) == 40
    assert (BUTLER[0], BUTLER[-1].rule) == (ButlerMethod(STANDARD), None)
