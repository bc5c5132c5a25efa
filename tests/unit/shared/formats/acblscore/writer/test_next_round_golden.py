"""Changes of the next round, and what is then written."""

import pytest

from tests.support.acblscore_golden import compare_rendered, compare_updated

pytestmark = pytest.mark.slow

FACTS = ("facts.seats", "facts.matches", "facts.sessions")


def test_a_new_file_after_changes_of_the_next_round_is_what_the_golden_file_says() -> None:
    compare_rendered("next-round", FACTS, 12)


def test_the_original_after_changes_of_the_next_round_is_what_the_golden_file_says() -> None:
    compare_updated("next-round", FACTS, 12)
