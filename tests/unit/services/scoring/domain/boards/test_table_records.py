"""Auction and play of a table, as the line of its traveller has them."""

from contracts.base import Compass
from contracts.facts import AuctionFact, Call, DealFact, Facts, PlayedCard, PlayFact, ResultFact, Sides
from contracts.facts.results import total_points
from services.scoring.domain.boards.table_records import NOTHING, TableRecord, by_board, record_of
from tests.support.deals import MADE_UP

SIDES = Sides(ns="1", ew="2")
DEAL = DealFact(board="7", north=MADE_UP.north, east=MADE_UP.east, south=MADE_UP.south, west=MADE_UP.west)
TRICK = ("S6", "S4", "S3", "S2")


def result(contract: str | None = "4S", declarer: str | None = "S", table: str | None = None) -> ResultFact:
    score = total_points(420)
    return ResultFact(
        board="7", table=table, sides=SIDES, contract=contract, declarer=declarer, ns_score=score, ew_score=score
    )


def auction(*calls: str | Call, first: str | None = "S", table: str | None = None) -> AuctionFact:
    made = tuple(call if isinstance(call, Call) else Call(call=call) for call in calls)
    return AuctionFact(board="7", table=table, sides=SIDES, first=Compass(first) if first else None, calls=made)


def play(*cards: str, **fields: object) -> PlayFact:
    return PlayFact(board="7", sides=SIDES, cards=tuple(PlayedCard(card=card) for card in cards)).replace(**fields)


def recorded(
    *facts: AuctionFact | PlayFact, line: ResultFact | None = None, deal: DealFact | None = DEAL
) -> TableRecord:
    auctions = tuple(fact for fact in facts if isinstance(fact, AuctionFact))
    plays = tuple(fact for fact in facts if isinstance(fact, PlayFact))
    boards = by_board(Facts(auctions=auctions, plays=plays))
    return record_of(line or result(), boards[None, "7"], Compass.SOUTH, deal)


def test_a_record_belongs_to_the_line_of_its_table() -> None:
    facts = (auction("1S", "AP", table="3"), play(*TRICK, order="played", table="3"))
    assert recorded(*facts) == NOTHING
    assert recorded(*facts, line=result(table="3")).calls == ("1S", "Pass", "Pass", "Pass")
    assert recorded(*facts, line=result(table="3")).cards == TRICK


def test_calls_stand_from_the_dealers_turn_on() -> None:
    assert recorded(auction("1S", "Pass", first="N")).calls == ("-", "-", "1S", "Pass")
    assert recorded(auction("-", "p", "D", first=None)).calls == ("-", "Pass", "X")


def test_all_pass_stands_for_the_passes_that_end_the_auction() -> None:
    assert recorded(auction("AP")).calls == ("Pass",) * 4
    assert recorded(auction("Pass", "1C", "Pass", "AP")).calls == ("Pass", "1C", "Pass", "Pass", "Pass")


def test_what_was_said_of_a_call_stands_behind_it() -> None:
    calls = (Call(call="1NT", note="15-17"), Call(call="2C", alert="Y"), Call(call="2D", alert="N"), Call(call="*"))
    assert recorded(auction(*calls)).calls == ("1NT! 15-17", "2C!", "2D")


def test_cards_come_in_the_order_of_play_whichever_way_a_file_has_them() -> None:
    west_wins = (*TRICK, "H3", "HK", "H8", "H5")
    assert recorded(play(*west_wins, order="played", claimed=9)) == TableRecord(cards=west_wins, claimed=9)
    assert recorded(play(*west_wins, first=Compass.WEST)) == TableRecord(cards=west_wins)
    from_north = play("S4", "S3", "S2", "S6", "HK", "H8", "H5", "H3", first=Compass.NORTH)
    assert recorded(from_north, deal=None) == TableRecord(cards=west_wins)
    south_wins = play("S6", "S4", "S3", "ST", "H3", "HK", "H8", "H5", first=Compass.WEST)
    assert recorded(south_wins).cards == ("S6", "S4", "S3", "ST", "H5", "H3", "HK", "H8")


def test_a_card_that_was_not_dealt_ends_the_play_and_is_named() -> None:
    assert recorded(play("S6", "S4", "D3", "S2", order="played")) == TableRecord(
        cards=("S6", "S4"), broken_off="E plays D3 but was not dealt it"
    )


def test_play_without_a_contract_or_declarer_is_not_followed() -> None:
    assert recorded(play(*TRICK), line=result(None)).broken_off == "the contract is not known"
    assert recorded(play(*TRICK), line=result("4Z")).broken_off == "the contract is not known"
    assert recorded(play(*TRICK), line=result(declarer=None)).broken_off == "declarer is not known"
    assert recorded(play(*TRICK), line=result("Pass")).cards == ()
