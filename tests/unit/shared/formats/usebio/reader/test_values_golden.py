"""Changes of numbers and dates, and what the reader then says."""

from tests.support.usebio_golden import compare_changes

ELEMENTS = {
    "DATE",
    "DATE_DAY",
    "DATE_MONTH",
    "DATE_YEAR",
    "PLACE",
    "TOTAL_SCORE",
    "PERCENTAGE",
    "TRICKS",
    "START_TIME",
    "END_TIME",
    "IMPS",
    "VPS",
    "HANDICAP",
    "UPPER_LIMIT",
    "CARRY_FORWARD",
    "MASTER_POINTS_AWARDED",
    "NS_MATCH_POINTS",
    "BOARDS_PLAYED",
}


def test_changes_of_numbers_and_dates_change_what_the_golden_file_says() -> None:
    compare_changes("values", ELEMENTS, 7)
