"""Changes of packed fields, and what is then written."""

import pytest

from tests.support.acblscore_golden import compare_rendered

pytestmark = pytest.mark.slow

FACTS = ("facts.events", "facts.sections", "facts.participants", "facts.totals")


def test_a_new_file_after_changes_of_packed_fields_is_what_the_golden_file_says() -> None:
    compare_rendered("packing", FACTS, 6)
