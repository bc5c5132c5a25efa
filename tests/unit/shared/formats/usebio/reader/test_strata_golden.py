"""Changes of strata, and what the reader then says."""

from tests.support.usebio_golden import compare_changes

ELEMENTS = {
    "STRATIFICATION",
    "STRATIFICATION_TYPE",
    "STRATS",
    "STRAT",
    "STRAT_NUMBER",
    "STRAT_LABEL",
    "UPPER_LIMIT",
    "OVERRIDE_STRAT",
    "STRAT_PLACE",
    "LABELS",
    "LABEL",
}


def test_changes_of_strata_change_what_the_golden_file_says() -> None:
    compare_changes("strata", ELEMENTS, 24)
