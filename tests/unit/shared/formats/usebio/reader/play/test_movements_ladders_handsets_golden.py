"""Changes of movements, ladders and handsets, and what the reader then says."""

from tests.support.usebio_golden import compare_changes

ELEMENTS = {
    "MOVEMENT",
    "MOVEMENT_NAME",
    "MOVEMENT_LINE",
    "MOVEMENT_DESCRIPTION",
    "LADDER",
    "LADDER_ENTRY",
    "VALUE",
    "NAME",
    "MEMBER_ID",
    "AVERAGE_SCORE",
    "AVERAGE_PERCENTAGE",
    "HANDSET",
    "START_BOARD_NUMBER",
    "END_BOARD_NUMBER",
    "NUMBER_OF_PAIRS",
    "NEXT_BOARD",
    "DUPLICATES",
    "TABLE_NUMBER",
}


def test_changes_of_movements_ladders_and_handsets_change_what_the_golden_file_says() -> None:
    compare_changes("play-movements-ladders-handsets", ELEMENTS, 24)
