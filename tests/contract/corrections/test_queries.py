"""The queries of an event: bounded, and each of one line."""

from datetime import UTC, datetime

import pytest

from contracts.corrections.queries import MOST_KEPT, MOST_OPEN, MOST_OPEN_OF_CARD, Answer, EventQueries, Query, TooMany

NOW = datetime(2031, 10, 3, 22, tzinfo=UTC)
STANDS = Answer(verdict="stands", at=NOW, by="Ada")


def query(number: int, card: str = "7") -> Query:
    return Query(id=f"{number:016x}", card=card, number="4", text="we made ten", asked_at=NOW)


def test_so_many_wait_from_a_card_and_in_an_event_and_no_more() -> None:
    queries = EventQueries()
    for number in range(MOST_OPEN_OF_CARD):
        queries = queries.asked(query(number))
    with pytest.raises(TooMany):
        queries.asked(query(99))
    for number in range(MOST_OPEN - MOST_OPEN_OF_CARD):
        queries = queries.asked(query(100 + number, f"card {number}"))
    with pytest.raises(TooMany):
        queries.asked(query(999, "another"))


def test_of_too_many_the_oldest_that_is_answered_is_let_go() -> None:
    waiting, answered = query(0), tuple(query(n).replace(answer=STANDS) for n in range(1, MOST_KEPT))
    queries = EventQueries(queries=(waiting, *answered)).asked(query(MOST_KEPT))
    assert len(queries.queries) == MOST_KEPT
    assert queries.queries[0] == waiting
    assert queries.queries[1].id == query(2).id


@pytest.mark.parametrize("text", ["<b>ten</b>", "two\nlines", "x" * 301, "null\x00"])
def test_a_text_has_one_line_without_markup(text: str) -> None:
    with pytest.raises(ValueError, match="text"):
        Query(id="0" * 16, card="7", text=text, asked_at=NOW)
