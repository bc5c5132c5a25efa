"""Changes of totals, and what is then written."""

from tests.support.acblscore_golden import compare_updated

FACTS = ("facts.totals", "facts.adjustments")


def test_an_own_file_with_changed_totals_is_what_the_golden_file_says() -> None:
    compare_updated("reranking", FACTS, 24)
