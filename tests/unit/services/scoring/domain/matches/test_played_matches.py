"""Matches with what their boards add up to; that is tested with `match_scores`, and with the table of matches."""

from decimal import Decimal
from fractions import Fraction

import pytest

from contracts.facts import MatchFact, MatchRulingFact
from services.scoring.domain.matches.match_list import Match
from services.scoring.domain.matches.match_scores import MatchMethod, Raw
from services.scoring.domain.matches.played_matches import PlayedMatches, agreed_with, missed_by, played_matches
from services.scoring.domain.rankings.scheme import Scheme, scheme_of
from tests.support.scored_matches import boards_of
from tests.support.team_facts import both, facts, teams
from tests.support.team_facts import match as told

TEAMS = Scheme(ranked="team", lines=None, matches="teams", match_scoring="imps", total_unit="imps")


def match(home: str | None, away: str | None) -> Match:
    scores = {"home_score": home and Decimal(home), "away_score": away and Decimal(away)}
    return Match(None, 1, "1", "2", (MatchFact(kind="teams", home="1", away="2", **scores),))


def raw(margin: int, boards: int = 8) -> Raw:
    return Raw(margin, -margin, boards=boards, length=8)  # type: ignore[arg-type]


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


def test_only_complete_matches_can_be_missed() -> None:
    raws = [raw(10), raw(10), raw(10, boards=7)]
    played = PlayedMatches(TEAMS, [match("10", "-10"), *[match("3", "-3")] * 2], raws, [], {}, {}, {}, [], [])
    assert played.misses(MatchMethod("imps")) == 1


def test_a_match_of_teams_adds_up_its_tables() -> None:
    of = facts(participants=teams("1", "2"), matches=[told("1", "2")], results=both(1, "1", "2", 620, -50))
    played = played_matches(of, scheme_of(of), boards_of(of.results), {})
    (only,) = played.sums(MatchMethod("imps"))
    assert (only.home, only.away, only.boards, len(played.lines)) == (12, -12, 1, 2)


def test_a_board_that_is_taken_out_of_a_match_of_teams_is_worth_what_is_awarded() -> None:
    removed = MatchRulingFact(home="1", away="2", board="1", home_award="average plus", away_award="average minus")
    lines = [*both(1, "1", "2", 620, -50), *both(2, "1", "2", 50, 50)]
    of = facts(matches=[told("1", "2")], results=lines, participants=teams("1", "2"), match_rulings=[removed])
    played = played_matches(of, scheme_of(of), boards_of(of.results), {})
    board = played.compared[0].whole["1"]
    assert board.team == 3
    assert board.opponents == -3
    assert played.findings == []
    larger = of.replace(events=(of.event.replace(team_size=8),))
    (finding,) = played_matches(larger, scheme_of(larger), boards_of(of.results), {}).findings
    assert "no rule says what a removed board of larger teams is worth" in finding.message


def test_a_match_without_a_score_of_its_own_is_neither_right_nor_wrong() -> None:
    assert agreed_with(Match(None, 1, "1", "2"), (Fraction(1), Fraction(2))) is None
    assert missed_by(Match(None, 1, "1", "2"), (None, None)) is False
