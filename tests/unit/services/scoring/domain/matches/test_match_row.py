"""A match as it is published; what boards give is tested with the table of matches."""

from decimal import Decimal
from fractions import Fraction

import pytest

from contracts.facts import MatchFact
from contracts.standings import ScoredMatch
from services.scoring.domain.matches.match_list import Match
from services.scoring.domain.matches.match_row import bye_score, scored_match
from services.scoring.domain.matches.match_scores import MatchMethod, Raw
from tests.support.team_facts import match

VPS = MatchMethod("vps", "WBF_DISCRETE")


def row(told: MatchFact, method: MatchMethod = VPS, *, byes: bool = True) -> ScoredMatch:
    of = Match(told.session, told.round, told.home, told.away, (told,))
    return scored_match(of, Raw(), method, names={}, raw_unit="imps", byes=byes)[0]


@pytest.mark.parametrize(("scale", "worth"), [("WBF_DISCRETE", 12), ("WBF_CONTINUOUS", 12), ("ACBL30", 18)])
def test_a_bye_that_no_file_scores_is_worth_average_plus(scale: str, worth: int) -> None:
    assert row(match("1", None), MatchMethod("vps", scale)).home_score == worth


def test_a_bye_counts_as_its_file_states_it() -> None:
    assert row(match("1", None, home_score=Decimal(10))).home_score == 10


@pytest.mark.parametrize("method", [MatchMethod("imps"), MatchMethod("vps", "SBU"), MatchMethod("vps")])
def test_without_a_known_scale_a_bye_has_no_worth(method: MatchMethod) -> None:
    assert row(match("1", None), method).home_score is None


def test_byes_may_be_left_out() -> None:
    assert row(match("1", None), byes=False).home_score is None


def test_only_a_bye_without_a_score_is_worth_something_by_rule() -> None:
    assert bye_score(Match(None, 1, "1", None), Raw(), VPS) == Fraction(12)
    assert bye_score(Match(None, 1, "1", "2"), Raw(), VPS) is None
    stated = match("1", None, home_score=Decimal(10))
    assert bye_score(Match(None, 1, "1", None, (stated,)), Raw(), VPS) is None
