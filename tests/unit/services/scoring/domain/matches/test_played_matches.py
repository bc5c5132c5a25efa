"""Matches with what their boards add up to; that is tested with `match_scores`, and with the table of matches."""

from decimal import Decimal

import pytest

from contracts.facts import MatchFact
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
