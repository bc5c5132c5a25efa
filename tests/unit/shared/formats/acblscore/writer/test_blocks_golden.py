"""Changes of results and players, and what is then written."""

import pytest

from tests.support.acblscore_golden import compare_rendered, compare_updated

pytestmark = pytest.mark.slow

FACTS = ("facts.results", "facts.participants")


def test_a_new_file_after_changes_of_results_and_players_is_what_the_golden_file_says() -> None:
    compare_rendered("blocks", FACTS, 8)


def test_the_original_after_changes_of_results_and_players_is_what_the_golden_file_says() -> None:
    compare_updated("blocks", FACTS, 8)
