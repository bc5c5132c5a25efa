"""Changes of those who have a seat, and what the reader then says."""

import pytest

from tests.support.acblscore_golden import compare_changes

pytestmark = pytest.mark.slow


def test_changes_of_those_who_have_a_seat_change_what_the_golden_file_says() -> None:
    compare_changes(
        "reader-roster",
        ("section details", "pair", "individual", "index entry", "event details"),
        ("previous", "numbers", "phantom", "last_name", "number", "session", "howell"),
        16,
    )
