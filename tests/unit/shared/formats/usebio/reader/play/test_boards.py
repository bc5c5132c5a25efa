"""BOARD."""

from shared.formats.usebio.reader.parse import parse
from tests.support.usebio_documents import board, codes, document, fixture, line, read_one
from tests.support.usebio_expected import ReadAsExpected


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


def test_hands_in_a_board_of_results_are_its_deal() -> None:
    hand = "<HAND><DIRECTION>West</DIRECTION><SPADES>AKQ</SPADES><HEARTS>10</HEARTS></HAND>"
    (deal,) = read_one(document(board(line(), more=hand))).facts.deals
    assert (deal.board, deal.west.spades, deal.west.hearts, deal.north) == ("1", "AKQ", "T", None)


def test_other_hands_of_the_same_board_are_kept_apart() -> None:
    hands = [f"<HAND><DIRECTION>N</DIRECTION><SPADES>{cards}</SPADES></HAND>" for cards in ("AK", "AK", "QJ")]
    event = read_one(document("".join(board(line(), more=hand) for hand in hands)))
    assert [(deal.set_id, deal.north.spades) for deal in event.facts.deals] == [(None, "AK"), ("BOARD 2", "QJ")]


def test_a_board_without_number_is_kept_as_it_stands() -> None:
    (kept,) = read_one(document(f"<BOARD>{line('620')}</BOARD>")).facts.extensions
    assert kept.name == "BOARD"
    assert "620" in kept.value


def test_points_of_a_board_that_has_lines_are_set_aside() -> None:
    parsed = parse(document(board(line(), more="<NS_MATCH_POINTS>7</NS_MATCH_POINTS><IMPS>3</IMPS>")))
    assert [kept.name for kept in parsed.events[0].facts.extensions] == ["NS_MATCH_POINTS", "IMPS"]
    assert len(parsed.events[0].facts.results) == 1


def test_boards_of_an_individual_event_say_that_they_are_scored_by_butler() -> None:
    data = document(board(line()), event='EVENT_TYPE="INDIVIDUAL"', version="1.0")
    parsed = parse(data.replace(b"<BOARD>", b'<BOARD EVENT_TYPE="BUTLER_PAIRS">'))
    fact = parsed.events[0].facts.event
    assert (fact.kind, fact.board_scoring) == ("individual", "butler_imps")
    assert codes(parsed) == []


def test_an_event_type_inside_that_does_not_exist_is_reported() -> None:
    data = document(board(line()).replace("<BOARD>", '<BOARD EVENT_TYPE="PARES">'))
    assert codes(parse(data)) == ["usebio.bad-value"]


class TestOddDocuments(ReadAsExpected):
    parts = ("boards", "board_points", "results", "extensions")
