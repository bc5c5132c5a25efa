"""Changes of events, and the seats that then follow."""

import pytest

from tests.support.seat_golden import compare_seats

pytestmark = pytest.mark.slow


def test_a_changed_event_is_seated_as_the_golden_file_says() -> None:
    compare_seats("stated-seats", "stated", count=40)
