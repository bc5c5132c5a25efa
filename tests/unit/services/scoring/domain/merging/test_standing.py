"""What stands of a type, patched while facts come, change, are withdrawn and go."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from contracts.facts import Key
from services.scoring.domain.merging.standing import Source, Standing, Winner
from tests.support.fragments import result

MOMENT = datetime(2026, 3, 7, tzinfo=UTC)
SOURCES = [Source((False, MOMENT, MOMENT, name), name, "usebio", number) for number, name in enumerate("ab")]

steps = st.lists(
    st.tuples(st.sampled_from(["put", "withdraw", "remove", "ask"]), st.integers(1, 12), st.integers(0, 1)), max_size=30
)


def shown(standing: Standing) -> tuple[object, ...]:
    return standing.facts, standing.origins, standing.winners


@given(steps)
def test_after_any_changes_it_is_what_it_is_when_made_anew(steps: list[tuple[str, int, int]]) -> None:
    winners: dict[Key, Winner] = {}
    standing = Standing(winners)
    for step, board, number in steps:
        fact = result(str(board), "1", "2", 10 * number)
        winner = winners.get(fact.key)
        if step == "ask":
            assert shown(standing) == shown(Standing(winners))
        elif winner is None and step != "remove":
            winners[fact.key] = Winner(fact, SOURCES[number], step == "withdraw")
            standing.add(fact.key, winners[fact.key])
        elif winner is not None and step == "remove":
            standing.remove(fact.key, winners.pop(fact.key))
        elif winner is not None:
            winner.fact, winner.source, winner.withdrawn = fact, SOURCES[number], step == "withdraw"
            standing.change(fact.key, winner)
    assert shown(standing) == shown(Standing(winners))


def test_lists_that_nothing_changes_stay_the_same_objects() -> None:
    fact = result("1", "1", "2", 10)
    standing = Standing({fact.key: Winner(fact, SOURCES[0])})
    assert standing.facts is standing.facts
    assert standing.origins is standing.origins


def test_other_numbers_of_the_sources_are_taken_over() -> None:
    fact = result("1", "1", "2", 10)
    source = Source((False, MOMENT, MOMENT, "a"), "a", "usebio", 0)
    standing = Standing({fact.key: Winner(fact, source)})
    assert standing.origins == (0,)
    source.number = 3
    standing.renumber()
    assert standing.origins == (3,)
