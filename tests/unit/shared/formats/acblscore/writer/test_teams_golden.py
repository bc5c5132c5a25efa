"""Changes of teams, and what is then written."""

import pytest

from tests.support.acblscore_golden import compare_rendered

pytestmark = pytest.mark.slow

FACTS = ("facts.matches", "facts.participants", "facts.events", "facts.totals", "facts.results")


def test_a_new_file_after_changes_of_teams_is_what_the_golden_file_says() -> None:
    compare_rendered("teams", FACTS, 16)
