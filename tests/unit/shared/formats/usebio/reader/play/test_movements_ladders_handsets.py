"""Movements, ladders and handsets of 1.0."""

from decimal import Decimal

from shared.formats.usebio.reader.parse import parse
from tests.support.usebio_documents import codes, document, fixture, read_one
from tests.support.usebio_expected import ReadAsExpected

FACTS = read_one(fixture("hands-movement-auction-play-1.0.xml")).facts


def test_movements_have_lines_for_pairs_players_and_teams() -> None:
    pairs, individual, teams = FACTS.movements
    assert (pairs.id, pairs.kind, pairs.winners, pairs.tables, pairs.rounds) == ("M12B2S6", "pairs", 2, 1, 2)
    (line,) = pairs.lines
    assert (line.table, line.round, line.first_board, line.last_board) == ("1", 2, "17", "20")
    assert (line.sides.ns, line.sides.ew) == ("3", "4")
    sides = individual.lines[0].sides
    assert (individual.kind, sides.north, sides.south, sides.east, sides.west) == ("individual", "1", "5", "2", "16")
    assert (teams.kind, teams.lines[0].sides.ns_team, teams.lines[0].sides.ew_team) == ("teams", "3", "4")
    assert [detail.value for detail in pairs.details] == ["12 Table Mitchell, Skip after 6", "movement notes"]


def test_a_movement_without_name_or_with_an_unknown_type_is_read() -> None:
    parsed = parse(document('<MOVEMENT MOVEMENT_TYPE="ODD"><MOVEMENT_LINE/></MOVEMENT>'))
    assert codes(parsed) == ["usebio.bad-value", "usebio.missing-required"]
    (movement,) = parsed.events[0].facts.movements
    assert (movement.id, movement.kind, movement.lines) == ("movement-1", "pairs", ())


def test_a_ladder_has_entries_over_all_and_by_session() -> None:
    overall, friday = read_one(fixture("ladder-1.0.xml")).facts.ladder
    assert (overall.member, overall.session, overall.master_points, overall.percentage) == (
        "41",
        None,
        185,
        Decimal("51.7"),
    )
    assert (friday.session, friday.master_points, friday.percentage) == ("FRIDAY", 0, Decimal("57.9"))


def test_a_ladder_entry_without_member_is_reported() -> None:
    assert codes(parse(document("<LADDER_ENTRY><PERCENTAGE>1</PERCENTAGE></LADDER_ENTRY>"))) == [
        "usebio.missing-required"
    ]


def test_a_handset_is_described_by_details_of_the_event() -> None:
    found = {detail.name: detail.value for detail in FACTS.event.details if detail.name.startswith("HANDSET")}
    assert (found["HANDSET Red/CHECKSUM"], found["HANDSET Red/NOTES"]) == ("6", "shuffled by hand")
    assert found["HANDSET Red/LEGEND/LINE"] == "Hand set ALPHA"


class TestOddDocuments(ReadAsExpected):
    parts = ("movements", "ladder", "events")
