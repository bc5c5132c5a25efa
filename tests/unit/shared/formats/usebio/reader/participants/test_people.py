"""PLAYER."""

from decimal import Decimal

from contracts.facts import Person
from shared.formats.usebio.reader.parse import parse
from shared.formats.usebio.reader.participants.people import filled
from tests.support.usebio_documents import codes, document, fixture, pair, people, read_one
from tests.support.usebio_expected import ReadAsExpected


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
        "ACBL_PLAYER_CITY",
        "ACBL_PLAYER_STATE",
        "ACBL_PLAYER_COUNTRY",
        "ACBL_PLAYER_STATE_CODE",
    }
    old = read_one(fixture("pairs-1.0.xml")).facts.participants[0].players[0]
    assert (old.title, old.sex, old.birth_date) == ("Dr", "F", "220162")


def test_a_later_list_fills_in_what_the_first_leaves_out() -> None:
    overall = people(pair("1", "<PLAYER><PLAYER_NAME>Ann Ash</PLAYER_NAME></PLAYER>"))
    player = "<PLAYER><PLAYER_NAME>ann  ash</PLAYER_NAME><NATIONAL_ID_NUMBER>77</NATIONAL_ID_NUMBER></PLAYER>"
    again = f'<SESSION SESSION_ID="1">{people(pair("1", player + "<NOTES>late</NOTES>"))}</SESSION>'
    (found,) = read_one(document(overall + again)).facts.participants
    assert [(person.name, person.national_id) for person in found.players] == [("Ann Ash", "77")]
    assert [(detail.name, detail.value) for detail in found.details] == [("NOTES", "late")]


def test_other_players_of_a_session_are_details_however_their_names_are_written() -> None:
    overall = people(pair("1", "<PLAYER><PLAYER_NAME>Ann Ash</PLAYER_NAME></PLAYER>"))
    player = "<PLAYER><PLAYER_NAME><FIRSTNAME>Bea</FIRSTNAME><LASTNAME>Birch</LASTNAME></PLAYER_NAME></PLAYER>"
    again = f'<SESSION SESSION_ID="S">{people(pair("1", player))}</SESSION>'
    (found,) = read_one(document(overall + again)).facts.participants
    assert [(detail.name, detail.value) for detail in found.details] == [("PLAYERS S", "Bea Birch")]


def test_a_wish_about_rating_that_is_neither_yes_nor_no_is_reported() -> None:
    data = document(people(pair("1", '<PLAYER RATEABLE="maybe"><PLAYER_NAME>Ann</PLAYER_NAME></PLAYER>')))
    assert codes(parse(data)) == ["usebio.bad-value"]


def test_results_of_a_player_in_a_pair_are_set_aside_and_his_number_stays() -> None:
    player = "<PLAYER><PLAYER_NAME>Ann</PLAYER_NAME><PLAYER_NUMBER>9</PLAYER_NUMBER><PLACE>1</PLACE></PLAYER>"
    facts = read_one(document(people(pair("1", player)))).facts
    assert [kept.name for kept in facts.extensions] == ["PLACE"]
    (person,) = facts.participants[0].players
    assert [(detail.name, detail.value) for detail in person.details] == [("PLAYER_NUMBER", "9")]


def test_two_players_of_one_name_stay_two_in_a_later_list() -> None:
    first = (Person(name="Ada Cobb"), Person(name="Ada Cobb"))
    again = (Person(name="Ada Cobb"), Person(name="ADA  COBB", status="ROBOT"))
    assert [one.status for one in filled(first, again, add=True)] == [None, "ROBOT"]
    assert len(filled(first, (*again, Person(name="Ada Cobb")), add=True)) == 3


def test_an_individual_is_known_again_by_name_whatever_its_case() -> None:
    def listed(session: str, name: str) -> str:
        player = f"<PLAYER><PLAYER_NUMBER>1</PLAYER_NUMBER><PLAYER_NAME>{name}</PLAYER_NAME></PLAYER>"
        return f"<SESSION SESSION_ID='{session}'><PARTICIPANTS>{player}</PARTICIPANTS></SESSION>"

    same = document(listed("1", "Ann  Able") + listed("2", "ann able"), event="EVENT_TYPE='INDIVIDUAL'")
    other = document(listed("1", "Ann Able") + listed("2", "Bea Able"), event="EVENT_TYPE='INDIVIDUAL'")
    assert codes(parse(same)) == []
    assert codes(parse(other)) == ["usebio.participant-differs"]


def test_a_person_without_a_number_is_found_by_name_alone() -> None:
    first = (Person(name="Ann"), Person(name="Bea"))
    again = (Person(name="Bea", status="ROBOT"), Person(status="GUEST"))
    assert filled(first, again, add=True) == (first[0], first[1].replace(status="ROBOT"), again[1])
    numbered = (Person(name="Ann", national_id="7"), Person(name="Ann", national_id="8"))
    again = (Person(name="Ann", national_id="8", sex="F"), Person(name="Ann", national_id="9", sex="F"))
    assert filled(numbered, again, add=False) == (numbered[0], numbered[1].replace(sex="F"))


class TestOddDocuments(ReadAsExpected):
    parts = ("participants", "ladder")
