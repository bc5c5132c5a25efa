"""Penalties inside a match: IMPs or per cent, taken from one side before victory points are looked up."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from contracts.facts import AdjustmentFact, MatchFact
from services.scoring.domain.matches.match_list import Match
from services.scoring.domain.matches.match_scores import MatchMethod, Raw
from services.scoring.domain.matches.penalties import Penalised, carried_into, penalised, without
from services.scoring.domain.rankings.scheme import Scheme
from tests.support.team_facts import facts

TEAMS = Scheme("team", None, matches="teams", match_scoring="vps", total="matches", total_unit="vps")
PAIRS = Scheme("pair", "match_points", matches="pairs", total="matches", unit="match_points", total_unit="vps")
MATCHES = [Match(None, 1, "1", "2"), Match(None, 2, "1", "3"), Match(None, 2, "2", None)]
RAWS = [Raw(Fraction(12), Fraction(-12), boards=8), Raw(Fraction(5), Fraction(-5), boards=8), Raw()]


def fine(amount: str, **more: Any) -> AdjustmentFact:
    fields: dict[str, Any] = {
        "kind": "penalty",
        "participant": "2",
        "participant_kind": "team",
        "round": 1,
        "unit": "imps",
        "amount": Decimal(amount),
        **more,
    }
    return AdjustmentFact(**fields)


def margins(*fines: AdjustmentFact, scheme: Scheme = TEAMS) -> list[tuple[Fraction | None, Fraction | None]]:
    return [(raw.home, raw.away) for raw in penalised(facts(adjustments=fines), scheme, MATCHES, RAWS).raws]


AS_PLAYED = [(12, -12), (5, -5), (None, None)]


def test_a_penalty_of_a_round_is_taken_from_its_side_and_given_to_nobody() -> None:
    assert margins(fine("-3")) == [(12, -15), *AS_PLAYED[1:]]
    assert margins(fine("2", kind="bonus", participant="1", round=2)) == [AS_PLAYED[0], (7, -5), AS_PLAYED[2]]


def test_two_penalties_of_one_match_both_count() -> None:
    assert margins(fine("-3"), fine("-3", number=1), fine("-1", participant="1"))[0] == (11, -18)


@pytest.mark.parametrize(
    "other",
    [
        {"round": None},
        {"unit": "vps"},
        {"participant_kind": "pair"},
        {"round": 3},
        {"participant": "3"},
        {"round": 2},
        {"kind": "handicap"},
        {"session": "2"},
    ],
)
def test_what_is_in_no_match_is_left_to_the_totals(other: dict[str, Any]) -> None:
    of = facts(adjustments=[fine("-3", **other)])
    found = penalised(of, TEAMS, MATCHES, RAWS)
    assert [(raw.home, raw.away) for raw in found.raws] == AS_PLAYED
    assert without(of, found.counted) is of


def test_what_is_in_a_match_is_in_no_total() -> None:
    of = facts(adjustments=[fine("-3"), fine("-0.5", unit="vps", number=1)])
    found = penalised(of, TEAMS, MATCHES, RAWS)
    assert [fact.unit for fact in without(of, found.counted).adjustments] == ["vps"]


def test_of_pairs_it_is_per_cent_of_the_match() -> None:
    raws = [Raw(Fraction(60), Fraction(40), boards=8)]
    of = facts(adjustments=[fine("-5", unit="percent", participant_kind="pair")])
    (raw,) = penalised(of, PAIRS, MATCHES[:1], raws).raws
    assert (raw.home, raw.away) == (60, 35)


KNOCK_OUT = Scheme("team", None, matches="teams", match_scoring="imps", total="progress", knock_out=True)
NET, WON = MatchMethod("imps"), MatchMethod("imps", won=True)


def with_carried(stated: tuple[str, str], scheme: Scheme = KNOCK_OUT, method: MatchMethod = NET, **more: Any) -> Any:
    """The sums of a match of 12 IMPs to 5, where team 2 has carried 4 forward."""
    home, away = map(Decimal, stated)
    met = MatchFact(kind="teams", round=1, home="1", away="2", home_score=home, away_score=away, unit="imps")
    played = Raw(Fraction(7), Fraction(-7), Fraction(12), Fraction(5), boards=8, length=8)
    of = facts(adjustments=[fine("4", **{"kind": "carry_forward", "round": None, **more})])
    found = carried_into(of, scheme, [Match(None, 1, "1", "2", (met,))], Penalised([played]), method)
    return *method.score(found.raws[0]), len(found.counted), len(found.against)


def test_what_is_carried_into_a_match_is_part_of_it_where_it_is_stated_so() -> None:
    assert with_carried(("7", "-3")) == (7, -3, 1, 0)
    assert with_carried(("3", "-3")) == (3, -3, 1, 1)
    assert with_carried(("12", "9"), method=WON) == (12, 9, 1, 0)


def test_what_is_carried_forward_explains_no_other_match() -> None:
    alone = (7, -7, 0, 0)
    for stated in (("7", "-7"), ("8", "-3"), ("7", "-2")):
        assert with_carried(stated) == alone
    assert with_carried(("7", "-3"), participant="3") == alone
    assert with_carried(("7", "-3"), session="2") == alone
    assert with_carried(("7", "-3"), unit="vps") == alone
    assert with_carried(("7", "-3"), scheme=TEAMS) == alone


def test_where_totals_are_no_victory_points_nothing_is_inside_a_match() -> None:
    by_imps = Scheme("team", None, matches="teams", match_scoring="imps", total="matches", total_unit="imps")
    assert margins(fine("-3"), scheme=by_imps) == AS_PLAYED
