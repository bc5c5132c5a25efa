"""Auctions, plays, play data and hands."""

from html import escape

import pytest

from contracts.base import Compass
from contracts.facts import PlayFact
from shared.formats.usebio.reader.parse import parse
from tests.support.objects import as_object
from tests.support.usebio_documents import board, codes, document, fixture, line, read_one
from tests.support.usebio_expected import ReadAsExpected

FACTS = read_one(fixture("hands-movement-auction-play-1.0.xml")).facts


def test_an_auction_has_its_first_bidder_its_calls_and_its_notes() -> None:
    found = FACTS.auctions[0]
    assert (found.first, found.session, found.board, found.sides.ns) == (Compass.NORTH, "1", "1", "1")
    assert [call.call for call in found.calls] == ["1S", "2D", "X", "Pass", "4S", "Pass", "Pass", "Pass"]
    assert (found.calls[2].alert, found.calls[2].note, found.calls[1].note) == ("*", "*Sputnik", None)
    assert (found.calls[4].irregularity, found.notes) == ("!", "Auction notes")


def test_a_note_of_a_round_without_alerts_belongs_to_its_last_call() -> None:
    auction = "<AUCTION><AUCTION_ROUND><BID>1S</BID><BID>Pass</BID><NOTES>slow</NOTES></AUCTION_ROUND></AUCTION>"
    (found,) = read_one(document(board(line(more=auction)))).facts.auctions
    assert [call.note for call in found.calls] == [None, "slow"]


def test_a_play_has_columns_and_a_gap_for_the_tricks_left_out() -> None:
    found = FACTS.plays[0]
    assert (found.first, found.order, found.notes) == (Compass.EAST, "columns", "Play notes")
    # East led: the first column is his.
    assert [card.card for card in found.cards] == ["S2", "SA", "H3", "SK", "-", "-", "-", "-", "S3", "SJ", "H7", "SQ"]
    assert found.cards[0].note == "Trick notes"


@pytest.mark.parametrize("number", ["0", "14", "x", "", "00001", "9999999"])
def test_a_trick_that_cannot_be_is_reported(number: str) -> None:
    play = f"<PLAY><TRICK><TRICK_NUMBER>{number}</TRICK_NUMBER><NORTH_CARD>SA</NORTH_CARD></TRICK></PLAY>"
    parsed = parse(document(board(line(more=play))))
    assert codes(parsed) == ["usebio.bad-value"]
    assert parsed.events[0].facts.plays[0].cards == ()


def test_an_auction_of_a_board_has_no_sides() -> None:
    (found,) = read_one(document(board(line(), more="<AUCTION><NOTES>all passed</NOTES></AUCTION>"))).facts.auctions
    assert (found.sides.ns, found.notes) == (None, "all passed")


def test_lin_data_give_deal_auction_and_play_and_stay() -> None:
    deal = next(deal for deal in FACTS.deals if deal.set_id is None)
    assert (deal.dealer, deal.vulnerable, deal.south.spades) == (Compass.NORTH, "None", "A5")
    assert deal.east.clubs == "T8742"
    auction, play = FACTS.auctions[1], FACTS.plays[1]
    assert (auction.source, auction.first, auction.calls[2].call, auction.calls[2].note) == (
        "LIN",
        Compass.NORTH,
        "3NT",
        "to play",
    )
    assert (play.order, [card.card for card in play.cards], play.claimed) == ("played", ["HT", "HA", "H6", "H2"], 9)
    assert FACTS.results[1].details[0].name == "LIN_DATA"


def test_the_play_of_lin_is_what_validation_makes_of_the_same_fields() -> None:
    lin = "<LIN_DATA>md|1SA,SK,SQ,SJ|pc|SA|PC| s10 |mc|9|</LIN_DATA>"
    (play,) = read_one(document(board(line(more=lin)))).facts.plays
    assert [card.card for card in play.cards] == ["SA", "ST"]
    assert PlayFact.checked(as_object(play)) == play


PBN_GAME = """[Event "Harbour Cup"]
[Board "3"]
[Dealer "S"]
[Vulnerable "EW"]
[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]
[Declarer "N"]
[Contract "7S"]
[Result "13"]
[Auction "S"]
Pass Pass 7S AP
[Play "E"]
D2 C2 S2 H2
*
"""


