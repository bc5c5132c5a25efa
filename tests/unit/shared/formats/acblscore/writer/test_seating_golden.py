"""Changes of seats, and what is then written."""

import pytest

from tests.support.acblscore_golden import compare_rendered

pytestmark = pytest.mark.slow

FACTS = ("facts.results", "facts.participants", "facts.movements", "facts.seats", "facts.sections")


def test_a_new_file_after_changes_of_seats_is_what_the_golden_file_says() -> None:
    compare_rendered("seating", FACTS, 16)
