"""The names of a club's members, where an event has their numbers alone."""

from contracts.facts import Extension
from shared.formats.usebio.reader.participants.people import member_names
from shared.formats.usebio.writer.render import render
from tests.support.usebio_documents import merged, plain, read_one


def member(inside: str) -> str:
    return f"<MEMBER>{inside}</MEMBER>"


MEMBERS = member(
    "<FIRST_NAME>Una</FIRST_NAME><SURNAME>Pike</SURNAME><MEMBER_ID>7</MEMBER_ID>"
    "<NATIONAL_ID_NUMBER>4411</NATIONAL_ID_NUMBER><DATE_OF_BIRTH>010170</DATE_OF_BIRTH>"
) + member("<INITIALS>O</INITIALS><SURNAME>Rudd</SURNAME><MEMBER_ID>8</MEMBER_ID>")


def document(kind: str, inside: str) -> bytes:
    club = f"<CLUB><CLUB_NAME>Test Club</CLUB_NAME>{MEMBERS}</CLUB>"
    return f'<USEBIO Version="1.0">{club}<EVENT EVENT_TYPE="{kind}">{inside}</EVENT></USEBIO>'.encode()


def entry(number: str) -> str:
    return f"<LADDER_ENTRY><MEMBER_ID>{number}</MEMBER_ID></LADDER_ENTRY>"


def test_a_ladder_has_the_names_of_the_members_that_its_file_lists() -> None:
    facts = read_one(document("LADDER", entry("7") + entry("8") + entry("9"))).facts
    assert [(line.member, line.name) for line in facts.ladder] == [("7", "Una Pike"), ("8", "O Rudd"), ("9", None)]


def player(inside: str) -> str:
    return f"<PLAYER>{inside}</PLAYER>"


def test_players_without_a_name_have_that_of_the_member_with_their_number() -> None:
    people = (
        player("<CLUB_ID_NUMBER>8</CLUB_ID_NUMBER>")
        + player("<PLAYER_NAME/><NATIONAL_ID_NUMBER>4411</NATIONAL_ID_NUMBER>")
        + player("<MEMBER_ID>7</MEMBER_ID><CLUB_ID_NUMBER>8</CLUB_ID_NUMBER>")
        + player("<PLAYER_NAME>Somebody Else</PLAYER_NAME><CLUB_ID_NUMBER>7</CLUB_ID_NUMBER>")
        + player("<CLUB_ID_NUMBER>5</CLUB_ID_NUMBER>")
    )
    facts = read_one(document("TEAMS", f'<PARTICIPANTS><TEAM TEAM_ID="1">{people}</TEAM></PARTICIPANTS>')).facts
    (team,) = facts.participants
    assert [person.name for person in team.players] == ["O Rudd", "Una Pike", "Una Pike", "Somebody Else", None]


def test_members_stay_what_they_are_and_their_names_come_back_from_what_is_written() -> None:
    event = read_one(document("LADDER", entry("7")))
    assert [kept.name for kept in event.facts.extensions] == ["MEMBER", "MEMBER"]
    for version in ("1.4", "1.2"):
        written = render(merged(event), version=version, values="stated").data  # type: ignore[arg-type]
        assert plain(read_one(written).facts)["ladder"] == plain(event.facts)["ladder"]


def test_a_list_that_cannot_be_read_names_nobody() -> None:
    cut = Extension(kind="element", owner="/USEBIO/CLUB", name="MEMBER", value="<MEMBER><SURNAME>Pi")
    elsewhere = Extension(kind="element", owner="/USEBIO", name="MEMBER", value=member("<SURNAME>Pike</SURNAME>"))
    assert member_names([cut, elsewhere]) == {}


def test_a_member_without_a_name_or_without_a_number_names_nobody() -> None:
    for inside in ("<MEMBER_ID>7</MEMBER_ID>", "<SURNAME>Pike</SURNAME>"):
        listed = Extension(kind="element", owner="/USEBIO/CLUB", name="MEMBER", value=member(inside))
        assert member_names([listed]) == {}
