"""Changes of everything, and what is then written."""

import pytest

from tests.support.acblscore_golden import compare_updated

pytestmark = pytest.mark.slow

FACTS = (
    "facts.participants",
    "facts.results",
    "facts.totals",
    "facts.adjustments",
    "facts.awards",
    "facts.matches",
    "facts.seats",
)


def test_the_original_after_changes_of_everything_is_what_the_golden_file_says() -> None:
    compare_updated("rewrite", FACTS, 36)
