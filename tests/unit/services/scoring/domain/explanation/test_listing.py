"""Whom a name in a question means."""

from services.scoring.domain.explanation.listing import chosen, listed, similar
from tests.support.made_up_kinds import swiss_teams


def test_everybody_is_listed_once_with_the_first_ranking_that_has_him() -> None:
    standings = swiss_teams().standings
    every = listed(standings)
    assert len({(each.kind, each.row.id) for each in every}) == len(every)
    assert {each.kind for each in every} == {ranking.kind for ranking in standings.rankings}


def test_an_identity_goes_before_a_number_and_a_kind_leaves_others_out() -> None:
    standings = swiss_teams().standings
    first = listed(standings)[0]
    assert chosen(standings, "team", first.row.id) == [first]
    assert first in chosen(standings, None, first.row.number)
    assert chosen(standings, "player", first.row.id) == []
    assert chosen(standings, None, "nobody") == []


def test_a_named_ranking_lists_those_who_are_in_it() -> None:
    standings = swiss_teams().standings
    last = standings.rankings[-1]
    assert [each.ranking.id for each in listed(standings, last.id)] == [last.id] * len(last.rows)
    assert chosen(standings, None, last.rows[0].id, "nowhere") == []


def test_somebody_may_be_named_by_name_and_who_is_similar_is_offered() -> None:
    standings = swiss_teams().standings
    first = listed(standings)[0]
    assert first in chosen(standings, None, first.row.name.upper())
    assert first.row in similar(standings, first.row.name[:4].lower())
    assert similar(standings, "no such name") == []
    paired = standings.replace(
        rankings=tuple(
            ranking.replace(rows=tuple(row.replace(number=f"{row.number}NS") for row in ranking.rows))
            for ranking in standings.rankings
        )
    )
    assert first.row.id in [row.id for row in similar(paired, first.row.number)]
