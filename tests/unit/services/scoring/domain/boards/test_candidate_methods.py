import pytest

from contracts.base import FileFormat
from services.scoring.domain.boards.candidate_methods import UNITS, WAYS, standard_way, tried_ways
from services.scoring.domain.boards.imp_methods import (
    ACBL_AVERAGE,
    ACBL_DATUM,
    ACBL_TOTAL,
    AGGREGATE,
    STANDARD,
    ButlerMethod,
    CrossImpMethod,
)
from services.scoring.domain.boards.line_methods import ACBL, ACBL_DOUBLE, EBU
from shared.bridge.boards.butler import DROP_BEST_AND_WORST


@pytest.mark.parametrize(
    ("scoring", "file_format", "way"),
    [
        ("match_points", "usebio", EBU),
        ("match_points", "acblscore", ACBL),
        ("butler_imps", "usebio", ButlerMethod(STANDARD)),
        ("cross_imps", "acblscore", CrossImpMethod()),
        ("aggregate", "pbn", AGGREGATE[0]),
        ("hybrid", "usebio", None),
        ("", "usebio", None),
    ],
)
def test_the_standard_way_of_each_scoring(scoring: str, file_format: FileFormat, way: object) -> None:
    assert standard_way(scoring, file_format) == way


def test_every_scoring_that_compares_lines_has_a_unit_and_its_standard_way_among_those_tried() -> None:
    for scoring, ways in WAYS.items():
        assert scoring in UNITS
        assert standard_way(scoring, "usebio") in ways


def test_imps_are_one_unit_however_they_were_won() -> None:
    assert {UNITS[name] for name in ("butler_imps", "cross_imps", "imps", "ximps", "imp_then_add")} == {"imps"}
    assert UNITS["percentage"] == "percent"


@pytest.mark.parametrize("scoring", ["match_points", "butler_imps", "cross_imps"])
def test_what_the_scoring_of_pbn_names_is_among_the_ways_that_are_tried(scoring: str) -> None:
    names = ("mp1", "mp2", "butler-2", "mean", "median", "cross", "cross1", "cross2")
    assert {standard_way(scoring, "pbn", frozenset({name})) for name in names} <= set(WAYS[scoring])


def test_the_field_that_says_more_decides() -> None:
    named = standard_way("butler_imps", "pbn", frozenset({"imp", "butler", "mean", "butler-2"}))
    assert isinstance(named, ButlerMethod)
    assert named.rule is not None
    assert named.rule.trim == DROP_BEST_AND_WORST


def test_the_method_that_a_game_file_names_decides_where_it_states_no_points() -> None:
    double = standard_way("match_points", "acblscore", frozenset({"double matchpoints (european)"}))
    total = standard_way("cross_imps", "acblscore", frozenset({"total imps"}))
    assert double is ACBL_DOUBLE
    assert total is ACBL_TOTAL
    assert standard_way("match_points", "acblscore", frozenset({"matchpoints"})) is ACBL
    assert standard_way("cross_imps", "acblscore", frozenset({"average imps"})) is ACBL_AVERAGE
    assert standard_way("butler_imps", "acblscore", frozenset({"imps with computed datum"})) is ACBL_DATUM
    assert {ACBL_TOTAL, ACBL_AVERAGE} <= set(WAYS["cross_imps"])
    assert ACBL_DATUM in WAYS["butler_imps"]


def test_match_points_of_acblscore_are_tried_in_its_own_way_alone() -> None:
    assert tried_ways("match_points", "acblscore") == ()
    assert tried_ways("match_points", "usebio") == WAYS["match_points"]
    assert tried_ways("butler_imps", "acblscore") == WAYS["butler_imps"]
    assert tried_ways("", "acblscore") == ()
