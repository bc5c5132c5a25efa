"""What is written of files with changed elements."""

import pytest

from tests.support.usebio_elements import STANDING
from tests.support.usebio_golden import compare_written, compare_written_facts


@pytest.mark.slow
def test_what_is_written_of_changes_of_participants_is_what_the_golden_file_says() -> None:
    compare_written("usebio", "participants", STANDING, 4)


def test_what_is_written_of_changed_facts_of_participants_is_what_the_golden_file_says() -> None:
    compare_written_facts("participants", {"participants", "totals", "adjustments", "awards", "seats"}, 12)
