"""How an event was scored, in words; with whole events it is tested in `test_search`."""

from fractions import Fraction

from services.scoring.domain.boards.imp_methods import STANDARD, ButlerMethod
from services.scoring.domain.boards.line_methods import EBU
from services.scoring.domain.matches.match_scores import MatchMethod
from services.scoring.domain.method.scoring_method import ScoringMethod
from services.scoring.domain.rankings.scheme import scheme_of
from shared.bridge.rounding import RoundingFamily
from tests.support.team_facts import facts, teams

TEAMS = facts(participants=teams("1", "2"), event={"match_scoring": "vps"})
PRINTED = RoundingFamily("printed-1", Fraction(1, 10))


def test_the_scale_that_was_taken_and_the_worth_of_a_bye_are_said() -> None:
    method = ScoringMethod(scheme_of(TEAMS), matches=MatchMethod("vps", "WBF_CONTINUOUS"))
    described = method.described(TEAMS.event, 2, bye=Fraction(12), awards=False)
    assert (described.board_scoring, described.match_scoring, described.winners) == ("imps", "vps", 1)
    assert (described.vp_scale, described.bye) == ("WBF_CONTINUOUS", 12)


def test_a_scale_that_matches_do_not_use_is_not_said() -> None:
    named = TEAMS.event.replace(vp_scale="WBF_DISCRETE")
    for unit, scale in (("imps", None), ("vps", "WBF_DISCRETE")):
        method = ScoringMethod(scheme_of(TEAMS), matches=MatchMethod(unit))
        assert method.described(named, 1, bye=None, awards=False).vp_scale == scale


def test_each_choice_is_said() -> None:
    of = facts(kind="pairs", event={"board_scoring": "butler_imps"})
    method = ScoringMethod(
        scheme_of(of), ButlerMethod(STANDARD), apart="section", total_rounding=PRINTED, stretched=True, detected=True
    )
    described = method.described(of.event, 2, bye=None, awards=True)
    assert (described.winners, described.field, described.rounding) == (2, "section", "printed-1")
    assert (described.totals, described.awards, described.detected) == ("per-board", "own average", True)


def test_points_are_rounded_for_matches_and_for_totals_apart() -> None:
    method = ScoringMethod(scheme_of(TEAMS), EBU, match_rounding=PRINTED)
    assert method.match_lines is not None
    assert method.match_lines.rounding is PRINTED
    assert method.total_lines is EBU
    assert ScoringMethod(scheme_of(TEAMS), match_rounding=PRINTED).match_lines is None
