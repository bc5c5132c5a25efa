from decimal import Decimal
from fractions import Fraction

import pytest

from contracts.facts import MatchFact, ScaleChart, ScaleTable
from services.scoring.domain.matches.candidate_methods import MULTIPLES, agreed_with, fit_matches, missed_by
from services.scoring.domain.matches.match_list import Match
from services.scoring.domain.matches.match_scores import MatchMethod, Raw
from services.scoring.domain.rankings.scheme import Scheme, scheme_of
from shared.bridge.matches.teams_of_eight import EightMethod, victory_point_boards
from tests.support.team_facts import facts

TEAMS = Scheme(ranked="team", lines=None, matches="teams", match_scoring="vps", total_unit="vps")


def match(home: str | None, away: str | None) -> Match:
    scores = {"home_score": home and Decimal(home), "away_score": away and Decimal(away)}
    return Match(None, 1, "1", "2", (MatchFact(kind="teams", home="1", away="2", **scores),))


def raw(margin: int, boards: int = 8) -> Raw:
    return Raw(margin, -margin, boards=boards, length=boards)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("home", "away", "computed", "agreed", "missed"),
    [
        ("12", "8", (12, 8), True, False),
        ("12", "8", (12, 7), False, True),
        ("12", None, (12, 7), True, False),
        (None, None, (12, 8), None, False),
        ("12", "8", (None, None), None, True),
    ],
)
def test_a_method_misses_what_it_does_not_give(
    home: str | None, away: str | None, computed: tuple, agreed: bool | None, missed: bool
) -> None:
    assert (agreed_with(match(home, away), computed), missed_by(match(home, away), computed)) == (agreed, missed)


def test_the_scale_that_gives_what_is_stated_is_found() -> None:
    # 10 IMPs over 8 boards are 14-6 in whole points and 13.78-6.22 in the continuous scale (WBF 2013).
    for stated, scale in ((("14", "6"), "WBF_DISCRETE"), (("13.78", "6.22"), "WBF_CONTINUOUS")):
        (_, method), detected = fit_matches(TEAMS, [match(*stated)], [[raw(10)]])
        assert (method.scale, detected) == (scale, scale != "WBF_DISCRETE")


def test_a_scale_that_no_table_has_is_read_from_the_matches() -> None:
    matches = [match("11", "9"), match("13", "7"), match("15", "5"), match("18", "2")]
    (_, method), detected = fit_matches(TEAMS, matches, [[raw(margin) for margin in (1, 2, 3, 4)]])
    assert (method.scale, detected) == (None, True)
    assert method.score(raw(3)) == (15, 5)


def test_nothing_stated_keeps_the_standard_way() -> None:
    (_, method), detected = fit_matches(TEAMS, [match(None, None)], [[raw(10)]])
    assert (method, detected) == (MatchMethod("vps", "WBF_DISCRETE", halves=False), False)


@pytest.mark.parametrize("eight", EightMethod)
def test_larger_teams_are_looked_up_first_as_the_rule_says(eight: EightMethod) -> None:
    by_rule = victory_point_boards(eight, 10)
    assert by_rule is None or MULTIPLES[eight][0] * 10 == by_rule


def test_an_unknown_scale_of_which_nothing_is_stated_was_not_found() -> None:
    named = Scheme(**{**vars(TEAMS), "vp_scale": "BBO VP20"})
    (_, method), detected = fit_matches(named, [match(None, None)], [[raw(10)]])
    assert (method.scale, detected) == (None, False)


@pytest.mark.parametrize("scoring", ["bam", "pab", "aggregate"])
def test_points_of_boards_that_are_not_imps_are_looked_up_in_no_scale_for_imps(scoring: str) -> None:
    of = facts(event={"board_scoring": scoring, "match_scoring": "vps", "vp_scale": "WBF_DISCRETE"}, kind="teams")
    (_, method), _ = fit_matches(scheme_of(of), [], [[]])
    assert (method.unit, method.scale) == ("vps", None)
    assert method.score(Raw(Fraction(3), Fraction(1), boards=2, length=2)) == (None, None)


def test_a_given_scale_is_looked_up_by_the_difference_where_boards_are_won() -> None:
    rows = ((0, Decimal(10), Decimal(10)), (2, Decimal(14), Decimal(6)))
    table = ScaleTable(name="Club", unit="imps", charts=(ScaleChart(boards=(1, 8), rows=rows),))
    of = facts(event={"board_scoring": "pab", "match_scoring": "vps", "vp_table": table}, kind="teams")
    (_, method), _ = fit_matches(scheme_of(of), [], [[]])
    assert method.score(Raw(Fraction(3), Fraction(1), boards=2, length=2)) == (14, 6)
    assert method.score(Raw(Fraction(2), Fraction(2), boards=2, length=2)) == (10, 10)
