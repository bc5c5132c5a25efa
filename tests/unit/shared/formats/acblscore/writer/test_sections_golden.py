"""Changes of sections, and what is then written."""

import pytest

from tests.support.acblscore_golden import compare_rendered

pytestmark = pytest.mark.slow

FACTS = ("facts.sections", "facts.movements", "facts.results", "facts.sessions")


def test_a_new_file_after_changes_of_sections_is_what_the_golden_file_says() -> None:
    compare_rendered("sections", FACTS, 16)
