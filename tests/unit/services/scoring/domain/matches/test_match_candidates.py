from decimal import Decimal
from fractions import Fraction

import pytest

from contracts.facts import MatchFact, ScaleChart, ScaleTable
from services.scoring.domain.matches.match_candidates import MULTIPLES, inferred_method, match_methods
from services.scoring.domain.matches.match_list import Match
from services.scoring.domain.matches.match_scores import MatchMethod, Raw
from services.scoring.domain.matches.played_matches import PlayedMatches
from services.scoring.domain.method.search import best
from services.scoring.domain.rankings.scheme import Scheme, scheme_of
from shared.bridge.matches.teams_of_eight import EightMethod, victory_point_boards
from tests.support.team_facts import facts

TEAMS = Scheme(ranked="team", lines=None, matches="teams", match_scoring="vps", total_unit="vps")


def match(home: str | None, away: str | None) -> Match:
    scores = {"home_score": home and Decimal(home), "away_score": away and Decimal(away)}
    return Match(None, 1, "1", "2", (MatchFact(kind="teams", home="1", away="2", **scores),))


def raw(margin: int, boards: int = 8) -> Raw:
    return Raw(margin, -margin, boards=boards, length=boards)  # type: ignore[arg-type]


def fit(scheme: Scheme, matches: list[Match], raws: list[Raw]) -> tuple[MatchMethod, bool]:
    """The method that is taken, and whether it is another than the first candidate."""
    played = PlayedMatches(scheme, matches, raws, [], {}, {}, {}, [], [])
    candidates = match_methods(scheme, halves=False)
    method = best(candidates, played.misses)
    return inferred_method(scheme, played, method) or (method, method != candidates[0])


def test_the_scale_that_gives_what_is_stated_is_found() -> None:
    # 10 IMPs over 8 boards are 14-6 in whole points and 13.78-6.22 in the continuous scale (WBF 2013).
    for stated, scale in ((("14", "6"), "WBF_DISCRETE"), (("13.78", "6.22"), "WBF_CONTINUOUS")):
        method, detected = fit(TEAMS, [match(*stated)], [raw(10)])
        assert (method.scale, detected) == (scale, scale != "WBF_DISCRETE")


def test_a_scale_that_no_table_has_is_read_from_the_matches() -> None:
    matches = [match("11", "9"), match("13", "7"), match("15", "5"), match("18", "2")]
    method, detected = fit(TEAMS, matches, [raw(margin) for margin in (1, 2, 3, 4)])
    assert (method.scale, detected) == (None, True)
    assert method.score(raw(3)) == (15, 5)


def test_nothing_stated_keeps_the_standard_method() -> None:
    method, detected = fit(TEAMS, [match(None, None)], [raw(10)])
    assert (method, detected) == (MatchMethod("vps", "WBF_DISCRETE", halves=False), False)


@pytest.mark.parametrize("eight", EightMethod)
def test_larger_teams_are_looked_up_first_as_the_rule_says(eight: EightMethod) -> None:
    by_rule = victory_point_boards(eight, 10)
    assert by_rule is None or MULTIPLES[eight][0] * 10 == by_rule


def test_an_unknown_scale_of_which_nothing_is_stated_was_not_found() -> None:
    named = Scheme(**{**vars(TEAMS), "vp_scale": "BBO VP20"})
    method, detected = fit(named, [match(None, None)], [raw(10)])
    assert (method.scale, detected) == (None, False)


@pytest.mark.parametrize("scoring", ["bam", "pab", "aggregate"])
def test_points_of_boards_that_are_not_imps_are_looked_up_in_no_scale_for_imps(scoring: str) -> None:
    of = facts(event={"board_scoring": scoring, "match_scoring": "vps", "vp_scale": "WBF_DISCRETE"}, kind="teams")
    method, _ = fit(scheme_of(of), [], [])
    assert (method.unit, method.scale) == ("vps", None)
    assert method.score(Raw(Fraction(3), Fraction(1), boards=2, length=2)) == (None, None)


def test_a_given_scale_is_looked_up_by_the_difference_where_boards_are_won() -> None:
    rows = ((0, Decimal(10), Decimal(10)), (2, Decimal(14), Decimal(6)))
    table = ScaleTable(name="Club", unit="imps", charts=(ScaleChart(boards=(1, 8), rows=rows),))
    of = facts(event={"board_scoring": "pab", "match_scoring": "vps", "vp_table": table}, kind="teams")
    method, _ = fit(scheme_of(of), [], [])
    assert method.score(Raw(Fraction(3), Fraction(1), boards=2, length=2)) == (14, 6)
    assert method.score(Raw(Fraction(2), Fraction(2), boards=2, length=2)) == (10, 10)


def test_cross_imps_are_tried_first_at_the_size_of_a_team_match() -> None:
    scheme = Scheme(ranked="pair", lines="cross_imps", matches="pairs", match_scoring="vps", unit="imps")
    assert [method.probst for method in match_methods(scheme, halves=False)][:2] == [True, False]
    assert not any(method.probst for method in match_methods(TEAMS, halves=False))
