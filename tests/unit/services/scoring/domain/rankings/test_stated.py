from decimal import Decimal
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from contracts.base import Direction
from contracts.facts import Participant, StatedTotal
from contracts.standings import Ranking, StatedRow
from services.scoring.domain.rankings.stated import stated_ranking
from tests.support.fragments import pair


def total(participant: str, **fields: Any) -> StatedTotal:
    return StatedTotal(participant=participant, kind=fields.pop("kind", "pair"), **fields)


def stated(participants: list[Participant], *totals: StatedTotal, unit: str = "imps") -> Ranking:
    return stated_ranking(participants, {(t.kind, t.participant): t for t in totals}, unit)


def test_everybody_stands_in_the_order_of_the_stated_places() -> None:
    everybody = [pair("1"), pair("2"), pair("10"), pair("11")]
    ranking = stated(everybody, total("1", place="3"), total("2", place="1="), total("11", place="=1"))
    assert [(row.id, row.place, row.rank) for row in ranking.rows] == [
        ("2", "1=", 1),
        ("11", "1=", 1),
        ("1", "3", 3),
        ("10", None, None),
    ]


def test_those_without_a_place_come_last_by_number() -> None:
    everybody = [pair("10"), pair("2"), pair("A"), pair("1")]
    ranking = stated(everybody, total("1", place="1"), total("2", place="withdrawn"))
    assert [row.id for row in ranking.rows] == ["1", "2", "10", "A"]


def test_values_are_shown_as_stated_and_nothing_is_made_up() -> None:
    one = total(
        "1",
        place="1",
        total=Decimal("12.50"),
        maximum=Decimal(40),
        percentage=Decimal("53.10"),
        boards_played=24,
        wins=Decimal("3.5"),
    )
    first, second = stated([pair("1", section="A", direction=Direction.NS), pair("2")], one).rows
    assert (str(first.total), first.maximum, str(first.percentage)) == ("12.50", 40, "53.10")
    assert (first.boards, first.wins) == (24, Decimal("3.5"))
    assert (first.section, first.direction, first.name) == ("A", Direction.NS, "Ann 1 & Bob 1")
    assert first.stated == StatedRow(place="1", total=Decimal("12.50"), percentage=Decimal("53.10"))
    assert first.agrees is None
    assert (second.total, second.percentage, second.boards, second.stated) == (None, None, 0, None)


def test_a_team_and_a_pair_of_the_same_number_are_two() -> None:
    team = Participant(id="1", kind="team", name="Lanterns")
    (row,) = stated([team], total("1", place="2"), total("1", kind="team", place="1")).rows
    assert (row.name, row.place) == ("Lanterns", "1")


def test_the_ranking_says_that_it_is_stated_and_in_which_unit() -> None:
    ranking = stated([], unit="vps")
    assert (ranking.id, ranking.title, ranking.unit, ranking.rows) == ("overall", "Overall, as stated", "vps", ())


@given(
    st.lists(st.tuples(st.integers(1, 40), st.none() | st.text(max_size=6) | st.integers(1, 20).map(str)), max_size=12)
)
def test_any_text_in_the_place_of_a_place_leaves_everybody_listed_once(entries: list[tuple[int, str | None]]) -> None:
    texts = {str(number): text for number, text in entries}
    ranking = stated([pair(number) for number in texts], *(total(n, place=text) for n, text in texts.items()))
    assert sorted(row.id for row in ranking.rows) == sorted(texts)
    ranks = [row.rank for row in ranking.rows]
    assert ranks == sorted(ranks, key=lambda rank: (rank is None, rank or 0))
