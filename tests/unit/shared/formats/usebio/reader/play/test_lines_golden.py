"""Changes of lines of travellers, and what the reader then says."""

from tests.support.usebio_golden import compare_changes

ELEMENTS = {
    "TRAVELLER_LINE",
    "NS_PAIR_NUMBER",
    "EW_PAIR_NUMBER",
    "DIRECTION",
    "CONTRACT",
    "PLAYED_BY",
    "TRICKS",
    "LEAD",
    "SCORE",
    "NS_MATCH_POINTS",
    "EW_MATCH_POINTS",
    "NS_CROSS_IMP_POINTS",
    "EW_CROSS_IMP_POINTS",
    "NS_BUTLER_POINTS",
    "EW_BUTLER_POINTS",
    "NS_AGGREGATE_POINTS",
    "EW_AGGREGATE_POINTS",
    "NS_SCORE",
    "EW_SCORE",
    "ROUND_NUMBER",
    "TABLE_NUMBER",
    "N_PLAYER_NUMBER",
    "S_PLAYER_NUMBER",
}


def test_changes_of_lines_of_travellers_change_what_the_golden_file_says() -> None:
    compare_changes("play-lines", ELEMENTS, 12)
