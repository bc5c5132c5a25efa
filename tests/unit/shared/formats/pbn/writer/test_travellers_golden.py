"""What is written of files with changed elements."""

import pytest

from tests.support.usebio_golden import compare_written

ELEMENTS = {
    "TRAVELLER_LINE",
    "BOARD",
    "BOARD_NUMBER",
    "NS_PAIR_NUMBER",
    "EW_PAIR_NUMBER",
    "CONTRACT",
    "PLAYED_BY",
    "TRICKS",
    "LEAD",
    "SCORE",
    "NS_MATCH_POINTS",
    "EW_MATCH_POINTS",
    "ROUND_NUMBER",
    "TABLE_NUMBER",
    "DIRECTION",
    "MATCH",
    "IMPS",
}


@pytest.mark.slow
def test_what_is_written_of_changes_of_travellers_is_what_the_golden_file_says() -> None:
    compare_written("pbn", "travellers", ELEMENTS, 6)
