from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from contracts.facts import EventFact, Participant, Person, SectionFact, StatedTotal, Stratum
from services.scoring.domain.rankings.ranking_lists import Field, computed_rankings
from services.scoring.domain.rankings.tallies import Tallies
from tests.support.fragments import pair, result
from tests.support.ranked import LINES, computed, facts, two_tables

STRATA = (Stratum(number=1, label="A"), Stratum(number=2, label="B", upper_limit=Decimal(100)))


def held(number: str, *points: int | None, **more: Any) -> Participant:
    return pair(number, **more).replace(
        players=tuple(Person(holding=None if p is None else Decimal(p)) for p in points)
    )


@pytest.mark.parametrize(
    ("method", "participant", "in_b"),
    [
        ("AVERAGE", held("1", 150, 50), True),
        ("AVERAGE", held("1", 150, 51), False),
        ("HIGHEST", held("1", 150, 50), False),
        ("HIGHEST", held("1", 100, 50), True),
        (None, held("1", 150, 50), True),
        ("NOT_STRATIFIED", held("1", 1, 1), False),
        ("AVERAGE", held("1", 1, None), False),
        ("AVERAGE", held("1", 900, 900, stratum="2"), True),
        ("AVERAGE", held("1", 900, 900, stratum="1", override_stratum="B"), True),
        ("AVERAGE", held("1", 1, 1, override_stratum="A"), False),
    ],
)
def test_who_plays_in_the_lower_stratum(method: str | None, participant: Participant, in_b: bool) -> None:
    event = EventFact(kind="pairs", strata=STRATA, stratification=method)
    others = [held(number, 500, 500) for number in ("2", "11", "12")]
    rankings, _ = computed(facts(participant, *others, event=event), *two_tables())
    ids = [ranking.id for ranking in rankings]
    assert ids == (["overall", "stratum-2"] if in_b else ["overall"])


def test_a_limit_in_words_places_nobody_but_an_override_does() -> None:
    strata = (STRATA[0], Stratum(number=2, label="B", limit_in_words="juniors"))
    event = EventFact(kind="pairs", strata=strata)
    others = [held(number, 1, 1) for number in ("2", "11", "12")]
    assert [r.id for r in computed(facts(held("1", 1, 1), *others, event=event), *two_tables())[0]] == ["overall"]
    chosen = held("1", 1, 1, override_stratum="B")
    (_, lower), _ = computed(facts(chosen, *others, event=event), *two_tables())
    assert (lower.id, [row.id for row in lower.rows]) == ("stratum-2", ["1"])


def test_a_team_listed_by_its_pairs_is_in_the_stratum_of_their_players() -> None:
    pairs = (held("1A", 10, 10, team="1"), held("1B", 10, 10, team="1"))
    teams = (Participant(id="1", kind="team", members=("1A", "1B")), Participant(id="2", kind="team"))
    of = facts(*pairs, *teams, event=EventFact(kind="teams", strata=STRATA))
    tallies = Tallies(topped=False)
    for who in ("1", "2"):
        tallies.count_match(who, None, Fraction(10), 8)
    rankings, _ = computed_rankings(Field(of, "team", "vps", 1), tallies)
    assert [(r.id, [row.id for row in r.rows]) for r in rankings] == [("overall", ["1", "2"]), ("stratum-2", ["1"])]


def test_an_event_that_says_it_is_not_stratified_has_no_strata() -> None:
    event = EventFact(kind="pairs", strata=STRATA, stratification="NOT_STRATIFIED")
    players = [held(p.id, 10, 10, stratum="2") for p in LINES]
    assert [r.id for r in computed(facts(*players, event=event), *two_tables())[0]] == ["overall"]


def test_each_line_of_two_winners_has_its_strata() -> None:
    event = EventFact(kind="pairs", strata=STRATA)
    players = [held(p.id, 10, 10, direction=p.direction) for p in LINES]
    rankings, _ = computed(facts(*players, event=event), *two_tables(), winners=2)
    assert [(ranking.id, ranking.title) for ranking in rankings[2:]] == [
        ("stratum-2-NS", "Stratum B North-South"),
        ("stratum-2-EW", "Stratum B East-West"),
    ]


APART = {"1": ("A", 110), "2": ("A", 50), "3": ("B", 80), "4": ("B", 20)}
"""Section and North-South score of four pairs on one board, each against one who is in no list of interest."""


@pytest.mark.parametrize(
    ("ranked_with", "titles", "place"),
    [
        (("A", "B"), ["Stratum B", "Stratum B Section A", "Stratum B Section B"], "1"),
        (("A", "A"), ["Stratum B"], "2"),
        ((None, None), ["Stratum B"], "2"),
    ],
)
def test_sections_that_are_ranked_apart_have_places_of_their_own_in_a_stratum(
    ranked_with: tuple[str | None, ...], titles: list[str], place: str
) -> None:
    """Pair 3 is second of all in stratum B, and first in its section."""
    field = [pair(name, stratum="2", section=section) for name, (section, _) in APART.items()]
    others = [pair(f"1{name}", section=section) for name, (section, _) in APART.items()]
    sections = tuple(SectionFact(id=name, ranked_with=group) for name, group in zip("AB", ranked_with, strict=True))
    lines = [result("1", name, f"1{name}", score) for name, (_, score) in APART.items()]
    for said in ("1", "2"):
        totals = (StatedTotal(participant="3", kind="pair", stratum_place=said),)
        event = EventFact(kind="pairs", stratification="AVERAGE", strata=STRATA)
        rankings, found = computed(facts(*field, *others, event=event, sections=sections, totals=totals), *lines)
        assert [ranking.title for ranking in rankings if ranking.id.startswith("stratum")] == titles
        assert [finding.code for finding in found] == ([] if said == place else ["scoring.place-differs"])


@pytest.mark.slow
def test_a_file_of_a_thousand_strata_ranks_everybody_in_the_first_of_them_alone() -> None:
    strata = tuple(Stratum(number=number, upper_limit=Decimal(2_000 - number)) for number in range(1, 1_001))
    field = tuple(pair(str(number), stratum="1000") for number in range(200))
    event = EventFact(kind="pairs", stratification="AVERAGE", strata=strata)
    lines = (result("1", str(number), str(number + 1), 10 * number) for number in range(0, 200, 2))
    rankings, found = computed(facts(*field, event=event), *lines)
    assert sum(len(ranking.rows) for ranking in rankings) < 21_000
    assert rankings[0].id == "overall"
    assert [finding.subject for finding in found] == ["the rankings"]
