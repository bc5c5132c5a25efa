"""Changes of movements, and what the reader then says."""

import pytest

from tests.support.acblscore_golden import compare_changes

pytestmark = pytest.mark.slow


def test_changes_of_movements_change_what_the_golden_file_says() -> None:
    compare_changes("reader-movements", ("match table", "pair match", "individual match", "section details"), (), 16)
