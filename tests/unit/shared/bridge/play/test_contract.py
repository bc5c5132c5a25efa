"""Reading contracts, declarers and cards in the forms of real files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.bridge.play.contract import (
    PASSED_OUT,
    Contract,
    Denomination,
    ParsedCard,
    Risk,
    parse_card,
    parse_contract,
    parse_declarer,
)
from shared.bridge.play.seats import Seat
from shared.bridge.unreadable import UnreadableText

contracts = st.builds(Contract, st.integers(1, 7), st.sampled_from(Denomination), st.sampled_from(Risk))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("4H", "4H"),
        ("4Hx", "4HX"),
        ("4hX", "4HX"),
        ("4S*", "4SX"),
        ("4S**", "4SXX"),
        ("3N", "3NT"),
        ("3NT", "3NT"),
        ("3nt", "3NT"),
        ("3NTx", "3NTX"),
        ("1NX", "1NTX"),
        ("4SX", "4SX"),
        ("4SXX", "4SXX"),
        ("4 S x", "4SX"),
        (" 5d ", "5D"),
        ("2♥×", "2HX"),
        ("7 notrump redoubled", "7NTXX"),
        ("1 Spade dbl", "1SX"),
        ("6SA", "6NT"),
        ("4 No Trumps doubled", "4NTX"),
    ],
)
def test_a_contract_is_read_in_every_form_of_real_files(text, written):
    assert str(parse_contract(text)) == written


@pytest.mark.parametrize("text", ["PASS", "Pass", "pass", "AP", "All Pass", "passed out", "PASSOUT", "Passe", "P"])
def test_a_board_on_which_nobody_bid_is_passed_out(text):
    assert parse_contract(text) is PASSED_OUT


@pytest.mark.parametrize("text", ["", "   ", "-", "----", "?"])
def test_a_text_that_states_no_contract_gives_none_and_not_a_pass(text):
    assert parse_contract(text) is None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("8S", "contract-level"),
        ("0H", "contract-level"),
        ("14H", "contract-level"),
        ("4", "contract-denomination"),
        ("4Z", "contract-denomination"),
        ("4SS", "contract-denomination"),
        ("44", "contract-denomination"),
        ("S4", "contract-form"),
        ("4SXXX", "contract-denomination"),
        ("4S+1", "contract-form"),
        ("4S***", "contract-form"),
        ("nonsense", "contract-form"),
        ("4" + "S" * 100_000, "contract-form"),
        ("4" * 100_000, "contract-form"),
    ],
)
def test_nonsense_is_refused_with_a_code_and_a_short_reason(text, code):
    with pytest.raises(UnreadableText) as caught:
        parse_contract(text)
    assert caught.value.code == code
    assert caught.value.text == text
    assert len(caught.value.reason) < 150


@given(contracts)
def test_a_written_contract_reads_back(contract):
    assert parse_contract(str(contract)) == contract
    assert parse_contract(str(contract).lower()) == contract


@given(st.text(max_size=60))
def test_any_text_gives_a_contract_or_a_refusal(text):
    try:
        code = "contract-read" if parse_contract(text) else "contract-not-stated"
    except UnreadableText as refusal:
        code = refusal.code
    assert code.startswith("contract-")


def test_a_contract_outside_one_to_seven_cannot_be_made():
    with pytest.raises(ValueError, match="level"):
        Contract(8, Denomination.HEARTS)


def test_a_passed_out_board_is_written_as_pass():
    assert str(PASSED_OUT) == "Pass"


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("AC", "CA"),
        ("CA", "CA"),
        ("H10", "HT"),
        ("HT", "HT"),
        ("10H", "HT"),
        ("th", "HT"),
        ("♠A", "SA"),
        ("A♠", "SA"),
        ("♥️10", "HT"),
        ("d2", "D2"),
        ("D 4", "D4"),
        ("C-Q", "CQ"),
    ],
)
def test_a_card_is_read_with_either_half_first(text, card):
    assert parse_card(text) == ParsedCard(card)


@pytest.mark.parametrize("text", ["", " ", "-", "?"])
def test_a_text_that_states_no_card_is_no_problem(text):
    assert parse_card(text) == ParsedCard(None)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("S", "suit but no rank"),
        ("10", "rank but no suit"),
        ("A", "rank but no suit"),
        ("1H", "not a card"),
        ("SX", "not a card"),
        ("AK", "not a card"),
        ("HH", "not a card"),
        ("SA" * 50_000, "not a card"),
    ],
)
def test_a_text_that_is_no_card_comes_back_with_its_problem(text, problem):
    parsed = parse_card(text)
    assert parsed.card is None
    assert parsed.problem is not None
    assert problem in parsed.problem
    assert len(parsed.problem) < 150


@given(st.sampled_from("SHDC"), st.sampled_from("AKQJT98765432"))
def test_both_orders_of_a_card_are_the_same_card(suit, rank):
    assert parse_card(suit + rank) == parse_card(rank + suit) == ParsedCard(suit + rank)


def test_a_declarer_is_read_as_a_seat():
    assert parse_declarer("South") is Seat.SOUTH
    assert parse_declarer("s") is Seat.SOUTH
    assert parse_declarer("") is None
