"""Parts of a document, and entries of lists."""

from shared.formats.usebio.reader.parse import parse
from tests.support.usebio_documents import board, codes, document, line, pair, people
from tests.support.usebio_expected import ReadAsExpected


def test_a_participant_without_number_is_kept_aside() -> None:
    parsed = parse(document(people("<PAIR><PLACE>1</PLACE></PAIR>", "<TEAM><PLACE>2</PLACE></TEAM>")))
    facts = parsed.events[0].facts
    assert codes(parsed) == ["usebio.missing-required"] * 2
    assert facts.participants == ()
    assert [(fact.owner, fact.value) for fact in facts.extensions] == [
        ("/USEBIO/EVENT/PARTICIPANTS", "<PAIR><PLACE>1</PLACE></PAIR>"),
        ("/USEBIO/EVENT/PARTICIPANTS", "<TEAM><PLACE>2</PLACE></TEAM>"),
    ]


def test_a_player_without_number_is_known_by_the_next_best() -> None:
    players = [f"<PLAYER><{name}>7</{name}></PLAYER>" for name in ("NATIONAL_ID_NUMBER", "PLAYER_NAME")]
    facts = parse(document(people(*players), event='EVENT_TYPE="INDIVIDUAL"')).events[0].facts
    assert [participant.id for participant in facts.participants] == ["7"]


def test_what_is_unknown_about_a_participant_hangs_on_its_number() -> None:
    player = "<PLAYER><PLAYER_NAME>A</PLAYER_NAME><SHOE>42</SHOE></PLAYER>"
    facts = parse(document(people(pair("7", "<HAT>red</HAT>" + player)))).events[0].facts
    assert [(fact.owner, fact.name) for fact in facts.extensions] == [
        ("/USEBIO/EVENT/PARTICIPANTS/PAIR[PAIR_NUMBER='7']", "HAT"),
        ("/USEBIO/EVENT/PARTICIPANTS/PAIR[PAIR_NUMBER='7']/PLAYER[1]", "SHOE"),
    ]


def test_a_traveller_line_in_a_handset_is_kept_aside() -> None:
    parsed = parse(document("<HANDSET>" + board(line()) + "</HANDSET>"))
    assert codes(parsed) == ["usebio.missing-required"]
    assert parsed.events[0].facts.results == ()
    assert parsed.events[0].facts.extensions[0].name == "TRAVELLER_LINE"


def test_the_players_of_a_pair_without_number_are_those_of_its_team() -> None:
    inner = "<PAIR><DIRECTION>NS</DIRECTION><PLAYER><PLAYER_NAME>Ann</PLAYER_NAME></PLAYER></PAIR>"
    parsed = parse(document(people(f'<TEAM TEAM_ID="1">{inner}</TEAM>'), event='EVENT_TYPE="TEAMS"'))
    facts = parsed.events[0].facts
    assert [(one.kind, [player.name for player in one.players]) for one in facts.participants] == [("team", ["Ann"])]
    assert [kept.name for kept in facts.extensions] == ["DIRECTION"]
    assert codes(parsed) == ["usebio.missing-required", "usebio.unknown-element"]


class TestOddDocuments(ReadAsExpected):
    parts = ("participants", "extensions", "ladder", "movements", "deals")
