"""Changes of numbers of participants, and what the reader then says."""

from tests.support.usebio_golden import compare_changes

ELEMENTS = {
    "PAIR_NUMBER",
    "DIRECTION",
    "PAIR",
    "TEAM",
    "TEAM_ID",
    "NS_PAIR_NUMBER",
    "EW_PAIR_NUMBER",
    "NS_TEAM_NUMBER",
    "EW_TEAM_NUMBER",
    "OPPOSING_TEAM",
    "PLAYER_NUMBER",
    "N_PLAYER_NUMBER",
    "S_PLAYER_NUMBER",
    "E_PLAYER_NUMBER",
    "W_PLAYER_NUMBER",
    "SECTION",
    "WINNER_TYPE",
    "P",
}


def test_changes_of_numbers_of_participants_change_what_the_golden_file_says() -> None:
    compare_changes("participants-directory", ELEMENTS, 7)
