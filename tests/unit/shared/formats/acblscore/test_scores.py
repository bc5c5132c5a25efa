"""Raw scores of a game file."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.facts import Score
from shared.formats.acblscore.scores import read_score, unread_score, write_score


@pytest.mark.parametrize(
    ("value", "points", "group"),
    [
        (0, 0, 0),
        (62, 620, 0),
        (-11, -110, 0),
        (760, 7600, 0),
        (-760, -7600, 0),
        (4062, 620, 1),
        (3989, -110, 1),
        (4000, 0, 1),
        (6142, 1420, 2),
        (5980, -200, 2),
        (16_010, 100, 7),
    ],
)
def test_points_are_tens_and_bands_are_groups_of_fouled_boards(value, points, group):
    assert read_score(value, ns=True) == (Score(kind="points", points=points), group)
    assert read_score(value, ns=False) == (Score(kind="points", points=-points), group)


@pytest.mark.parametrize(("value", "kind"), [(900, "late"), (950, "not_played"), (999, "not_in_play")])
def test_values_without_a_score(value, kind):
    assert read_score(value, ns=True) == (Score(kind=kind), 0)


@pytest.mark.parametrize(("value", "percent", "text"), [(2040, 40, "Ave-"), (2050, 50, "Ave"), (2060, 60, "Ave+")])
def test_averages_are_each_sides_own(value, percent, text):
    assert read_score(value, ns=False) == (Score(kind="artificial", percent=Decimal(percent), text=text), 0)


@pytest.mark.parametrize("value", [761, 899, 998, 1000, 2000, 2041, 2059, 2999, 4900, 17_001, 32_767, -761, -2060])
def test_values_that_are_not_described_are_not_guessed(value):
    assert read_score(value, ns=True) is None


@given(st.integers(-(2**15), 2**15 - 1), st.booleans())
def test_what_is_read_is_written_as_it_was(value, ns):
    read = read_score(value, ns=ns)
    if read is not None:
        assert write_score(*read, ns=ns) == value


@pytest.mark.parametrize(
    ("score", "group"),
    [
        (Score(kind="points", points=625), 0),
        (Score(kind="points", points=7610), 0),
        (Score(kind="points", points=50), 8),
        (Score(kind="artificial", percent=Decimal("62.5")), 0),
        (Score(kind="unknown"), 0),
        (Score(kind="late"), 1),
    ],
)
def test_what_the_format_cannot_say_is_not_written(score, group):
    assert write_score(score, group, ns=True) is None


def test_an_average_without_a_percentage_is_written_by_its_text():
    assert write_score(Score(kind="average", text="Ave+"), 0, ns=True) == 2060


def test_a_value_that_is_no_score_is_told_as_text() -> None:
    assert unread_score(9_999) == Score(kind="unknown", text="9999")


@pytest.mark.parametrize("value", [900, 950, 999, 2040, 2050, 2060, 0, 62, -760, 760, 4062, 3989, 16_010])
@pytest.mark.parametrize("ns", [True, False])
def test_every_kind_of_value_is_written_as_it_was_read(value, ns):
    assert write_score(*read_score(value, ns=ns), ns=ns) == value


def test_the_last_group_of_fouled_boards_is_the_seventh():
    assert write_score(Score(kind="points", points=7600), 7, ns=True) == 16_760
    assert read_score(16_760, ns=True) == (Score(kind="points", points=7600), 7)
    assert read_score(18_000, ns=True) is None
