"""Changes of participants and boards, and what the reader then says."""

from tests.support.usebio_golden import compare_changes

ELEMENTS = {
    "PARTICIPANTS",
    "PAIR",
    "TEAM",
    "PLAYER",
    "BOARD",
    "TRAVELLER_LINE",
    "MATCH",
    "CLUB",
    "MEMBER",
    "SESSION",
    "SECTION",
    "HANDSET",
    "MOVEMENT",
}


def test_changes_of_participants_and_boards_change_what_the_golden_file_says() -> None:
    compare_changes("parts", ELEMENTS, 6)
