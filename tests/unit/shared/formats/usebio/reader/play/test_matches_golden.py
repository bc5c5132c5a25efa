"""Changes of matches, and what the reader then says."""

from tests.support.usebio_golden import compare_changes

ELEMENTS = {
    "MATCH",
    "ROUND_NUMBER",
    "OPPOSING_TEAM",
    "VPS",
    "NS_VICTORY_POINTS",
    "EW_VICTORY_POINTS",
    "TEAM_VICTORY_POINTS",
    "OPPOSING_TEAM_VICTORY_POINTS",
    "TEAM_SCORE",
    "OPPOSING_TEAM_SCORE",
    "TEAM_POINTS",
    "OPPOSING_TEAM_POINTS",
    "PAIR_IMPS",
    "IMPS",
    "WINS_OR_DRAWS",
    "NS_TEAM_NUMBER",
    "EW_TEAM_NUMBER",
    "BONUS_DIFFERENTIAL",
    "SITOUT",
    "TEAM",
}


def test_changes_of_matches_change_what_the_golden_file_says() -> None:
    compare_changes("play-matches", ELEMENTS, 12)
