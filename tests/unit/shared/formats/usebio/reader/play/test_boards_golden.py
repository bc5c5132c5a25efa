"""Changes of boards, and what the reader then says."""

from tests.support.usebio_golden import compare_changes

ELEMENTS = {
    "BOARD",
    "BOARD_NUMBER",
    "BOARD_AVERAGE",
    "DATUM",
    "MAX_SCORE",
    "HAND_RECORD_ID",
    "ROUND_NUMBER",
    "TABLE_NUMBER",
    "SCORE",
    "IMPS",
    "TEAM_POINTS",
}


def test_changes_of_boards_change_what_the_golden_file_says() -> None:
    compare_changes("play-boards", ELEMENTS, 9)
