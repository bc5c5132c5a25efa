import pytest

from contracts.base import FileFormat
from contracts.facts import Detail, EventFact, Facts
from services.scoring.domain.boards.imp_methods import (
    ACBL_AVERAGE,
    ACBL_DATUM,
    ACBL_TOTAL,
    AGGREGATE,
    STANDARD,
    ButlerMethod,
    CrossImpMethod,
)
from services.scoring.domain.boards.line_candidates import LINE_METHODS, UNITS, line_methods, standard_method
from services.scoring.domain.boards.line_methods import ACBL, ACBL_DOUBLE, EBU, LineMethod
from shared.bridge.boards.butler import DROP_BEST_AND_WORST


@pytest.mark.parametrize(
    ("scoring", "file_format", "method"),
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
def test_the_standard_method_of_each_scoring(scoring: str, file_format: FileFormat, method: object) -> None:
    assert standard_method(scoring, file_format) == method


def test_every_scoring_that_compares_lines_has_a_unit_and_its_standard_method_among_those_tried() -> None:
    for scoring, methods in LINE_METHODS.items():
        assert scoring in UNITS
        assert standard_method(scoring, "usebio") in methods


def test_imps_are_one_unit_however_they_were_won() -> None:
    assert {UNITS[name] for name in ("butler_imps", "cross_imps", "imps", "ximps", "imp_then_add")} == {"imps"}
    assert UNITS["percentage"] == "percent"


@pytest.mark.parametrize("scoring", ["match_points", "butler_imps", "cross_imps"])
def test_what_the_scoring_of_pbn_names_is_among_the_methods_that_are_tried(scoring: str) -> None:
    names = ("mp1", "mp2", "butler-2", "mean", "median", "cross", "cross1", "cross2")
    assert {standard_method(scoring, "pbn", frozenset({name})) for name in names} <= set(LINE_METHODS[scoring])


def test_the_field_that_says_more_decides() -> None:
    named = standard_method("butler_imps", "pbn", frozenset({"imp", "butler", "mean", "butler-2"}))
    assert isinstance(named, ButlerMethod)
    assert named.rule is not None
    assert named.rule.trim == DROP_BEST_AND_WORST


def test_the_method_that_a_game_file_names_decides_where_it_states_no_points() -> None:
    double = standard_method("match_points", "acblscore", frozenset({"double matchpoints (european)"}))
    total = standard_method("cross_imps", "acblscore", frozenset({"total imps"}))
    assert double is ACBL_DOUBLE
    assert total is ACBL_TOTAL
    assert standard_method("match_points", "acblscore", frozenset({"matchpoints"})) is ACBL
    assert standard_method("cross_imps", "acblscore", frozenset({"average imps"})) is ACBL_AVERAGE
    assert standard_method("butler_imps", "acblscore", frozenset({"imps with computed datum"})) is ACBL_DATUM
    assert {ACBL_TOTAL, ACBL_AVERAGE} <= set(LINE_METHODS["cross_imps"])
    assert ACBL_DATUM in LINE_METHODS["butler_imps"]


def test_match_points_of_acblscore_are_tried_by_its_own_method_alone() -> None:
    def tried(scoring: str, file_format: FileFormat) -> set[LineMethod]:
        return set(line_methods(scoring, file_format, Facts()))

    assert tried("match_points", "acblscore") == {ACBL}
    assert tried("match_points", "usebio") == set(LINE_METHODS["match_points"])
    assert tried("butler_imps", "acblscore") == set(LINE_METHODS["butler_imps"])
    assert tried("", "acblscore") == set()


@pytest.mark.parametrize(("stated", "cap"), [("15", 15), ("24", None), ("0", None), ("1000", None), ("many", None)])
def test_the_greatest_swing_that_a_game_file_states_counts_in_every_method(stated: str, cap: int | None) -> None:
    event = EventFact(details=(Detail(name="MOST_IMPS", value=stated),))
    methods = line_methods("cross_imps", "acblscore", Facts(events=(event,)))
    assert {method.cap for method in methods if isinstance(method, CrossImpMethod)} == {cap}
