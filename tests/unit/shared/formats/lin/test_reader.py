"""LIN records."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.base import Compass
from shared.formats.lin.reader import read

RECORD = (
    "pn|s,w,n,e|st||md|3SA5HKQ42D8764CAQ3,S98732HT9DQJTCKJ5,SKQJTHAJ53DAK2C96,|rh||ah|Board 7|sv|b|"
    "mb|1N!|an|15-17|mb|p|mb|3N|mb|d|mb|r|mb|p|mb|p|mb|p|pg||pc|HT|pc|H10|pc|h2|mc|9|nt|nice|pg||"
)


def test_a_record_has_deal_auction_and_play() -> None:
    found = read(RECORD)
    assert (found.board, found.dealer, found.vulnerable, found.claimed) == ("7", Compass.NORTH, "All", 9)
    assert found.names == ("s", "w", "n", "e")
    assert [call.call for call in found.calls] == ["1NT", "Pass", "3NT", "X", "XX", "Pass", "Pass", "Pass"]
    assert (found.calls[0].alert, found.calls[0].note, found.calls[1].alert) == ("!", "15-17", None)
    assert [card.card for card in found.cards] == ["HT", "HT", "H2"]
    assert found.problems == []


def test_the_hand_that_is_left_out_is_the_rest_of_the_pack() -> None:
    hands = read(RECORD).hands
    assert (hands[Compass.SOUTH].spades, hands[Compass.NORTH].clubs) == ("A5", "96")
    east = hands[Compass.EAST]
    assert (east.spades, east.hearts, east.diamonds, east.clubs) == ("64", "876", "953", "T8742")
    assert (
        sum(len(suit) for hand in hands.values() for suit in (hand.spades, hand.hearts, hand.diamonds, hand.clubs))
        == 52
    )


def test_a_percent_encoded_record_reads_as_the_plain_one() -> None:
    encoded = RECORD.replace(",", "%2C").replace(" ", "%20")
    assert read(encoded) == read(RECORD)


@pytest.mark.parametrize(
    ("digit", "dealer"),
    [("1", Compass.SOUTH), ("2", Compass.WEST), ("3", Compass.NORTH), ("4", Compass.EAST), ("7", None)],
)
def test_the_digit_before_the_hands_is_the_dealer(digit: str, dealer: Compass | None) -> None:
    assert read(f"md|{digit}SA,SK|").dealer == dealer


@pytest.mark.parametrize(
    ("letter", "vulnerable"), [("o", "None"), ("n", "NS"), ("e", "EW"), ("b", "All"), ("0", "None"), ("z", None)]
)
def test_vulnerability_is_a_letter(letter: str, vulnerable: str | None) -> None:
    assert read(f"sv|{letter}|").vulnerable == vulnerable


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("md|1SA,SA|", "a card is in the deal twice"),
        ("md|1SAX,SK|", "'SAX' is not a hand"),
        ("mb|8C|", "'8C' is not a call"),
        ("pc|S1|", "'S1' is not a card"),
        ("mc|14|", "'14' is not a number of tricks"),
        ("an|what|", "an explanation stands before the first call"),
        ("mb|1C!|an|strong|an||an|clubs|", "'clubs' is a second explanation of a call, or one too many"),
        ("mb|p|an|x|" * 65, "'x' is a second explanation of a call, or one too many"),
        ("pc|SA|" * 53, "'SA' is not a card"),
    ],
)
def test_what_does_not_fit_is_a_problem_in_words(text: str, problem: str) -> None:
    assert read(text).problems == [problem]


def test_a_hand_is_not_made_up_when_the_others_are_not_full() -> None:
    assert Compass.EAST not in read("md|1SA,SK,SQ,|").hands


def test_a_record_without_end_is_cut() -> None:
    found = read("mb|p|" * 20_000)
    assert len(found.calls) == 319
    assert len(found.problems) == 20


def test_after_twenty_problems_the_rest_is_not_read() -> None:
    found = read("mb|9C|" * 20 + "mb|1C|pc|SA|")
    assert (len(found.problems), found.calls, [card.card for card in found.cards]) == (20, [], [])
    assert read("mb|9C|" * 19 + "pc|SA|").cards[0].card == "SA"
    assert read("mb|1C|an|first|an|second|").calls[0].note == "first"


@given(st.text(max_size=400))
def test_any_text_gives_a_record(text: str) -> None:
    assert len(read(text).cards) <= 52


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["md", "mb", "pc", "an", "sv", "mc", "ah", "zz"]), st.text("12SHDCAKQJTx,!NP%", max_size=12)
        )
    )
)
def test_any_fields_give_a_record(fields: list[tuple[str, str]]) -> None:
    record = read("|".join(f"{code}|{value}" for code, value in fields))
    assert all(card.card[0] in "SHDC" for card in record.cards)


def test_the_hand_that_is_left_out_may_be_any_of_the_four() -> None:
    full = [f"{suit}AKQJT98765432" for suit in "SHDC"]
    seats = (Compass.SOUTH, Compass.WEST, Compass.NORTH, Compass.EAST)
    for number, suit in enumerate(("spades", "hearts", "diamonds", "clubs")):
        record = read(f"md|1{','.join(full[:number])}{',' if number else ''},{','.join(full[number + 1 :])}|")
        assert (record.problems, getattr(record.hands[seats[number]], suit)) == ([], "AKQJT98765432")
    assert len(read(f"md|1{full[0]},{full[1]},{full[2][:-1]},|").hands) == 3
    assert len(read(f"md|1{full[0]},{full[1]},|").hands) == 2


def test_ranks_of_a_hand_stand_in_descending_order() -> None:
    hand = read("md|1S2A10H3K,|").hands[Compass.SOUTH]
    assert (hand.spades, hand.hearts, hand.diamonds) == ("AT2", "K3", "")
    assert read("md|1 S A, |").hands[Compass.SOUTH].spades == "A"
    assert read("md|1AS,|").problems == ["'AS' is not a hand"]


def test_a_deal_without_a_dealer_begins_with_its_hands() -> None:
    record = read("md|SA,SK|")
    assert (record.dealer, record.hands[Compass.SOUTH].spades) == (None, "A")
    assert read("md|9SA,SK|").hands[Compass.WEST].spades == "K"


@pytest.mark.parametrize(
    ("word", "call"),
    [
        *(("p", "Pass"), ("PASS", "Pass"), ("d", "X"), ("dbl", "X"), ("x", "X"), ("r", "XX"), ("rdbl", "XX")),
        *(("xx", "XX"), ("7nt", "7NT"), ("1N", "1NT"), ("1c", "1C")),
    ],
)
def test_a_call_has_the_words_of_the_platforms(word: str, call: str) -> None:
    assert [(made.call, made.alert) for made in read(f"mb|{word}|mb|{word}!|").calls] == [(call, None), (call, "!")]


def test_codes_and_values_may_have_blanks_and_capitals() -> None:
    record = read(" MB | 1c |PC| ha |Pc|s10|")
    assert ([call.call for call in record.calls], [card.card for card in record.cards]) == (["1C"], ["HA", "ST"])


def test_a_claim_is_at_most_thirteen_tricks() -> None:
    assert [read(f"mc|{text}|").claimed for text in ("0", "13", "007", "14", "x", "1300")] == [
        0,
        13,
        7,
        None,
        None,
        None,
    ]


def test_fifty_two_cards_and_sixty_four_explanations_are_read() -> None:
    assert len(read("pc|SA|" * 52).cards) == 52
    assert read("pc|SA|" * 52).problems == []
    explained = read("mb|p|an|x|" * 64)
    assert (len(explained.calls), explained.problems, explained.calls[-1].note) == (64, [], "x")
    assert len(read("mb|p|" * 319).calls) == 319
    assert read("mb|p|" * 319).problems == []
    assert read("mb|p|" * 320).problems == ["'p' is not a call"]


def test_a_record_of_the_longest_length_is_whole() -> None:
    assert read("nt|" + "x" * (16_384 - 3)).problems == []
    assert read("nt|" + "x" * (16_384 - 2)).problems == ["the record has 16385 characters; only 16384 were read"]


def test_names_and_boards_are_cut_to_what_is_carried() -> None:
    record = read(f"pn|{'a' * 300},b,c,d,e|ah|Board {'7' * 99}|")
    assert ([len(name) for name in record.names], len(record.board or "")) == ([200, 1, 1, 1], 64)
    assert read("ah|Board |").board is None
    assert read("an||mb|1C|an||").problems == []


def test_a_problem_quotes_the_first_twenty_characters() -> None:
    long = "x" * 30
    for code, problem in (("mb", "call"), ("pc", "card"), ("mc", "number of tricks")):
        assert read(f"{code}|{long}|").problems == [f"'{'x' * 20}' is not a {problem}"]
    assert read(f"mb|1C|an|a|an|{long}|").problems[0].startswith(f"'{'x' * 20}' is a second")
    assert read(f"md|1{'x' * 50}|").problems == [f"'{'x' * 40}' is not a hand"]
