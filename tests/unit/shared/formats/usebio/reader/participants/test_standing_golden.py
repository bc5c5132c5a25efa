"""Changes of stated results, and what the reader then says."""

from tests.support.usebio_golden import compare_changes

ELEMENTS = {
    "PLACE",
    "SECTION_PLACE",
    "STRAT_PLACE",
    "TOTAL_SCORE",
    "PERCENTAGE",
    "MASTER_POINTS_AWARDED",
    "MASTER_POINTS",
    "MASTER_POINT_TYPE",
    "MASTER_POINT_TOTAL",
    "ADJUSTMENT",
    "HANDICAP",
    "CARRY_FORWARD",
    "WINS_OR_DRAWS",
    "WINS_OR_DRAW",
    "BOARDS_PLAYED",
    "QUALIFY",
    "PRIZE",
    "AVERAGE_SCORE",
    "PAIR",
    "TEAM",
}


def test_changes_of_stated_results_change_what_the_golden_file_says() -> None:
    compare_changes("participants-standing", ELEMENTS, 9)
