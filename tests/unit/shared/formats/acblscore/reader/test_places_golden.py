"""Changes of seats of other sessions, and what the reader then says."""

import pytest

from tests.support.acblscore_golden import compare_changes

pytestmark = pytest.mark.slow


def test_changes_of_seats_of_other_sessions_change_what_the_golden_file_says() -> None:
    compare_changes(
        "reader-places", ("pair", "individual", "team", "team match table"), ("next_", "previous_", "stationary"), 14
    )
