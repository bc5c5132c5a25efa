"""Changes of everything, and what is then written."""

from tests.support.acblscore_golden import compare_updated

FACTS = (
    "facts.participants",
    "facts.results",
    "facts.totals",
    "facts.adjustments",
    "facts.awards",
    "facts.matches",
    "facts.seats",
)


def test_an_own_file_with_changed_everything_is_what_the_golden_file_says() -> None:
    compare_updated("rewrite", FACTS, 36)
