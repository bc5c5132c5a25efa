"""What is known of a board, and texts read once."""

import pytest

from contracts.base import Compass
from contracts.facts import BoardFact, DealFact, Facts, Hand
from services.validation.domain.conditions import (
    Conditions,
    cards_of,
    expected_dealer,
    expected_vulnerability,
    hands_of,
    number_of,
    points_of,
    read_card,
    read_contract,
    read_declarer,
)
from shared.bridge.play.board_cycle import Vulnerability
from shared.bridge.play.seats import Seat
from tests.support.fragments import result


@pytest.mark.parametrize(
    ("board", "number"),
    [("7", 7), ("0", None), ("9999", 9999), ("A", None), ("7a", None), ("10000", None), ("²", None), ("", None)],
)
def test_a_board_has_a_number_where_its_name_is_one(board: str, number: int | None) -> None:
    assert number_of(board) == number


def test_dealer_and_vulnerability_go_with_the_number() -> None:
    assert expected_vulnerability("13") is Vulnerability.ALL
    assert expected_dealer("13") is Seat.NORTH
    assert expected_vulnerability("B1") is None
    assert expected_dealer("B1") is None


def test_the_vulnerability_of_the_board_counts_before_that_of_the_deal_and_that_of_the_number() -> None:
    facts = Facts(boards=(BoardFact(board="1", vulnerable="NS"),), deals=(DealFact(board="1", vulnerable="EW"),))
    found = Conditions(facts).vulnerabilities(result("1", "1", "2"))
    assert found == (Vulnerability.NS, Vulnerability.EW, Vulnerability.NONE)


def test_the_same_vulnerability_from_several_sources_is_one() -> None:
    facts = Facts(boards=(BoardFact(board="1", vulnerable="None"),))
    assert Conditions(facts).vulnerabilities(result("1", "1", "2")) == (Vulnerability.NONE,)


def test_a_board_without_number_or_statement_has_no_vulnerability() -> None:
    assert Conditions(Facts()).vulnerabilities(result("red", "1", "2")) == ()


def test_hands_are_those_of_the_section_else_of_the_session_else_of_the_event() -> None:
    own, of_session, of_event = (
        DealFact(session="1", section="A", board="1"),
        DealFact(session="1", board="1"),
        DealFact(board="1"),
    )
    conditions = Conditions(Facts(deals=(of_event, of_session, own)))
    assert conditions.deals("1", "A", "1") == [own]
    assert conditions.deals("1", "B", "1") == [of_session]
    assert conditions.deals("2", "A", "1") == [of_event]
    assert conditions.deals("2", "A", "2") == []


def test_points_are_those_of_the_contract_only_where_all_of_it_can_be_read() -> None:
    assert points_of("4S", "N", 10, Vulnerability.NS) == 620
    assert points_of("4Sx", "East", 9, Vulnerability.NS) == 100
    assert points_of("4Sx", "North", 6, Vulnerability.EW, old_doubled_undertricks=True) == -700
    assert points_of("4S", "N", 14, Vulnerability.NS) is None
    assert points_of("9S", "N", 10, Vulnerability.NS) is None
    assert points_of("4S", "?", 10, Vulnerability.NS) is None
    assert points_of("PASS", "N", 10, Vulnerability.NS) is None


def test_texts_that_cannot_be_read_say_why() -> None:
    assert read_contract("4S")[1] is None
    assert read_contract("")[1] is None
    assert "level" in (read_contract("9S")[1] or "")
    assert read_declarer("West") == (Seat.WEST, None)
    assert read_declarer("Q")[1]
    assert read_card("10H").card == "HT"


def test_cards_of_a_hand_are_suit_and_rank_however_they_are_written() -> None:
    assert cards_of(Hand(spades="A 10 2", hearts="-", diamonds="", clubs="kq")) == ("SA", "ST", "S2", "CK", "CQ")


def test_hands_that_are_not_given_are_left_out() -> None:
    assert list(hands_of(DealFact(board="1", south=Hand(spades="A")))) == [Compass.SOUTH]
