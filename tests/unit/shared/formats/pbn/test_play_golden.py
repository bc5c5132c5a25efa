"""Changes of cards played, and what the reader then says."""

import pytest

from tests.support.pbn_golden import compare_changes


@pytest.mark.slow
def test_changes_of_cards_played_change_what_the_golden_file_says() -> None:
    compare_changes("play", lambda line: line[:1] in "SHDC-" and not line.startswith("["), 20)
