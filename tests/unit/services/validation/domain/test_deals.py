"""A deal is 52 different cards, and a board is set up as its number says."""

import pytest

from contracts.base import Compass, Place
from contracts.codes import validation as codes
from contracts.facts import BoardFact, DealFact, Hand
from contracts.findings import Finding
from services.validation.domain import deals
from services.validation.domain.case import Case
from tests.support.fragments import fragment

NORTH = Hand(spades="AKQJT98765432")
EAST = Hand(hearts="AKQJT98765432")
SOUTH = Hand(diamonds="AKQJT98765432")
WEST = Hand(clubs="AKQJT98765432")
DEAL = DealFact(board="1", north=NORTH, east=EAST, south=SOUTH, west=WEST)


def found(*facts: DealFact, boards: tuple[BoardFact, ...] = ()) -> list[Finding]:
    case = Case(fragment("f", deals=facts, boards=boards))
    return [finding for rule in deals.RULES for finding in rule(case)]


def problem(deal: DealFact) -> str:
    (finding,) = found(deal)
    assert finding.code == codes.DEAL_INCOMPLETE.code
    return finding.message


def test_a_pack_is_52_different_cards() -> None:
    assert len(set(deals.PACK)) == 52


def test_a_whole_deal_is_in_order_however_tens_and_blanks_are_written() -> None:
    assert found(DEAL) == []
    assert found(DEAL.replace(north=Hand(spades="a k q j 10 9 8 7 6 5 4 3 2", hearts="-"))) == []


def test_a_card_that_is_dealt_twice_and_the_one_that_is_missing_are_named() -> None:
    text = problem(DEAL.replace(north=Hand(spades="AKQJT9876543", hearts="A")))
    assert text == "the deal of board 1 is wrong: HA more than once; S2 missing"


def test_a_hand_of_12_cards_and_one_of_14_are_named() -> None:
    text = problem(DEAL.replace(north=Hand(spades="AKQJT9876543"), east=Hand(**{**EAST.given(), "spades": "2"})))
    assert text == "the deal of board 1 is wrong: North has 12 cards; East has 14 cards"


def test_what_is_no_card_is_named() -> None:
    text = problem(DEAL.replace(north=Hand(spades="AKQJT987654?1")))
    assert "S?, S1 are not cards" in text
    assert "S3, S2 missing" in text


def test_many_missing_cards_are_counted() -> None:
    text = problem(DEAL.replace(north=Hand()))
    assert "SA, SK, SQ, SJ, ST, S9, S8, S7 and 5 more missing" in text


def test_hands_that_are_not_given_are_no_fault() -> None:
    assert found(DealFact(board="1", north=NORTH, east=EAST)) == []
    assert found(DealFact(board="1")) == []


def test_hands_that_are_given_may_still_share_a_card_or_be_too_long() -> None:
    assert "more than once" in problem(DealFact(board="1", north=NORTH, east=NORTH))
    assert "14 cards" in problem(DealFact(board="1", north=Hand(**{**NORTH.given(), "clubs": "A"})))


def test_an_end_position_has_four_hands_of_the_same_smaller_size() -> None:
    ends = DealFact(
        board="1", north=Hand(spades="AK"), east=Hand(hearts="AK"), south=Hand(clubs="AK"), west=Hand(diamonds="AK")
    )
    assert found(ends) == []
    assert found(DealFact(board="1", north=Hand(), east=Hand(), south=Hand(), west=Hand())) == []
    assert "more than once" in problem(ends.replace(west=Hand(spades="AK")))


def test_dealer_and_vulnerability_that_disagree_with_the_number_are_pointed_out() -> None:
    board = BoardFact(board="2", dealer=Compass.NORTH, vulnerable="All")
    assert [(f.code, f.stated, f.computed) for f in found(boards=(board,))] == [
        (codes.VULNERABILITY_UNEXPECTED.code, "All", "NS"),
        (codes.DEALER_UNEXPECTED.code, "N", "E"),
    ]


def test_what_board_and_deal_both_say_is_pointed_out_once() -> None:
    board = BoardFact(board="1", vulnerable="All")
    assert len(found(DEAL.replace(vulnerable="All"), boards=(board, board))) == 1


def test_boards_without_a_number_and_boards_that_agree_are_fine() -> None:
    boards = (
        BoardFact(board="A", dealer=Compass.WEST, vulnerable="All"),
        BoardFact(board="17", dealer=Compass.NORTH, vulnerable="None"),
        BoardFact(board="3"),
    )
    assert found(boards=boards) == []


def test_two_deals_of_a_board_that_differ_are_pointed_out() -> None:
    other = DEAL.replace(north=EAST, east=NORTH)
    (finding,) = found(DEAL, other)
    assert finding.code == codes.DEALS_DIFFER.code
    assert "52 cards" in finding.message


def test_the_same_deal_again_or_another_set_or_session_is_fine() -> None:
    other = DEAL.replace(north=EAST, east=NORTH)
    assert found(DEAL, DEAL.replace(details=())) == []
    assert found(DEAL, other.replace(set_id="B"), other.replace(session="2")) == []


@pytest.mark.parametrize(("lacking", "said"), [(8, "C2 missing"), (9, " and 1 more missing"), (10, " 2 more missing")])
def test_up_to_eight_cards_are_named(lacking: int, said: str) -> None:
    clubs = "AKQJT98765432"[: 13 - lacking]
    message = problem(DEAL.replace(west=Hand(clubs=clubs)))
    assert message.endswith(said)
    assert message.startswith(f"the deal of board 1 is wrong: West has {13 - lacking} cards; C")


def test_what_the_number_of_a_board_says_is_in_the_finding() -> None:
    vulnerable, dealt = found(boards=(BoardFact(board="1", vulnerable="NS", dealer=Compass.SOUTH),))
    assert vulnerable.message == "board 1 has vulnerability NS, but by its number the vulnerability should be None"
    assert (vulnerable.subject, vulnerable.stated, vulnerable.computed) == ("board 1", "NS", "None")
    assert dealt.message == "board 1 has dealer S, but by its number the dealer should be N"
    assert (dealt.stated, dealt.computed) == ("S", "N")


def test_another_deal_of_the_same_board_is_said_with_where_the_first_is() -> None:
    other = DEAL.replace(north=EAST, east=NORTH)
    first = DEAL.replace(at=Place(line=5))
    (finding,) = found(first, other)
    assert finding.message == "a deal of board 1 differs from the one at line 5 in 52 cards"
    assert finding.stated == "N:.AKQJT98765432.. E:AKQJT98765432... S:..AKQJT98765432. W:...AKQJT98765432"
    assert [finding.message for finding in found(DEAL, other)] == ["a deal of board 1 differs in 52 cards"]
