"""Victory point scales by name and as data."""

from __future__ import annotations

import copy
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.facts import ScaleTable
from shared.bridge.matches.victory_points import (
    SCALE_NAMES,
    WHOLE_SCALES,
    ImpScale,
    PercentScale,
    ScaleDataError,
    find_scale,
    given_scale,
    load_scale,
    scale_called,
)

ACBL20 = {
    (5, 8): "1 3 5 8 11 14 17 20 24 28",
    (9, 11): "1 3 6 10 14 18 22 26 31 36",
    (12, 15): "1 4 7 11 15 20 25 30 36 42",
    (16, 20): "2 5 9 14 19 25 32 39 47 56",
    (21, 27): "3 7 12 18 25 33 42 51 61 72",
    (28, 36): "4 9 15 22 30 39 49 60 72 85",
}
ACBL30 = {(6, 8): "1 2 3 4 5 7 9 11 14 17 20 24 28", (9, 11): "1 2 3 5 7 9 12 15 18 22 26 31 36"}
SWISS = {
    (1, 4): "50.92 52.80 54.71 56.70 58.80 61.08 63.63 66.61 70.36 75.95",
    (5, 6): "50.78 52.39 54.02 55.72 57.51 59.45 61.62 64.17 67.37 72.13",
    (7, 9): "50.65 51.98 53.33 54.74 56.23 57.83 59.64 61.75 64.40 68.35",
    (10, 13): "50.54 51.65 52.78 53.95 55.19 56.53 58.04 59.80 62.01 65.30",
    (14, 19): "50.45 51.38 52.32 53.30 54.34 55.45 56.71 58.18 60.03 62.78",
    (20, 27): "50.38 51.16 51.94 52.77 53.63 54.57 55.62 56.85 58.40 60.71",
    (28, 39): "50.32 50.97 51.63 52.32 53.04 53.83 54.71 55.74 57.04 58.97",
    (40, 55): "50.27 50.81 51.37 51.95 52.56 53.21 53.95 54.82 55.91 57.53",
}
SWISS_HALF = {
    (1, 2): "51.86 55.70 59.94 65.12 73.15",
    (3, 3): "51.59 54.87 58.48 62.89 69.75",
    (4, 4): "51.32 54.03 57.03 60.70 66.38",
    (5, 6): "51.09 53.36 55.86 58.92 63.66",
    (7, 9): "50.92 52.81 54.93 57.45 61.41",
    (10, 13): "50.77 52.36 54.10 56.24 59.56",
}
CENT = Fraction(1, 100)


def imp_scale(name: str) -> ImpScale:
    scale = find_scale(name)
    assert isinstance(scale, ImpScale)
    return scale


def percent_scale(name: str) -> PercentScale:
    scale = find_scale(name)
    assert isinstance(scale, PercentScale)
    return scale


@pytest.mark.parametrize(("lengths", "margins"), ACBL20.items())
def test_acbl_20_changes_at_every_published_margin(lengths, margins):
    scale = imp_scale("ACBL20")
    for boards in lengths:
        for winner, first in enumerate(map(int, margins.split()), start=11):
            assert scale.award(first, boards) == (winner, 20 - winner)
            assert scale.award(first - 1, boards) == (winner - 1, 21 - winner)
        assert scale.award(999, boards) == (20, 0)


@pytest.mark.parametrize(("lengths", "margins"), ACBL30.items())
def test_acbl_30_has_no_sixteen_and_no_seventeen(lengths, margins):
    scale = imp_scale("ACBL30")
    for boards in lengths:
        assert scale.award(0, boards) == (15, 15)
        for winner, first in enumerate(map(int, margins.split()), start=18):
            assert scale.award(first, boards) == (winner, 30 - winner)
            assert scale.award(-first, boards) == (30 - winner, winner)
        awards = {scale.award(margin, boards) for margin in range(60)}
        assert not awards & {(16, 14), (17, 13)}


@pytest.mark.parametrize(
    ("name", "middle", "lengths", "bounds"),
    [("EBU_SWISS_PAIRS", 10, *row) for row in SWISS.items()]
    + [("EBU_SWISS_PAIRS_HALF", 5, *row) for row in SWISS_HALF.items()],
)
def test_swiss_pairs_percentages_on_the_line_go_towards_the_average(name, middle, lengths, bounds):
    scale = percent_scale(name)
    for boards in lengths:
        for points, bound in enumerate(map(Fraction, bounds.split()), start=middle):
            assert scale.award(bound, boards) == points
            assert scale.award(bound + CENT, boards) == points + 1
            assert scale.award(100 - bound, boards) == 2 * middle - points
            assert scale.award(100 - bound - CENT, boards) == 2 * middle - points - 1
        assert scale.award(Fraction(100), boards) == 2 * middle
        assert scale.award(Fraction(0), boards) == 0
        assert scale.award(Fraction(50), boards) == middle


def test_eight_boards_at_the_bound_are_fourteen_to_six():
    scale = percent_scale("EBU_SWISS_PAIRS")
    assert scale.award(Fraction("56.23"), 8) == 14
    assert scale.award(Fraction("43.77"), 8) == 6


def test_pairs_with_a_plus_each_both_win_their_match():
    scale = percent_scale("EBU_SWISS_PAIRS")
    both = [scale.award(Fraction(55), 8), scale.award(Fraction(52), 8)]
    assert both == [14, 12]


def test_wbf_scales_are_found_by_name():
    assert imp_scale("WBF_DISCRETE").award(15, 7) == (16, 4)
    assert imp_scale("WBF_CONTINUOUS").award(-14, 16) == (Decimal("6.25"), Decimal("13.75"))
    assert imp_scale("WBF_DISCRETE_HALF").award(4, 3) == (7, 3)


