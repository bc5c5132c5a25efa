"""Changes of standings, and what the reader then says."""

import pytest

from tests.support.acblscore_golden import compare_changes

pytestmark = pytest.mark.slow


def test_changes_of_standings_change_what_the_golden_file_says() -> None:
    compare_changes(
        "reader-standing",
        ("pair", "individual", "team", "section details", "index table"),
        (
            "score",
            "rank",
            "percentage",
            "unfactored",
            "adjustment",
            "carry",
            "handicap",
            "boards_played",
            "qualif",
            "num_rounds_played",
            "top",
        ),
        18,
    )
