"""What changed after official: for whom, and from what to what."""

from hypothesis import given
from hypothesis import strategies as st

from services.broadcast.domain.corrections.changes import MOST, Change, changes
from services.broadcast.domain.pages.rankings import rankings
from tests.unit.services.broadcast.domain.pages.test_rankings import standings


def row(number, rank, percentage):
    return {"number": str(number), "rank": rank, "place": str(rank), "percentage": percentage}


def ranked(*rows):
    return rankings(standings(*rows))


def test_places_and_results_before_and_after_are_listed_and_nobody_else():
    before = ranked(row(1, 1, "60"), row(2, 2, "55"), row(3, 3, "40"))
    after = ranked(row(1, 2, "54"), row(2, 1, "55"), row(3, 3, "40"))
    listed = changes(before, after)
    assert [(each.name, each.before, each.after) for each in listed] == [
        ("Pair 2", ("2", "55.00"), ("1", "55.00")),
        ("Pair 1", ("1", "60.00"), ("2", "54.00")),
    ]
    assert changes(before, before) == []


def test_who_comes_and_who_is_gone_is_listed_and_a_ranking_that_is_gone():
    one, two = row(1, 1, "60"), row(2, 2, "50")
    came, gone = changes(ranked(one), ranked(one, two)), changes(ranked(one, two), ranked(one))
    assert [(each.before, each.after) for each in came] == [(None, ("2", "50.00"))]
    assert [(each.before, each.after) for each in gone] == [(("2", "50.00"), None)]
    assert all(each.after is None for each in changes(ranked(one, two), []))


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 100)), max_size=9), st.randoms())
def test_a_list_says_of_everybody_who_differs_once_and_turned_round_it_says_the_opposite(values, random):
    before = ranked(*(row(n, rank, str(share)) for n, (rank, share) in enumerate(values, 1)))
    moved = [(rank, 100 - share) if random.random() < 0.5 else (rank, share) for rank, share in values]
    after = ranked(*(row(n, rank, str(share)) for n, (rank, share) in enumerate(moved, 1)))
    there, back = changes(before, after), changes(after, before)
    different = {f"p{n}" for n, (was, is_) in enumerate(zip(values, moved, strict=True), 1) if was != is_}
    assert {each.participant for each in there} == different
    turned = {each._replace(before=each.after, after=each.before) for each in back}
    assert turned == set(there)


def test_a_list_has_an_end():
    many = [row(n, 1, "50") for n in range(MOST + 10)]
    assert len(changes([], ranked(*many))) == MOST
    assert isinstance(changes([], ranked(*many))[0], Change)
