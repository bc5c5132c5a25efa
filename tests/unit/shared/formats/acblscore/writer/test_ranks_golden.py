"""Changes of ranks, and what is then written."""

import pytest

from tests.support.acblscore_golden import compare_rendered

pytestmark = pytest.mark.slow

FACTS = ("facts.totals", "facts.awards", "facts.sections", "standings.rankings.0.rows", "standings.rankings.1.rows")


def test_a_new_file_after_changes_of_ranks_is_what_the_golden_file_says() -> None:
    compare_rendered("ranks", FACTS, 16)
