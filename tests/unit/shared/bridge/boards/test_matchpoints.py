"""Match points: comparison, factoring, groups, rulings (Law 78A, Neuberg, Law 12C)."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.bridge.boards.artificial_scores import AVERAGE, AVERAGE_MINUS, AVERAGE_PLUS, Artificial
from shared.bridge.boards.board_line import BoardLine, Weighted
from shared.bridge.boards.frequency_table import FrequencyTable, frequency_table
from shared.bridge.boards.matchpoints import (
    FactoringMethod,
    LineMatchpoints,
    MatchpointScale,
    compare,
    expected_scores,
    factor,
    neuberg,
    score_board,
    small_group_percent,
)
from shared.bridge.rounding import ACBLSCORE, EXACT, to_decimal
from tests.support.board_lines import played
from tests.support.time_limits import scaled

EU, ACBL = MatchpointScale.EUROPEAN, MatchpointScale.AMERICAN
EIGHT_TABLES = [420, 420, 450, -50, 170, 420, -50, 400]

scores = st.lists(st.integers(-60, 60).map(lambda tens: tens * 10), min_size=1, max_size=30)
scales = st.sampled_from(MatchpointScale)
factorings = st.sampled_from(FactoringMethod)


def score(lines, expected=None, scale=EU, factoring=FactoringMethod.NEUBERG, rounding=EXACT):
    return score_board(lines, expected=expected, scale=scale, factoring=factoring, rounding=rounding)


def ns_of(results: list[LineMatchpoints]) -> list[Fraction | None]:
    return [result.ns for result in results]


def decimals(values, places=2) -> list[str]:
    return [str(to_decimal(value, places)) for value in values]


class TestComparison:
    def test_eight_tables_on_the_european_scale(self):
        results = score([played(points) for points in EIGHT_TABLES])
        assert ns_of(results) == [10, 10, 14, 1, 4, 10, 1, 6]
        assert {result.top_ns for result in results} == {14}
        assert [result.ew for result in results] == [4, 4, 0, 13, 10, 4, 13, 8]
        percentages = [100 * result.ns / result.top_ns for result in results]
        assert decimals(percentages) == ["71.43", "71.43", "100.00", "7.14", "28.57", "71.43", "7.14", "42.86"]

    def test_the_american_scale_is_half_of_the_european(self):
        results = score([played(points) for points in EIGHT_TABLES], scale=ACBL)
        assert ns_of(results) == [5, 5, 7, Fraction(1, 2), 2, 5, Fraction(1, 2), 3]
        assert results[0].top_ns == 7

    def test_a_board_of_seven_with_ties_scores_as_printed_in_an_early_file(self):
        results = score([played(points) for points in (300, 300, 150, 150, 140, 140, 140)])
        assert ns_of(results) == [11, 11, 7, 7, 2, 2, 2]

    @given(scores, scales)
    def test_counting_by_frequency_equals_comparing_every_pair(self, points, scale):
        by_pairs = [
            sum((own > other) * 2 + (own == other) for place, other in enumerate(points) if place != me)
            * Fraction(scale.value, 2)
            for me, own in enumerate(points)
        ]
        results = score([played(value) for value in points], scale=scale, factoring=FactoringMethod.NONE)
        assert ns_of(results) == by_pairs

    @given(scores, scales, factorings, st.integers(0, 40))
    def test_the_two_sides_share_the_top_unless_the_group_is_too_small(self, points, scale, factoring, missing):
        expected = len(points) + missing
        for result in score([played(value) for value in points], expected, scale, factoring):
            share = result.ns + result.ew
            small = factoring is FactoringMethod.NEUBERG_EBU and len(points) <= 3 and 3 * len(points) <= expected
            alone = len(points) == 1 and factoring not in (FactoringMethod.NONE, FactoringMethod.WHOLE_FIELD)
            if small or alone:
                assert share == result.top_ns * Fraction(6, 5)
            else:
                assert share == result.top_ns == result.top_ew

    @given(scores, st.randoms(use_true_random=False))
    def test_the_order_of_the_lines_does_not_matter(self, points, random):
        shuffled = points[:]
        random.shuffle(shuffled)
        before = dict(zip(points, ns_of(score([played(value) for value in points])), strict=True))
        after = dict(zip(shuffled, ns_of(score([played(value) for value in shuffled])), strict=True))
        assert before == after

    def test_a_line_that_stands_for_several_results_counts_as_so_many(self):
        spelt_out = score([played(420), played(420), played(420), played(-50)])
        folded = score([played(420, count=3), played(-50)])
        assert ns_of(folded) == [spelt_out[0].ns, spelt_out[3].ns] == [4, 0]
        assert folded[0].top_ns == 6

    def test_an_empty_board_has_no_results(self):
        assert score([]) == []

    def test_a_line_without_a_score_gets_no_match_points_and_is_not_expected(self):
        results = score([played(420), played(-50), BoardLine(None, None)])
        assert ns_of(results) == [2, 0, None]
        assert results[2].ew is None
        assert expected_scores([played(420, count=2), BoardLine(None, None), BoardLine(AVERAGE, AVERAGE)]) == 3

    def test_only_the_scored_side_of_a_half_known_line_gets_match_points(self):
        results = score([BoardLine(420, None), played(-50)])
        assert (results[0].ns, results[0].ew) == (2, None)

    def test_expecting_less_than_one_score_is_refused(self):
        with pytest.raises(ValueError, match="at least one"):
            score([played(420)], expected=0)

    def test_five_thousand_different_scores_take_no_pairwise_loop(self):
        lines = [played(points) for points in range(5_000)]
        started = time.process_time()
        results = score(lines, expected=5_001)
        assert time.process_time() - started < scaled(2.0)
        assert results[4_999].ns == Fraction(5_001, 5_000) * 9_999 - 1


class TestNeuberg:
    def test_ten_scores_of_eleven_give_the_published_match_points(self):
        results = score([played(points) for points in range(10, 110, 10)], expected=11)
        expected = ["0.1", "2.3", "4.5", "6.7", "8.9", "11.1", "13.3", "15.5", "17.7", "19.9"]
        assert decimals(ns_of(results), 1) == expected
        assert results[0].top_ns == 20

    @pytest.mark.parametrize(
        ("within", "factored"), [(8, "13.4"), (6, "10.2"), (5, "8.6"), (4, "7"), (2, "3.8"), (0, "0.6")]
    )
    def test_five_scores_of_eight(self, within, factored):
        assert neuberg(Fraction(within), 5, 8, EU) == Fraction(factored)

    @pytest.mark.parametrize(("actual", "top", "bottom"), [(23, "22.98", "0.02"), (11, "22.41", "0.59")])
    def test_acblscore_uses_the_formula_on_the_half_scale(self, actual, top, bottom):
        lines = [played(points * 10) for points in range(actual)]
        results = score(lines, expected=24, scale=ACBL, rounding=ACBLSCORE)
        assert decimals([results[-1].ns, results[0].ns]) == [top, bottom]
        assert results[0].top_ns == 23

    @given(scores, scales)
    def test_a_full_board_is_left_as_it_is(self, points, scale):
        lines = [played(value) for value in points] + [played(10)]
        plain = score(lines, scale=scale, factoring=FactoringMethod.NONE)
        assert score(lines, scale=scale) == plain
        for full in (FactoringMethod.SCALE, FactoringMethod.AVERAGE):
            assert score(lines, scale=scale, factoring=full) == plain

    @given(scores, scales, st.integers(0, 20))
    def test_the_average_of_a_group_stays_the_average(self, points, scale, missing):
        lines = [played(value) for value in [*points, 0]]
        results = score(lines, len(lines) + missing, scale)
        assert sum(ns_of(results)) == len(lines) * results[0].top_ns / 2

    def test_both_scales_give_the_same_percentage(self):
        lines = [played(points) for points in EIGHT_TABLES]
        for european, american in zip(score(lines, 11), score(lines, 11, ACBL), strict=True):
            assert european.ns / european.top_ns == american.ns / american.top_ns

    def test_a_board_played_more_often_than_expected_is_factored_down(self):
        results = score([played(points) for points in (10, 20, 30, 40)], expected=3)
        assert ns_of(results) == [Fraction(3, 4) * (wins + 1) - 1 for wins in (0, 2, 4, 6)]


class TestSmallGroups:
    @pytest.mark.parametrize(
        ("points", "percent"),
        [
            ((100, 50), [65, 55]),
            ((100, 100), [60, 60]),
            ((100, 50, 0), [70, 60, 50]),
            ((100, 100, 0), [65, 65, 50]),
            ((50, 50, 50), [60, 60, 60]),
        ],
    )
    def test_two_or_three_scores_that_are_a_third_of_the_board_get_fixed_percentages(self, points, percent):
        for scale in MatchpointScale:
            lines = [played(value) for value in points]
            results = score(lines, expected=9, scale=scale, factoring=FactoringMethod.NEUBERG_EBU)
            assert [100 * result.ns / result.top_ns for result in results] == percent

    def test_three_scores_that_are_more_than_a_third_of_the_board_are_factored(self):
        lines = [played(value) for value in (100, 50, 0)]
        results = score(lines, expected=8, factoring=FactoringMethod.NEUBERG_EBU)
        assert ns_of(results) == [Fraction(8, 3) * (wins + 1) - 1 for wins in (4, 2, 0)]

    def test_four_scores_are_always_factored(self):
        lines = [played(value) for value in (100, 50, 0, -50)]
        assert score(lines, 40, EU, FactoringMethod.NEUBERG_EBU) == score(lines, 40)

    def test_plain_neuberg_knows_no_small_groups(self):
        results = score([played(100), played(50)], expected=9)
        assert ns_of(results) == [Fraction(9, 2) * (wins + 1) - 1 for wins in (2, 0)]

    @pytest.mark.parametrize("method", ["neuberg", "neuberg-ebu", "scale"])
    def test_a_single_result_gives_both_sides_sixty_percent(self, method):
        (result,) = score([played(420)], expected=12, factoring=FactoringMethod(method))
        assert (result.ns, result.ew, result.top_ns) == (Fraction("13.2"), Fraction("13.2"), 22)

    def test_a_single_result_without_factoring_has_nothing_to_win(self):
        (result,) = score([played(420)], expected=12, factoring=FactoringMethod.NONE)
        assert (result.ns, result.ew, result.top_ns, result.top_ew) == (0, 0, 0, 0)

    def test_the_percentage_of_a_single_score_continues_the_series(self):
        assert small_group_percent(Fraction(0), 1, EU) == 60


class TestOtherMethods:
    def test_in_the_whole_field_a_score_is_compared_with_its_own_entry_too(self):
        results = score(
            [played(value) for value in (100, 50, 50, 0)], expected=9, factoring=FactoringMethod.WHOLE_FIELD
        )
        assert [result.ns / result.top_ns for result in results] == [Fraction(n, 8) for n in (7, 4, 4, 1)]

    def test_plain_proportion_stretches_the_group_to_the_top(self):
        results = score([played(value) for value in (100, 50, 0)], expected=5, factoring=FactoringMethod.SCALE)
        assert ns_of(results) == [8, 4, 0]

    def test_missing_scores_are_averages_for_everybody(self):
        results = score([played(value) for value in (100, 50, 0)], expected=5, factoring=FactoringMethod.AVERAGE)
        assert ns_of(results) == [6, 4, 2]
        assert {result.top_ns for result in results} == {8}
        assert ns_of(score([played(50)], expected=4, factoring=FactoringMethod.AVERAGE)) == [3]

    def test_without_factoring_every_board_has_its_own_top(self):
        results = score([played(value) for value in (100, 50, 0)], expected=5, factoring=FactoringMethod.NONE)
        assert ns_of(results) == [4, 2, 0]
        assert {result.top_ns for result in results} == {4}

    def test_no_factoring_leaves_match_points_alone(self):
        assert factor(Fraction(3), 3, 9, EU, FactoringMethod.NONE) == 3


class TestArtificialScores:
    def test_artificial_scores_are_percentages_of_the_factored_top_and_in_nobodys_field(self):
        lines = [played(points) for points in (100, 50, 0, -50, -100)]
        lines += [BoardLine(AVERAGE_PLUS, AVERAGE_MINUS), BoardLine(AVERAGE, AVERAGE)]
        lines.append(BoardLine(Artificial(Fraction(60)), Artificial(Fraction(60))))
        results = score(lines)
        assert [result.top_ns for result in results] == [14] * 8
        assert ns_of(results)[:5] == [Fraction("13.4"), Fraction("10.2"), 7, Fraction("3.8"), Fraction("0.6")]
        assert (results[5].ns, results[5].ew) == (Fraction("8.4"), Fraction("5.6"))
        assert (results[6].ns, results[6].ew) == (7, 7)
        assert (results[7].ns, results[7].ew) == (Fraction("8.4"), Fraction("8.4"))

    def test_a_side_with_an_artificial_score_leaves_the_other_sides_score_in_its_field(self):
        results = score([BoardLine(AVERAGE_PLUS, 420), played(100), played(-100)])
        assert ns_of(results) == [Fraction("2.4"), Fraction(7, 2), Fraction(1, 2)]
        assert [result.ew for result in results] == [4, 0, 2]

    def test_an_artificial_score_alone_on_the_board_is_still_a_percentage_of_the_expected_top(self):
        (result,) = score([BoardLine(AVERAGE_PLUS, AVERAGE_MINUS)], expected=12)
        assert (result.ns, result.ew) == (Fraction("13.2"), Fraction("8.8"))

    def test_without_factoring_an_artificial_score_is_a_percentage_of_the_boards_own_top(self):
        lines = [played(100), played(50), played(0), BoardLine(AVERAGE_PLUS, AVERAGE_MINUS)]
        results = score(lines, factoring=FactoringMethod.NONE)
        assert (results[3].ns, results[3].ew, results[3].top_ns) == (Fraction("2.4"), Fraction("1.6"), 4)


class TestRulings:
    RULING = Weighted(((620, Fraction(3, 10)), (-100, Fraction(7, 10))))

    def test_a_weighted_ruling_is_the_weighted_mean_of_its_match_pointed_results(self):
        others = [620] + [170] * 4 + [140] + [-100] + [-200] * 2 + [-500]
        table = frequency_table([(self.RULING, 1), *((points, 1) for points in others)])
        better, worse = table.wins(620), table.wins(-100)
        assert compare(self.RULING, table, EU) == Fraction(3, 10) * better + Fraction(7, 10) * worse
        assert table.count == 11

    def test_thirty_percent_of_one_score_and_seventy_of_another_give_the_published_result(self):
        # Below +620: 4 scores and 0.7 of the ruling; one other +620. Below -100: 3 scores; none equal.
        table = frequency_table([(self.RULING, 1), (620, 1), *((points, 1) for points in (170, -200, -300, -500))])
        assert table.wins(620) == Fraction("9.7")
        assert table.wins(-100) == Fraction("5.7")
        assert compare(self.RULING, table, EU) == Fraction("6.9")

    def test_everybody_elses_match_points_move_with_the_weights(self):
        results = score([played(self.RULING), played(170), played(-500)])
        assert ns_of(results) == [Fraction(3, 10) * 4 + Fraction(7, 10) * 2, 2 + Fraction(14, 10), 0]
        assert sum(ns_of(results)) == 6

    @given(scores, st.fractions(min_value="0.01", max_value="0.99"), scales)
    def test_the_match_points_of_a_board_with_a_ruling_still_sum_to_the_averages(self, points, weight, scale):
        ruling = Weighted(((130, weight), (-90, 1 - weight)))
        lines = [played(ruling), *(played(value) for value in points)]
        results = score(lines, scale=scale)
        assert sum(ns_of(results)) == len(lines) * results[0].top_ns / 2
        assert all(result.ns + result.ew == result.top_ns for result in results)

    @given(scores)
    def test_a_ruling_between_equal_results_is_that_result(self, points):
        ruling = Weighted(((130, Fraction(1, 3)), (130, Fraction(2, 3))))
        lines = [played(value) for value in points]
        assert ns_of(score([played(ruling), *lines])) == ns_of(score([played(130), *lines]))

    def test_a_split_ruling_is_scored_against_two_tables(self):
        lines = [BoardLine(420, 50), played(420), played(-50)]
        results = score(lines)
        assert ns_of(results) == [3, 3, 0]
        assert [result.ew for result in results] == [3, 0, 3]
        assert results[0].ns + results[0].ew == 6
        assert results[1].ns + results[1].ew == 3


class TestFouledBoards:
    def test_groups_are_compared_within_themselves_and_factored_to_the_whole_board(self):
        lines = [played(points) for points in (100, 50, 0, -50, -100)]
        lines += [played(points, group=1) for points in (620, 600, -100)]
        results = score(lines)
        assert ns_of(results)[:5] == [Fraction("13.4"), Fraction("10.2"), 7, Fraction("3.8"), Fraction("0.6")]
        assert ns_of(results)[5:] == [Fraction(8, 3) * (wins + 1) - 1 for wins in (4, 2, 0)]
        assert {result.top_ns for result in results} == {14}

    def test_a_small_foul_group_gets_the_fixed_percentages(self):
        lines = [played(points * 10) for points in range(7)] + [played(100, group=3), played(50, group=3)]
        results = score(lines, factoring=FactoringMethod.NEUBERG_EBU)
        assert [result.ns for result in results[7:]] == [Fraction("10.4"), Fraction("8.8")]

    def test_an_artificial_score_in_a_group_of_its_own_is_by_the_boards_top(self):
        results = score([played(100), played(0), BoardLine(AVERAGE, AVERAGE, group=9)])
        assert results[2].ns == 2


def test_a_frequency_table_counts_weights():
    table = FrequencyTable({100: 2, 50: Fraction(1, 2), 0: Fraction(1, 2)})
    assert table.count == 3
    assert [table.wins(points) for points in (100, 50, 0)] == [3, Fraction(1, 2), Fraction(-1, 2)]


@pytest.mark.parametrize("factoring", [FactoringMethod.NONE, FactoringMethod.NEUBERG, FactoringMethod.NEUBERG_EBU])
def test_a_result_beside_one_that_is_adjusted_gets_sixty_per_cent_of_a_top_of_two(factoring):
    lines = [BoardLine(Artificial(Fraction(60)), Artificial(Fraction(40))), played(420)]
    adjusted, alone = score(lines, factoring=factoring)
    assert adjusted == LineMatchpoints(Fraction(6, 5), Fraction(4, 5), Fraction(2), Fraction(2))
    assert alone == LineMatchpoints(Fraction(6, 5), Fraction(6, 5), Fraction(2), Fraction(2))


def test_without_factoring_two_results_beside_an_adjusted_one_are_compared_as_ever():
    lines = [BoardLine(Artificial(Fraction(60)), Artificial(Fraction(40))), played(420), played(450)]
    adjusted, low, high = score(lines, factoring=FactoringMethod.NONE)
    assert (adjusted.top_ns, low.ns, high.ns) == (2, 0, 2)
    assert score([played(420)], factoring=FactoringMethod.NONE)[0].top_ns == 0
