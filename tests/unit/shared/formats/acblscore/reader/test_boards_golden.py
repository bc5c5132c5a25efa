"""Changes of boards of sections, and what the reader then says."""

import pytest

from tests.support.acblscore_golden import compare_changes

pytestmark = pytest.mark.slow


def test_changes_of_boards_of_sections_change_what_the_golden_file_says() -> None:
    compare_changes(
        "reader-boards",
        (
            "board results index",
            "board results index entry",
            "board results",
            "board2 result",
            "board4 result",
            "section details",
        ),
        (),
        24,
    )
