"""Lines that are given back."""

import pytest

from shared.formats.pbn.line_source import LineSource


def source(*texts: str) -> LineSource:
    return LineSource((number, 1, text) for number, text in enumerate(texts, 1))


def test_lines_that_are_given_back_come_next_and_in_their_order():
    lines = source("a", "b", "c")
    first, second = lines.next(), lines.next()
    lines.back([first, second])
    assert [lines.next()[2] for _ in range(3)] == ["a", "b", "c"]
    assert lines.next() is None


@pytest.mark.parametrize(
    ("texts", "closes"),
    [(["x", "y }"], True), (["x", "", "}"], False), (['[Board "1"]', "}"], False), (["x"], False), ([], False)],
)
def test_a_brace_closes_before_the_next_game_or_tag_or_not_soon(texts, closes):
    lines = source(*texts)
    assert lines.closes_soon(0) is closes
    assert [line[2] for line in iter(lines.next, None)] == texts


def test_lines_are_looked_through_once():
    looked: list[int] = []

    def lines():
        for number in range(1, 1000):
            looked.append(number)
            yield number, 1, "x"

    made = LineSource(lines())
    assert [made.closes_soon(number) for number in range(150)] == [False] * 150
    assert len(looked) == 200
