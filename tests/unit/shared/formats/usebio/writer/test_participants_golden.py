"""What is written of files with changed elements."""

import pytest

from tests.support.usebio_golden import compare_written

ELEMENTS = {
    "PARTICIPANTS",
    "PAIR",
    "TEAM",
    "PLAYER",
    "PLAYER_NAME",
    "PLACE",
    "TOTAL_SCORE",
    "PERCENTAGE",
    "MASTER_POINTS_AWARDED",
    "ADJUSTMENT",
    "HANDICAP",
    "CARRY_FORWARD",
    "PAIR_NUMBER",
    "DIRECTION",
    "SECTION",
    "RANK",
    "GENDER",
    "NATIONAL_ID_NUMBER",
}


@pytest.mark.slow
def test_what_is_written_of_changes_of_participants_is_what_the_golden_file_says() -> None:
    compare_written("usebio", "participants", ELEMENTS, 4)
