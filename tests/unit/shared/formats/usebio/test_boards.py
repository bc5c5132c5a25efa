"""BOARD."""

from shared.formats.usebio import parse
from tests.support.usebio_documents import board, codes, document, fixture, line, read_one


def test_the_datum_is_read_under_both_names() -> None:
    for name in ("DATUM", "BOARD_AVERAGE"):
        (fact,) = read_one(document(board(line(), more=f"<{name}>-110</{name}>"))).facts.boards
        assert (fact.board, fact.datum) == ("1", -110)


def test_a_board_that_says_nothing_of_itself_makes_no_fact() -> None:
    assert read_one(document(board(line()))).facts.boards == ()


def test_the_number_may_stand_behind_the_lines() -> None:
    event = read_one(document(f"<BOARD>{line()}<BOARD_NUMBER> 17 </BOARD_NUMBER></BOARD>"))
    assert event.facts.results[0].board == "17"


def test_a_board_without_number_is_left_out_and_reported() -> None:
    parsed = parse(document(f"<BOARD>{line()}</BOARD>"))
    assert codes(parsed) == ["usebio.missing-required"]
    assert parsed.events[0].facts.results == ()


def test_a_board_of_a_swiss_match_may_have_its_score_without_a_line() -> None:
    (found,) = read_one(fixture("swiss-pairs-1.0.xml")).facts.results
    assert (found.sides.ns, found.sides.ew, found.ns_score.points, found.round) == ("72", "96", -100, 1)
    assert (found.stated.ns, found.stated.ew, str(found.stated.ns_percent)) == (72, 96, "43.56")


def test_an_event_type_inside_that_contradicts_is_reported_once() -> None:
    boards = board(line(), number="1") + board(line(), number="2")
    data = document(boards.replace("<BOARD>", '<BOARD EVENT_TYPE="SWISS_TEAMS">'))
    parsed = parse(data)
    assert codes(parsed) == ["usebio.type-differs"]
    assert parsed.events[0].facts.event.kind == "pairs"


def test_an_event_type_inside_fills_in_what_the_event_leaves_open() -> None:
    data = document(board(line()).replace("<BOARD>", '<BOARD EVENT_TYPE="CROSS_IMP">'))
    assert read_one(data).facts.event.board_scoring == "cross_imps"
    assert parse(data).findings == ()
