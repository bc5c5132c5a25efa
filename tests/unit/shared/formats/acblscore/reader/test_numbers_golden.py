"""Changes of numbers of pairs, and what the reader then says."""

import pytest

from tests.support.acblscore_golden import compare_changes

pytestmark = pytest.mark.slow


def test_changes_of_numbers_of_pairs_change_what_the_golden_file_says() -> None:
    compare_changes(
        "reader-numbers",
        ("section details", "pair match", "individual match", "index entry"),
        ("numbers", "howell", "phantom", "num_tables", "ns", "ew", "north", "number"),
        14,
    )
