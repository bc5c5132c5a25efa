"""PLAYER."""

from decimal import Decimal

from contracts.facts import Person
from tests.support.usebio_documents import document, fixture, pair, people, read_one


def person(inside: str, attributes: str = "") -> Person:
    (found,) = read_one(document(people(pair("1", f"<PLAYER{attributes}>{inside}</PLAYER>")))).facts.participants
    return found.players[0]


def test_a_name_is_a_text_or_has_parts() -> None:
    assert person("<PLAYER_NAME>Ada Cobb</PLAYER_NAME>").name == "Ada Cobb"
    parts = person("<PLAYER_NAME><FIRSTNAME>Ada</FIRSTNAME><LASTNAME>Cobb</LASTNAME></PLAYER_NAME>")
    assert (parts.name, parts.first_name, parts.last_name) == ("Ada Cobb", "Ada", "Cobb")
    old = person("<FIRST_NAME>Ada</FIRST_NAME><SURNAME>Cobb</SURNAME>")
    assert (old.name, old.first_name) == ("Ada Cobb", "Ada")
    assert person("<NATIONAL_ID_NUMBER>7</NATIONAL_ID_NUMBER>").name is None


def test_rateable_is_what_the_attribute_says() -> None:
    assert [person("<PLAYER_NAME>A</PLAYER_NAME>", f' RATEABLE="{text}"').rateable for text in "YN"] == [True, False]
    assert person("<PLAYER_NAME>A</PLAYER_NAME>").rateable is None


def test_everything_about_a_person_is_read() -> None:
    found = read_one(fixture("pairs-two-sessions-1.4.xml")).facts.participants[0].players[0]
    assert (found.status, found.holding, found.club_id, found.national_id) == (
        "ROBOT",
        Decimal("812.5"),
        "C-1",
        "N-100",
    )
    assert {detail.name for detail in found.details} == {
        "ACBL_PLAYER_CITY", "ACBL_PLAYER_STATE", "ACBL_PLAYER_COUNTRY", "ACBL_PLAYER_STATE_CODE"
    }  # fmt: skip
    old = read_one(fixture("pairs-1.0.xml")).facts.participants[0].players[0]
    assert (old.title, old.sex, old.birth_date) == ("Dr", "F", "220162")