@pytest.mark.parametrize("name", ["BBO VP20", "SBU", "IRL", "ABF", "OTHER", "", "../acbl20", "acbl20"])
def test_a_scale_whose_table_is_not_known_is_none(name):
    assert find_scale(name) is None


@pytest.mark.parametrize(
    ("name", "boards"), [("ACBL20", 4), ("ACBL20", 37), ("ACBL30", 12), ("WBF_DISCRETE", 0), ("WBF_CONTINUOUS", 10**9)]
)
def test_a_match_length_that_a_scale_does_not_cover_has_no_victory_points(name, boards):
    assert imp_scale(name).award(5, boards) is None
    assert percent_scale("EBU_SWISS_PAIRS").award(Fraction(55), 56) is None


def test_every_named_scale_loads():
    assert all(find_scale(name) is not None for name in SCALE_NAMES)


@pytest.mark.parametrize(
    ("margin", "winner"), [(Fraction(1, 2), 11), (Fraction(-1, 2), 9), (Fraction(49, 100), 10), (Fraction(5, 2), 12)]
)
def test_a_fractional_margin_is_first_rounded_to_whole_imps(margin, winner):
    award = imp_scale("ACBL20").award(margin, 8)
    assert award is not None
    assert award[0] == winner


OWN = {
    "name": "club 25",
    "unit": "imps",
    "charts": [{"boards": [4, 6], "rows": [[0, 15, 15], [3, "16.5", "13.5"], [30, 25, 0]]}],
}


def test_any_scale_can_be_given_as_data():
    scale = load_scale(ScaleTable.model_validate(OWN))
    assert isinstance(scale, ImpScale)
    assert scale.name == "club 25"
    assert scale.award(3, 5) == (Decimal("16.5"), Decimal("13.5"))
    assert scale.award(-40, 5) == (0, 25)
    assert scale.award(3, 7) is None


def changed(path: tuple[str | int, ...], value: object) -> dict[str, object]:
    data = copy.deepcopy(OWN)
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return data


@pytest.mark.parametrize(
    ("data", "part"),
    [
        ({}, "name"),
        (changed(("unit",), "points"), "unit"),
        (changed(("charts",), []), "charts"),
        (changed(("charts",), ["x"]), r"charts\.0"),
        (changed(("charts", 0, "boards"), [6]), "boards"),
        (changed(("charts", 0, "boards"), [6, 4]), "boards"),
        (changed(("charts", 0, "boards"), [0, 4]), "boards"),
        (changed(("charts", 0, "rows", 0), [1, 15, 15]), "not at 0"),
        (changed(("charts", 0, "rows", 1), [3, 16]), r"rows\.1"),
        (changed(("charts", 0, "rows"), []), "empty"),
        (changed(("charts", 0, "rows", 1), [3.5, 16, 14]), "integer"),
        (changed(("charts", 0, "rows", 1), [3, "many", "few"]), "decimal"),
        (changed(("charts", 0, "rows", 1), [3, "NaN", "0"]), "finite"),
        (changed(("charts", 0, "rows", 1), [40, 16, 14]), "rise"),
        ({"name": "x", "unit": "percent", "charts": [{"boards": [1, 4], "up_to": ["51"]}]}, "middle"),
        ({"name": "x", "unit": "percent", "middle": 2, "charts": [{"boards": [1, 4], "up_to": ["51"]}]}, "up_to"),
        ({"name": "x", "unit": "percent", "middle": 1, "charts": [{"boards": [1, 4], "up_to": ["45"]}]}, "percent"),
        ({"name": "x", "unit": "percent", "middle": 2, "charts": [{"boards": [1, 4], "up_to": ["60", "55"]}]}, "rise"),
    ],
)
def test_data_that_is_no_scale_is_refused_and_the_part_is_named(data, part):
    with pytest.raises(ValueError, match=part):
        load_scale(ScaleTable.model_validate(data))


@given(st.sampled_from(["ACBL20", "ACBL30", "WBF_DISCRETE", "WBF_CONTINUOUS"]), st.integers(6, 8), st.integers(0, 200))
def test_a_bigger_win_is_never_worth_less(name, boards, margin):
    scale = imp_scale(name)
    smaller, bigger = scale.award(margin, boards), scale.award(margin + 1, boards)
    assert smaller is not None
    assert bigger is not None
    assert bigger[0] >= smaller[0]
    assert bigger[1] <= smaller[1]


def test_a_table_without_charts_is_one_of_ours_by_its_name() -> None:
    table = scale_called("wbf-continuous")
    assert (table.name, table.unit) == ("WBF_CONTINUOUS", "imps")
    assert given_scale(table) is find_scale("WBF_CONTINUOUS")
    assert {scale_called(name).unit for name in WHOLE_SCALES} == {"imps", "percent"}
    for unknown in ("SBU", "WBF_DISCRETE_HALF"):
        with pytest.raises(ScaleDataError, match="there are WBF_CONTINUOUS, WBF_DISCRETE, ACBL20"):
            scale_called(unknown)


def test_a_scale_that_an_event_brings_along_is_loaded():
    assert given_scale(None) is None
    scale = given_scale(ScaleTable.model_validate(OWN))
    assert isinstance(scale, ImpScale)
    assert (scale.name, scale.award(30, 4), scale.award(2, 6)) == ("club 25", (25, 0), (15, 15))
    percent = {"name": "x", "unit": "percent", "middle": 2, "charts": [{"boards": [1, 4], "up_to": ["50", "55"]}]}
    other = given_scale(ScaleTable.model_validate(percent))
    assert isinstance(other, PercentScale)
    assert [other.award(Fraction(of), 4) for of in (44, 45, 50, 55, 56)] == [0, 1, 2, 3, 4]
