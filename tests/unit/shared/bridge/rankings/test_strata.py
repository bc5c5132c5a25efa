"""Strata by average and by highest holding."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from contracts import facts
from contracts.facts import EventFact, Participant, Person
from shared.bridge.rankings.strata import (
    StratificationType,
    Stratum,
    event_strata,
    holding,
    people_of,
    stratum_by_holdings,
    stratum_of,
)

AVERAGE, HIGHEST = StratificationType.AVERAGE, StratificationType.HIGHEST
STRATA = [Stratum(1, Fraction(0), "A"), Stratum(2, Fraction(1250), "B"), Stratum(3, Fraction(500), "C")]


@pytest.mark.parametrize(
    ("held", "number"),
    [(Fraction(0), 3), (Fraction(500), 3), (Fraction("500.5"), 2), (Fraction(1250), 2), (Fraction(1251), 1)],
)
def test_a_contestant_plays_in_the_lowest_stratum_that_takes_it(held, number):
    assert stratum_of(held, STRATA) == number
    assert stratum_of(held, STRATA[::-1]) == number


def test_a_contestant_above_every_limit_or_of_unknown_holding_plays_in_none():
    limited = [Stratum(1, Fraction(300))]
    assert stratum_of(Fraction(301), limited) is None
    assert stratum_of(None, STRATA) is None


def test_a_limit_that_is_no_number_takes_nobody_by_holding():
    strata = [Stratum(1, Fraction(0)), Stratum(2, None, "non life master")]
    assert stratum_of(Fraction(10), strata) == 1


def test_the_holding_is_the_average_or_the_highest():
    assert holding([100, 301], AVERAGE) == Fraction("200.5")
    assert holding([100, 301], AVERAGE, whole=True) == 201
    assert holding([100, 301], HIGHEST) == 301
    assert holding([100, 301], StratificationType.NOT_STRATIFIED) is None


def test_a_holding_with_an_unknown_player_is_unknown():
    assert holding([100, None], AVERAGE) is None
    assert holding([100, None], HIGHEST) is None
    assert holding([], AVERAGE) is None


def person(name: str, points: int | None = None) -> Person:
    return Person(name=name, holding=None if points is None else Decimal(points))


def test_a_team_that_is_listed_by_its_pairs_has_everybody_once():
    first = Participant(id="1A", kind="pair", players=(person("Ann", 500), person("Bob", 100)))
    second = Participant(id="1B", kind="pair", players=(person("Ann", 500), person("Cal", 300)))
    team = Participant(id="1", kind="team", members=("1A", "1B", "1C"))
    people = people_of(team, {"1A": first, "1B": second})
    assert [one.name for one in people] == ["Ann", "Bob", "Cal"]
    assert people_of(first, {}) == first.players
    event = EventFact(strata=(facts.Stratum(), facts.Stratum(upper_limit=Decimal(300))), stratification="AVERAGE")
    assert stratum_by_holdings(people, event) == 2
    assert stratum_by_holdings(people, event.replace(stratification="HIGHEST")) == 1
    assert stratum_by_holdings((*people, person("Dan")), event) is None


def test_strata_of_an_event_are_known_by_number_or_position():
    named = (facts.Stratum(label="A"), facts.Stratum(number=2, limit_in_words="juniors"))
    assert event_strata(EventFact(strata=named)) == (Stratum(1, Fraction(0), "A"), Stratum(2, None))
