"""AUCTION, PLAY, HANDSET and MOVEMENT as written."""

import pytest

from contracts.base import Compass
from contracts.facts import (
    AuctionFact,
    Call,
    DealFact,
    Facts,
    Hand,
    MovementFact,
    MovementLine,
    PlayedCard,
    PlayFact,
    Sides,
)
from shared.formats.usebio.writer.cards import auction, handsets, movement, play
from shared.formats.usebio.writer.markup import Markup
from shared.formats.usebio.writer.render import render
from tests.support.usebio_documents import board, document, line, merged, plain, read_one
from tests.support.usebio_expected import WrittenAsExpected


def lines(markup: Markup) -> list[str]:
    return [part.strip() for part in markup.finish().decode().splitlines()[1:]]


def test_an_auction_begins_with_the_first_bidder_and_has_rounds_of_four() -> None:
    markup = Markup((1, 4), ())
    calls = tuple(Call(call=call) for call in ("1S", "Pass", "2S", "Pass", "Pass", "Pass"))
    auction(AuctionFact(board="1", first=Compass.WEST, calls=calls), markup)
    text = lines(markup)
    assert text[2:6] == [f"<DIRECTION>{seat}</DIRECTION>" for seat in ("West", "North", "East", "South")]
    assert [part for part in text if "ROUND" in part].count("<AUCTION_ROUND>") == 2


def test_a_play_leaves_out_what_is_not_known() -> None:
    markup = Markup((1, 4), ())
    cards = tuple(PlayedCard(card=card) for card in ("SA", "-", "S2", "S3", "-", "-", "-", "-"))
    play(PlayFact(board="1", first=Compass.NORTH, cards=cards), markup)
    assert lines(markup) == [
        "<PLAY>",
        "<TRICK>",
        "<TRICK_NUMBER>1</TRICK_NUMBER>",
        "<DIRECTION>North</DIRECTION>",
        "<NORTH_CARD>SA</NORTH_CARD>",
        "<SOUTH_CARD>S2</SOUTH_CARD>",
        "<WEST_CARD>S3</WEST_CARD>",
        "</TRICK>",
        "</PLAY>",
    ]


def deals(*facts: DealFact, told: set[tuple[str | None, str]] | None = None) -> tuple[list[str], Markup]:
    markup = Markup((1, 4), ())
    with markup.element("USEBIO"):
        handsets(Facts(deals=facts), None, told or set(), markup)
    return lines(markup), markup


def test_deals_are_written_by_set_in_the_order_of_boards() -> None:
    hand = Hand(spades="AK", clubs="2")
    text, _ = deals(
        DealFact(board="10", north=hand, set_id="Red"),
        DealFact(board="2", west=hand, set_id="Red"),
        DealFact(board="1", south=hand),
    )
    assert [part for part in text if part.startswith(("<HANDSET", "<BOARD_NUMBER"))] == [
        '<HANDSET HANDSET_ID="Red">',
        "<BOARD_NUMBER>2</BOARD_NUMBER>",
        "<BOARD_NUMBER>10</BOARD_NUMBER>",
        "<HANDSET>",
        "<BOARD_NUMBER>1</BOARD_NUMBER>",
    ]
    at = text.index("<DIRECTION>West</DIRECTION>")
    assert text[at + 1 : at + 3] == ["<SPADES>AK</SPADES>", "<HEARTS></HEARTS>"]


def test_a_deal_that_a_line_tells_as_lin_is_not_told_again() -> None:
    text, _ = deals(DealFact(board="1", north=Hand(spades="A")), told={(None, "1")})
    assert text == ["<USEBIO>", "</USEBIO>"]
    text, _ = deals(DealFact(board="1", north=Hand(spades="A"), set_id="Red"), told={(None, "1")})
    assert "<SPADES>A</SPADES>" in text


def test_a_movement_has_a_line_for_each_table_and_round() -> None:
    markup = Markup((1, 4), ())
    line = MovementLine(round=5, table="6", sides=Sides(ns="11", ew="14"), first_board="31", last_board="33")
    movement(MovementFact(id="x", kind="pairs", name="M", lines=(line,)), markup)
    assert lines(markup) == [
        '<MOVEMENT MOVEMENT_TYPE="PAIRS">',
        "<MOVEMENT_NAME>M</MOVEMENT_NAME>",
        "<MOVEMENT_LINE>",
        "<TABLE_NUMBER>6</TABLE_NUMBER>",
        "<ROUND_NUMBER>5</ROUND_NUMBER>",
        "<START_BOARD_NUMBER>31</START_BOARD_NUMBER>",
        "<END_BOARD_NUMBER>33</END_BOARD_NUMBER>",
        "<NS_PAIR_NUMBER>11</NS_PAIR_NUMBER>",
        "<EW_PAIR_NUMBER>14</EW_PAIR_NUMBER>",
        "</MOVEMENT_LINE>",
        "</MOVEMENT>",
    ]


def test_who_led_each_trick_is_written_where_it_is_known() -> None:
    markup = Markup((1, 4), ())
    cards = tuple(PlayedCard(card=card) for card in ("SA", "S2", "S3", "S4", "-", "-", "-", "-", "HA", "-", "-", "-"))
    leaders = (Compass.NORTH, None, Compass.WEST)
    play(PlayFact(board="1", first=Compass.NORTH, leaders=leaders, cards=cards), markup)
    text = lines(markup)
    assert [part for part in text if "NUMBER" in part or "DIRECTION" in part] == [
        "<TRICK_NUMBER>1</TRICK_NUMBER>",
        "<DIRECTION>North</DIRECTION>",
        "<TRICK_NUMBER>3</TRICK_NUMBER>",
        "<DIRECTION>West</DIRECTION>",
    ]


@pytest.mark.parametrize("place", ["{}", "<SESSION SESSION_ID='1'>{}</SESSION>"])
@pytest.mark.parametrize("version", ["1.4", "1.2"])
def test_a_kind_of_movement_that_usebio_does_not_have_is_written_back(version: str, place: str) -> None:
    plan = '<MOVEMENT MOVEMENT_TYPE="HOWELL"><MOVEMENT_NAME>H4</MOVEMENT_NAME></MOVEMENT>'
    event = read_one(document(place.format(plan + board(line()))))
    written = render(merged(event), version=version, values="stated")  # type: ignore[arg-type]
    assert written.losses == ()
    again = read_one(written.data)
    assert plain(again.facts) == plain(event.facts)
    assert [(kept.name, kept.value) for kept in again.facts.extensions] == [("MOVEMENT_TYPE", "HOWELL")]


def test_what_hangs_on_hands_inside_an_event_is_written_back_with_them() -> None:
    hand = "<HAND><DIRECTION>North</DIRECTION><SPADES>AK</SPADES></HAND>"
    hands = f'<HANDSET mood="calm"><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{hand}<GLUE>1</GLUE></BOARD></HANDSET>'
    event = read_one(document(hands + board(line())))
    written = render(merged(event), values="stated")
    assert written.losses == ()
    assert plain(read_one(written.data).facts) == plain(event.facts)


class TestOddDocuments(WrittenAsExpected):
    """Every odd document."""
