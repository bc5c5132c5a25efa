"""Changes of what identifies the event, and what the reader then says."""

from tests.support.usebio_golden import compare_changes

ELEMENTS = {
    "TITLE",
    "EVENT_DESCRIPTION",
    "EVENT_IDENTIFIER",
    "EVENT_ID",
    "DATE",
    "DATE_DAY",
    "DATE_MONTH",
    "DATE_YEAR",
    "SESSION",
    "SESSION_COUNT",
    "SESSION_DATE",
    "CLUB_NAME",
    "CLUB_ID_NUMBER",
    "OVERALL_RESULTS",
    "RESULTS_TYPE",
    "ACBL_START_DATE",
    "SESSION_ONLY",
}


def test_changes_of_what_identifies_the_event_change_what_the_golden_file_says() -> None:
    compare_changes("identity", ELEMENTS, 7)
