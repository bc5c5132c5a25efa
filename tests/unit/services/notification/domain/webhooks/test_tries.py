from datetime import timedelta

import pytest

from services.notification.domain.webhooks.tries import GIVEN_UP_AFTER, MOST_REFUSALS, Answer, outcome, pause

YOUNG, OLD = timedelta(minutes=1), GIVEN_UP_AFTER + timedelta(seconds=1)


@pytest.mark.parametrize(
    ("status", "tries", "age", "expected"),
    [
        (200, 1, YOUNG, "accepted"),
        (204, 9, OLD, "accepted"),
        (410, 1, YOUNG, "gone"),
        (0, 500, YOUNG, "again"),
        (503, 500, YOUNG, "again"),
        (429, 500, YOUNG, "again"),
        (408, MOST_REFUSALS, YOUNG, "again"),
        (0, 1, OLD, "given up"),
        (503, 1, OLD, "given up"),
        (400, MOST_REFUSALS - 1, YOUNG, "again"),
        (400, MOST_REFUSALS, YOUNG, "given up"),
        (302, MOST_REFUSALS, YOUNG, "given up"),
        (404, 1, OLD, "given up"),
    ],
)
def test_an_answer_and_what_was_tried_decide(status: int, tries: int, age: timedelta, expected: str) -> None:
    assert outcome(Answer(status, ""), tries, age) == expected


def test_pauses_grow_up_to_the_longest_and_are_drawn_from_the_upper_half() -> None:
    def longest(_: float, most: float) -> float:
        return most

    assert [pause(tries, 0, 900, longest) for tries in (1, 2, 3, 6, 10_000)] == [1, 4, 16, 900, 900]
    assert pause(3, 0, 900, lambda least, _: least) == 8


def test_a_target_may_ask_to_be_left_alone_for_an_hour_at_most() -> None:
    assert pause(1, 120, 900, lambda least, _: least) == 120
    assert pause(1, 1e9, 900, lambda least, _: least) == 3600
