"""Changes of matches of teams, and what the reader then says."""

import pytest

from tests.support.acblscore_golden import compare_changes

pytestmark = pytest.mark.slow


def test_changes_of_matches_of_teams_change_what_the_golden_file_says() -> None:
    compare_changes(
        "reader-team-matches",
        ("team match", "team match table", "team match index", "victory point scale", "victory point step"),
        (),
        40,
    )
