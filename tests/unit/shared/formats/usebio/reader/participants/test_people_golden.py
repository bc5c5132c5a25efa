"""Changes of people, and what the reader then says."""

from tests.support.usebio_golden import compare_changes

ELEMENTS = {
    "PLAYER",
    "PLAYER_NAME",
    "FIRST_NAME",
    "SURNAME",
    "FIRSTNAME",
    "LASTNAME",
    "FULL_NAME",
    "INITIALS",
    "NATIONAL_ID_NUMBER",
    "CLUB_ID_NUMBER",
    "MEMBER",
    "MEMBER_ID",
    "RANK",
    "GENDER",
    "PLAYER_NUMBER",
    "DATE_OF_BIRTH",
    "NICKNAME",
    "EMAIL",
    "NAME",
}


def test_changes_of_people_change_what_the_golden_file_says() -> None:
    compare_changes("participants-people", ELEMENTS, 9)
