"""What is written of files with changed elements."""

import pytest

from tests.support.usebio_elements import TRAVELLERS
from tests.support.usebio_golden import compare_written, compare_written_facts


@pytest.mark.slow
def test_what_is_written_of_changes_of_travellers_is_what_the_golden_file_says() -> None:
    compare_written("usebio", "travellers", TRAVELLERS, 5)


def test_what_is_written_of_changed_facts_of_travellers_is_what_the_golden_file_says() -> None:
    compare_written_facts("travellers", {"boards", "results", "matches", "board_points"}, 12)
