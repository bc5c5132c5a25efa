"""Changes of results, and what is then written."""

import pytest

from tests.support.acblscore_golden import compare_rendered, compare_updated

pytestmark = pytest.mark.slow

FACTS = ("facts.results",)


def test_a_new_file_after_changes_of_results_is_what_the_golden_file_says() -> None:
    compare_rendered("results", FACTS, 16)


def test_the_original_after_changes_of_results_is_what_the_golden_file_says() -> None:
    compare_updated("results", FACTS, 16)