def pbn_line(text: str) -> str:
    return line(more=f"<PLAY_DATA format='PBN'>{escape(text)}</PLAY_DATA>")


def test_play_data_in_pbn_give_deal_auction_and_play_of_their_line_and_stay() -> None:
    facts = read_one(document(board(pbn_line(PBN_GAME), number="3"))).facts
    (deal,), (auction,), (play,) = facts.deals, facts.auctions, facts.plays
    assert (deal.board, deal.dealer, deal.vulnerable, deal.north.spades) == ("3", Compass.SOUTH, "EW", "AKQJT98765432")
    assert (auction.source, auction.first, auction.sides) == ("PBN", Compass.SOUTH, facts.results[0].sides)
    assert [call.call for call in auction.calls][:3] == ["Pass", "Pass", "7S"]
    assert (play.source, play.cards[0].card) == ("PBN", "D2")
    assert facts.results[0].details[0].name == "PLAY_DATA PBN"


@pytest.mark.parametrize("text", ["no game at all", "[Deal nonsense"])
def test_pbn_that_cannot_be_read_is_kept_and_reported(text: str) -> None:
    parsed = parse(document(board(pbn_line(text))))
    assert codes(parsed) == ["usebio.lin-unreadable"]
    assert parsed.events[0].facts.results[0].details[0].value == text


def test_play_data_in_another_format_stay_as_they_are() -> None:
    (event,) = parse(document(board(line(more="<PLAY_DATA format='RBN'>D 20310504</PLAY_DATA>")))).events
    (detail,) = event.facts.results[0].details
    assert (detail.name, detail.value) == ("PLAY_DATA RBN", "D 20310504")


def test_the_deal_of_a_board_is_kept_once_and_another_one_apart() -> None:
    lin = "<LIN_DATA>md|1SA,SK,SQ,{}|</LIN_DATA>"
    lines = [line(ns=str(n), more=lin.format(hand)) for n, hand in enumerate(("SJ", "SJ", "ST"))]
    deals = read_one(document(board(*lines))).facts.deals
    assert [(deal.set_id, deal.east.spades) for deal in deals] == [(None, "J"), ("LIN 2", "T")]


def test_a_deal_with_a_card_twice_is_more_than_lin_that_cannot_be_read() -> None:
    parsed = parse(document(board(line(more="<LIN_DATA>md|1SAK,SA,SQ,|</LIN_DATA>"))))
    assert codes(parsed) == ["usebio.lin-deal"]


def test_lin_that_cannot_be_read_is_kept_and_reported() -> None:
    parsed = parse(document(board(line(more="<LIN_DATA>mb|9S|</LIN_DATA>"))))
    assert codes(parsed) == ["usebio.lin-unreadable"]
    assert parsed.events[0].facts.results[0].details[0].value == "mb|9S|"


def test_hands_are_read_by_seat_with_voids_and_tens() -> None:
    one, two = (deal for deal in FACTS.deals if deal.set_id == "Red")
    assert (one.north.spades, one.east.clubs, one.west.hearts) == ("KQJT", "T8742", "T9")
    assert one.details[0].value == "0"
    assert (two.north.spades, two.north.hearts, two.north.diamonds, two.south) == ("", "", "AKQJT98", None)


def test_hands_outside_belong_to_the_only_session() -> None:
    assert {deal.session for deal in FACTS.deals} == {"1"}


