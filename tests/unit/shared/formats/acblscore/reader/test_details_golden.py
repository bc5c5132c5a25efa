"""Changes of details, and what the reader then says."""

import pytest

from tests.support.acblscore_golden import compare_changes

pytestmark = pytest.mark.slow


def test_changes_of_details_change_what_the_golden_file_says() -> None:
    compare_changes(
        "reader-details",
        ("event details", "section details", "lines", "memo line", "note line", "master table"),
        (),
        20,
    )
