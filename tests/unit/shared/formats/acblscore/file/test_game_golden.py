"""Changes of pointers and counts, and what the reader then says."""

import pytest

from tests.support.acblscore_golden import compare_changes

pytestmark = pytest.mark.slow


def test_changes_of_pointers_and_counts_change_what_the_golden_file_says() -> None:
    compare_changes("file-game", (), ("ofs_", "num_", "event", "most_players", "scored_", "ranked_"), 40)
