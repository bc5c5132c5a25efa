from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.replay.cut import Part
from kibitz.replay.disorder import Disorder, disorderly

PARTS = [Part(f"round {n}", f"{n}.xml", b"") for n in range(40)]
percents = st.integers(0, 100)


@given(st.builds(Disorder, st.booleans(), percents, percents), st.integers())
def test_nothing_is_lost_and_the_same_seed_gives_the_same(disorder: Disorder, seed: int) -> None:
    sent = disorderly(PARTS, disorder, seed)
    assert set(sent) == set(PARTS)
    assert sent == disorderly(PARTS, disorder, seed)


def test_without_disorder_the_parts_come_as_they_are() -> None:
    assert disorderly(PARTS, Disorder(), 1) == PARTS


def test_some_come_twice() -> None:
    counts = Counter(disorderly(PARTS, Disorder(duplicate=30), 1))
    assert 5 <= sum(count == 2 for count in counts.values()) <= 20
    assert max(counts.values()) == 2


def test_late_ones_come_after_one_or_two_of_their_successors() -> None:
    sent = disorderly(PARTS, Disorder(late=20), 1)
    late = [part for place, part in enumerate(sent) if place > PARTS.index(part)]
    assert 2 <= len(late) <= 16
    assert len(sent) == len(PARTS)
    assert sent[:1] != []


@pytest.mark.parametrize("seed", range(3))
def test_shuffled_parts_are_in_no_order(seed: int) -> None:
    sent = disorderly(PARTS, Disorder(shuffle=True), seed)
    assert sent != PARTS
    assert sent[-1] != PARTS[-1] or sent[0] != PARTS[0]


@pytest.mark.parametrize(
    ("disorder", "seed", "order"),
    [
        (Disorder(late=30), 0, [0, 2, 3, 1, 4, 5, 6, 7, 8, 9, 10, 11]),
        (Disorder(late=30), 4, [0, 2, 1, 3, 5, 6, 4, 8, 7, 11, 9, 10]),
        (Disorder(duplicate=30), 0, [0, 1, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11]),
        (Disorder(duplicate=30), 4, [0, 1, 2, 3, 4, 2, 4, 5, 6, 5, 7, 8, 8, 9, 10, 11]),
        (Disorder(late=30, duplicate=30), 2, [0, 3, 1, 4, 2, 5, 4, 6, 6, 7, 8, 8, 9, 11, 10]),
        (Disorder(shuffle=True), 3, [1, 7, 10, 0, 6, 11, 4, 5, 2, 8, 9, 3]),
        (Disorder(shuffle=True, duplicate=30), 3, [6, 0, 2, 4, 1, 5, 3, 10, 9, 8, 7, 11, 8, 3]),
    ],
)
def test_a_seed_makes_the_same_disorder_wherever_it_is_played(disorder: Disorder, seed: int, order: list[int]) -> None:
    assert [PARTS.index(part) for part in disorderly(PARTS[:12], disorder, seed)] == order