@pytest.mark.parametrize(
    ("inside", "code"),
    [
        ("<BOARD><HAND/></BOARD>", "usebio.missing-required"),
        ("<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><HAND><DIRECTION>Up</DIRECTION></HAND></BOARD>", "usebio.bad-value"),
        (f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{line()}</BOARD>", "usebio.missing-required"),
    ],
)
def test_what_a_handset_cannot_hold_is_reported(inside: str, code: str) -> None:
    assert codes(parse(document(f"<HANDSET>{inside}</HANDSET>"))) == [code]


def test_a_play_keeps_who_led_each_trick() -> None:
    def trick(number: int, leader: str) -> str:
        return f"<TRICK><TRICK_NUMBER>{number}</TRICK_NUMBER><DIRECTION>{leader}</DIRECTION></TRICK>"

    play = f"<PLAY>{trick(1, 'West')}{trick(3, 'north')}</PLAY>"
    (found,) = read_one(document(board(line(more=play)))).facts.plays
    assert (found.first, found.leaders) == (Compass.WEST, (Compass.WEST, None, Compass.NORTH))
    (alone,) = read_one(document(board(line(more=f"<PLAY>{trick(1, 'West')}</PLAY>")))).facts.plays
    assert (alone.first, alone.leaders) == (Compass.WEST, ())


def test_a_leader_who_sits_nowhere_is_reported() -> None:
    play = "<PLAY><TRICK><TRICK_NUMBER>2</TRICK_NUMBER><DIRECTION>Up</DIRECTION></TRICK></PLAY>"
    assert codes(parse(document(board(line(more=play))))) == ["usebio.bad-value"]


def test_bidders_hands_and_tricks_that_cannot_be_are_kept_and_reported() -> None:
    bidders = "".join(f"<DIRECTION>{seat}</DIRECTION>" for seat in ("North", "South"))
    auction = f"<AUCTION><BIDDER_SEQUENCE>{bidders}</BIDDER_SEQUENCE></AUCTION>"
    trick = "<TRICK><TRICK_NUMBER>{}</TRICK_NUMBER><NORTH_CARD>{}</NORTH_CARD></TRICK>"
    play = f"<PLAY>{trick.format(1, 'SA')}{trick.format(1, 'SK')}{trick.format(14, 'SQ')}</PLAY>"
    hand = "<HAND><DIRECTION>{}</DIRECTION><SPADES>{}</SPADES></HAND>"
    hands = hand.format("North", "AK") + hand.format("N", "QJ") + hand.format("Up", "T9")
    parsed = parse(document(board(line(more=auction + play), more=hands)))
    facts = parsed.events[0].facts
    assert codes(parsed) == ["usebio.bad-value"] * 5
    kept = " ".join(one.value for one in facts.extensions)
    assert all(text in kept for text in ("<DIRECTION>South</DIRECTION>", "SK", "SQ", "QJ", "T9"))
    assert facts.plays[0].cards[0].card == "SA"
    assert (facts.deals[0].north.spades, facts.auctions[0].first) == ("AK", None)


def test_lin_without_calls_or_cards_gives_the_deal_alone() -> None:
    facts = read_one(document(board(line(more="<LIN_DATA>md|1SA,SK,SQ,SJ|</LIN_DATA>")))).facts
    assert (len(facts.deals), facts.auctions, facts.plays) == (1, (), ())
    called = read_one(document(board(line(more="<LIN_DATA>mb|1S|</LIN_DATA>")))).facts
    assert (called.deals, len(called.auctions), called.plays) == ((), 1, ())
    claimed = read_one(document(board(line(more="<LIN_DATA>mc|9|</LIN_DATA>")))).facts
    assert (claimed.deals, claimed.auctions, [play.claimed for play in claimed.plays]) == ((), (), [9])


class TestOddDocuments(ReadAsExpected):
    parts = ("auctions", "plays", "deals")


@pytest.mark.parametrize(("blanks", "first"), [(0, Compass.NORTH), (1, Compass.EAST), (3, Compass.WEST)])
def test_blanks_before_the_first_call_stand_for_the_players_before_the_dealer(blanks: int, first: Compass) -> None:
    seats = "".join(f"<DIRECTION>{seat}</DIRECTION>" for seat in ("North", "East", "South", "West"))
    calls = "<BID></BID>" * blanks + "<BID>1S</BID>"
    auction = f"<BIDDER_SEQUENCE>{seats}</BIDDER_SEQUENCE><AUCTION_ROUND>{calls}</AUCTION_ROUND>"
    (found,) = read_one(document(board(line(more=f"<AUCTION>{auction}</AUCTION>")))).facts.auctions
    assert (found.first, [call.call for call in found.calls]) == (first, ["1S"])
