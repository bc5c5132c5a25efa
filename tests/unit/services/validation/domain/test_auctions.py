"""Auctions of tables: legal calls, and the contract and declarer that they give."""

import pytest

from contracts.base import Compass, FileFormat, Place
from contracts.codes import validation as codes
from contracts.facts import AuctionFact, Call, DealFact, Hand, PlayedCard, PlayFact, ResultFact
from contracts.findings import Finding
from services.validation.domain import auctions
from services.validation.domain.case import Case
from tests.support.fragments import fragment, result

AT = Place(line=7)
LINE = result("1", "3", "8", contract="4S", declarer="N")


def auction(calls: str, first: Compass | None = Compass.NORTH, line: ResultFact = LINE) -> AuctionFact:
    made = tuple(Call(call=call) for call in calls.split())
    return AuctionFact(at=AT, board=line.board, sides=line.sides, first=first, calls=made)


def found(*made: AuctionFact, lines: tuple[ResultFact, ...] = (LINE,), form: FileFormat = "usebio") -> list[Finding]:
    case = Case(fragment("f", results=lines, auctions=made, file_format=form))
    return [finding for rule in auctions.RULES for finding in rule(case)]


@pytest.mark.parametrize(
    "calls",
    [
        "1S Pass 4S Pass Pass Pass",
        "1s p 4s p p p",
        "- 1S Pass 2S Pass 4S AP",
        "1S Pass 4S Pass Pass Pass - -",
        "1S Pass 4S Pass *",
        "1H Pass +",
        "1H",
    ],
)
def test_an_auction_that_is_legal_and_has_the_contract_of_its_line_is_right(calls: str) -> None:
    first = Compass.WEST if calls.startswith("-") else Compass.NORTH
    assert found(auction(calls, first)) == []


@pytest.mark.parametrize(
    ("calls", "reason"),
    [
        ("1S 1H", "1H by E is not higher than 1S"),
        ("X", "N doubles, but the last bid is not one of the opponents"),
        ("1S Pass XX", "S redoubles, but the opponents have not doubled the last bid"),
        ("Pass Pass Pass Pass 1C", "1C is called after the auction has ended"),
        ("8S", "'8S' is not a call"),
    ],
)
def test_a_call_that_is_not_allowed_is_found_at_its_auction(calls: str, reason: str) -> None:
    (finding,) = found(auction(calls))
    assert (finding.code, finding.place, finding.subject) == (codes.CALL_NOT_ALLOWED.code, AT, "board 1")
    assert (finding.message, finding.stated) == (f"3 against 8 on board 1: {reason}", calls)


@pytest.mark.parametrize(
    ("calls", "ends"),
    [("Pass Pass 4H AP", "4H by S"), ("Pass Pass 4S AP", "4S by S"), ("4S X AP", "4SX by N"), ("AP", "Pass")],
)
def test_another_contract_or_declarer_is_found_at_the_line(calls: str, ends: str) -> None:
    (finding,) = found(auction(calls))
    assert (finding.code, finding.stated, finding.computed) == (codes.CONTRACT_NOT_OF_AUCTION.code, "4S by N", ends)
    assert finding.message == f"3 against 8 on board 1: the result is of 4S by N, but the auction ends in {ends}"


def test_a_line_that_leaves_out_contract_or_declarer_is_compared_as_far_as_it_goes() -> None:
    assert found(auction("AP"), lines=(LINE.replace(contract="Pass"),)) == []
    assert found(auction("4H AP"), lines=(LINE.replace(contract=None),)) == []
    assert found(auction("Pass 4S AP"), lines=(LINE.replace(declarer=None),)) == []


def test_without_a_dealer_the_board_says_who_is_and_nothing_says_who_declares() -> None:
    assert found(auction("1S Pass 4S AP", None), lines=(LINE.replace(declarer="W"),)) == []
    assert len(found(auction("1S 1H", None))) == 1
    assert found(auction("1S 1H", None, LINE.replace(board="A"))) == []


def test_an_auction_of_no_line_or_of_two_is_compared_with_none() -> None:
    assert found(auction("4H AP"), lines=()) == []
    assert found(auction("4H AP"), lines=(LINE, LINE.replace(part=1))) == []


def test_a_turn_that_was_left_out_says_nothing() -> None:
    skipped = Call(call="-", irregularity="S")
    made = auction("1S 1H").replace(calls=(Call(call="1S"), skipped, Call(call="1H")))
    assert found(made) == []


def test_a_format_whose_reader_checks_its_auctions_is_not_asked_again() -> None:
    assert found(auction("1S 1H"), form="pbn") == []


DEAL = DealFact(
    board="1",
    north=Hand(spades="AK", hearts="2"),
    east=Hand(spades="QJ", hearts="3"),
    south=Hand(spades="T9", diamonds="2"),
    west=Hand(spades="87", diamonds="3"),
)


def played(
    cards: str, *, claimed: int | None = None, deals: tuple[DealFact, ...] = (DEAL,), **line: object
) -> list[str]:
    own = LINE.replace(**line)
    made = tuple(PlayedCard(card=card) for card in cards.split())
    play = PlayFact(at=AT, board="1", sides=own.sides, order="played", cards=made, claimed=claimed)
    case = Case(fragment("f", results=(own,), plays=(play,), deals=deals, file_format="usebio"))
    return [f"{finding.code} {finding.message.partition(': ')[2]}" for finding in auctions.plays_legal(case)]


def test_play_in_order_is_followed_and_its_first_fault_is_told() -> None:
    assert played("SQ ST S8 SA SK SJ S9 S7") == []
    assert played("SQ D2 S8 SA SK H3 S9 S7") == ["validation.card-not-allowed S plays D2 but could follow suit (S)"]
    assert played("SQ SA S8 ST") == ["validation.card-not-allowed S plays SA but was not dealt it"]


def test_play_is_not_judged_where_the_deal_is_unknown_or_another_or_one_of_several_fits() -> None:
    assert played("SQ D2 S8 SA", deals=()) == []
    assert played("SA D2 S8 SQ") == [], "the leader does not hold the lead, which is another rule's"
    assert played("SQ D2 S8 SA", contract="Pass") == []
    other = DEAL.replace(south=Hand(diamonds="2"), set_id="2")
    assert played("SQ D2 S8 SA", deals=(DEAL, other)) == []


def test_the_lead_and_the_tricks_of_a_line_are_those_of_its_play() -> None:
    assert played("SQ ST S8 SA", lead="SJ", tricks=10, claimed=9) == [
        "validation.lead-not-played the line has the lead SJ, but the play begins with SQ",
        "validation.tricks-not-claimed the line has 10 tricks, but the play ends with a claim of 9",
    ]
    assert played("SQ ST S8 SA", lead="SQ", tricks=10, claimed=10) == []
