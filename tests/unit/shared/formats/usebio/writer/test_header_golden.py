"""What is written of files with changed elements."""

import pytest

from tests.support.usebio_golden import compare_written

ELEMENTS = {
    "EVENT",
    "TITLE",
    "DATE",
    "CLUB_NAME",
    "EVENT_IDENTIFIER",
    "SESSION",
    "SECTION",
    "WINNER_TYPE",
    "BOARD_SCORING_METHOD",
    "MATCH_SCORING_METHOD",
    "VP_SCALE",
    "START_TIME",
    "PROGRAM_NAME",
    "PROGRAM_VERSION",
    "STRATIFICATION",
    "STRAT",
    "VENUE",
    "ADDRESS",
    "CONTACT",
    "ROLE",
}


@pytest.mark.slow
def test_what_is_written_of_changes_of_header_is_what_the_golden_file_says() -> None:
    compare_written("usebio", "header", ELEMENTS, 4)
