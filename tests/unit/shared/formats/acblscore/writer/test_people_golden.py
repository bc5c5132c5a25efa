"""Changes of entries, and what is then written."""

import pytest

from tests.support.acblscore_golden import compare_rendered, compare_updated

pytestmark = pytest.mark.slow

FACTS = ("facts.participants", "facts.totals", "facts.adjustments", "facts.awards", "facts.seats", "facts.events")


def test_a_new_file_after_changes_of_entries_is_what_the_golden_file_says() -> None:
    compare_rendered("people", FACTS, 14)


def test_the_original_after_changes_of_entries_is_what_the_golden_file_says() -> None:
    compare_updated("people", FACTS, 14)
