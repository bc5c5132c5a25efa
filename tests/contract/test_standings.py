"""When boards wait for results no more."""

import pytest

from contracts.standings import is_all_in


@pytest.mark.parametrize(
    ("status", "complete", "all_met", "over"),
    [
        ("live", None, None, False),
        ("live", False, None, False),
        ("live", True, None, True),
        ("live", None, True, True),
        ("provisional", None, None, True),
        ("official", None, None, True),
        ("corrected", False, None, True),
    ],
)
def test_boards_wait_no_more_when_everything_is_in_or_the_director_says_so(status, complete, all_met, over):
    assert is_all_in(status, complete, all_met) is over
