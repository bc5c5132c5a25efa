"""Changes of totals, and what is then written."""

import pytest

from tests.support.acblscore_golden import compare_updated

pytestmark = pytest.mark.slow

FACTS = ("facts.totals", "facts.adjustments")


def test_the_original_after_changes_of_totals_is_what_the_golden_file_says() -> None:
    compare_updated("reranking", FACTS, 24)
