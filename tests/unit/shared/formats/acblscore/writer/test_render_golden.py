"""Changes of events, and what is then written."""

import pytest

from tests.support.acblscore_golden import compare_rendered

pytestmark = pytest.mark.slow

FACTS = (
    "facts.events",
    "facts.sessions",
    "facts.sections",
    "facts.movements",
    "facts.results",
    "facts.participants",
    "facts.matches",
    "boards",
)


def test_a_new_file_after_changes_of_events_is_what_the_golden_file_says() -> None:
    compare_rendered("render", FACTS, 16)
