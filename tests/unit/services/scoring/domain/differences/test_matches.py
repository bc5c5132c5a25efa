"""What is said of a match that is stated otherwise than its boards give."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from contracts.facts import MatchFact
from contracts.findings import Finding
from contracts.standings import ScoredMatch
from services.scoring.domain.differences.matches import match_differs, match_name, pair_text
from services.scoring.domain.matches.match_list import Match

MATCH = Match("1", 2, "6", "3")


def message(**row: Any) -> str:
    made: dict[str, Any] = {"home": "6", "away": "3", "unit": "vps", "raw_unit": "imps", "boards": 8, **row}
    scored = ScoredMatch(stated_home=Decimal(14), stated_away=Decimal(6), **made)
    return match_differs(scored, MATCH, (Decimal(16), Decimal(4)), (Fraction(16), Fraction(4))).message


def test_a_match_is_named_by_its_sides_and_round() -> None:
    assert match_name(MATCH) == "match 6 against 3 in round 2"
    assert match_name(MatchFact(kind="teams", home="6")) == "match 6 against nobody"
    assert pair_text((Decimal(3), None)) == "3 : –"


def test_the_margin_and_what_it_gives_are_named_in_their_units() -> None:
    assert message(home_raw=Decimal(12), away_raw=Decimal(-12)) == (
        "match 6 against 3 in round 2 is stated as 14 : 6 VPs, but its 8 boards add up to 12 : -12 IMPs, which is"
        " 16 : 4 VPs"
    )


def test_boards_that_nobody_else_played_are_not_said_to_give_nothing() -> None:
    text = message(raw_unit="percent", home_raw=Decimal(0), away_raw=Decimal(0), boards=1)
    assert "no other table has a score on its only board" in text
    assert "0 : 0" not in text


def finding(*computed: int | None, **row: Any) -> Finding:
    """What is said of a match of 14 : 6 whose boards give these scores."""
    made: dict[str, Any] = {"home": "6", "away": "3", "unit": "vps", "raw_unit": "imps", "boards": 8, **row}
    margin = {"home_raw": Decimal(12), "away_raw": Decimal(-12)}
    scored = ScoredMatch(**{"stated_home": Decimal(14), "stated_away": Decimal(6), **margin, **made})
    home, away = (None if value is None else Fraction(value) for value in computed)
    return match_differs(scored, MATCH, (Decimal(16), Decimal(4)), (home, away))


def test_the_finding_has_both_scores_of_the_stated_and_of_the_computed_match() -> None:
    of_both = finding(16, 4)
    assert (of_both.subject, of_both.stated, of_both.computed) == ("match 6 - 3", "14 : 6", "16 : 4")


@pytest.mark.parametrize("computed", [(None, None), (16, None), (None, 4)])
def test_a_margin_that_fits_no_score_has_no_computed_one(computed: tuple[int | None, int | None]) -> None:
    of_nothing = finding(*computed)
    assert (of_nothing.stated, of_nothing.computed) == ("14 : 6", None)
    assert of_nothing.message == (
        "match 6 against 3 in round 2 is stated as 14 : 6 VPs for 12 : -12 IMPs; matches won by more or by less have"
        " scores that do not go with it"
    )


def test_a_match_of_the_unit_of_its_boards_is_compared_without_a_margin() -> None:
    assert finding(16, 4, unit="imps", boards=1).message == (
        "match 6 against 3 in round 2 is stated as 14 : 6 IMPs, but its only board comes to 16 : 4 IMPs"
    )
