"""Changes of lengths and pointers, and what the reader then says."""

import pytest

from tests.support.acblscore_golden import compare_changes

pytestmark = pytest.mark.slow


def test_changes_of_lengths_and_pointers_change_what_the_golden_file_says() -> None:
    compare_changes("file-game-file", (), ("ofs_", "len_", "num_"), 40)
