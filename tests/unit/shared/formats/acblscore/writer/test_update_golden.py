"""Changes of results, matches and totals, and what is then written."""

import pytest

from tests.support.acblscore_golden import compare_updated

pytestmark = pytest.mark.slow

FACTS = (
    "facts.results",
    "facts.matches",
    "facts.adjustments",
    "facts.totals",
    "facts.events",
    "facts.seats",
    "facts.sessions",
    "boards",
)


def test_the_original_after_changes_of_results_matches_and_totals_is_what_the_golden_file_says() -> None:
    compare_updated("update", FACTS, 24)
