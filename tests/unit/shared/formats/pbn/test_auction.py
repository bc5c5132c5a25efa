"""The auction section: turns, endings, irregularities, and the contract that it gives."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from shared.bridge.play.auction import BIDS
from tests.support.pbn_games import codes, found, made_up, read_games


def said(auction: str, head: str = '[Dealer "N"]\n', first: str = "N"):
    text = f'{head}[Auction "{first}"]\n{auction}\n'
    # Behind an empty line the game may be read as a whole; it gives the same findings.
    assert found(text + "\n") == found(text)
    return [(code, line) for code, line in found(text) if code != "note-unused"]


def calls(auction: str, first: str = "N", dealer: str = "N"):
    (game,), _ = read_games(f'[Dealer "{dealer}"]\n[Auction "{first}"]\n{auction}\n')
    return game.auction.first.value, [item.text for item in game.auction.calls], game.auction.ending


def test_hyphens_stand_for_players_before_the_dealer():
    assert calls("- - 1D Pass\n1H AP", first="W", dealer="E") == ("E", ["1D", "Pass", "1H", "AP"], "")
    assert said("- - 1D Pass\n1H AP", '[Dealer "E"]\n', "W") == []


def test_words_in_other_cases_and_spellings_are_read():
    assert calls("1n p 2C dbl r ap")[1] == ["1NT", "Pass", "2C", "X", "XX", "AP"]
    assert [code for code, _ in said("1nt pass 3nt ap")] == []
    assert {code for code, _ in said("1N P 3N AP")} == {"read-as"}
    assert calls("1C All Pass")[1] == calls("1C all p")[1] == ["1C", "AP"]
    assert calls("1C (1H) 2C (p) 3c\n(all pass)")[1] == ["1C", "1H", "2C", "Pass", "3C", "AP"]
    assert {code for code, _ in said("1C (1H) 2C (Pass)\n(AP)")} == {"read-as"}
    assert said("1C all {why} pass $40 {so}") == [("read-as", 3)]


@pytest.mark.parametrize(
    ("auction", "expected"),
    [
        ("1H 1S 4H AP", []),
        ("1H Pass *", []),
        ("1H Pass +", []),
        ("+", []),
        ("1H Pass", [("auction-unfinished", 3)]),
        ("1S 1H AP", [("insufficient-bid", 3)]),
        ("1S ^I 1H AP", []),
        ("1H ^I 1S AP", [("irregularity", 3)]),
        ("1H ^I Pass AP", [("irregularity", 3)]),
        ("1H ^I +", [("irregularity", 3)]),
        ("^S 1H AP", []),
        ("1H Pass X AP", [("inadmissible-double", 3)]),
        ("1H XX AP", [("inadmissible-redouble", 3)]),
        ("1H AP Pass", [("call-after-end", 3)]),
        ("1H Pass\nPass Pass 2C", [("call-after-end", 4)]),
        ("1H * Pass", [("call-after-end", 3)]),
        ("1H + Pass", [("after-to-be-continued", 3)]),
        ("1H + +", [("after-to-be-continued", 3)]),
        ("1H - 2H AP", [("turn-skipped", 3)]),
        ("1H Bof AP", [("not-a-call", 3)]),
        ("1H AP\n8C", [("not-a-call", 4)]),
    ],
)
def test_what_is_wrong_with_an_auction_is_found_at_its_call(auction, expected):
    assert said(auction) == expected


def test_somebody_else_than_the_dealer_calling_first_is_found():
    assert said("1H AP", first="E") == [("auction-begins", 3)]
    assert said("- 1H AP", first="N") == [("auction-begins", 3)]
    assert said("1H AP", '[Dealer "E"]\n', "E") == []


def test_the_contract_and_the_declarer_are_those_of_the_auction():
    head = '[Dealer "N"]\n[Declarer "{}"]\n[Contract "{}"]\n'
    auction = "1H Pass 4H X AP"
    assert said(auction, head.format("N", "4HX")) == []
    assert said(auction, head.format("N", "4H")) == [("contract-differs", 3)]
    assert said(auction, head.format("E", "4HX")) == [("declarer-differs", 2)]
    assert said(auction, head.format("^S", "4HX")) == []
    assert said(auction, head.format("^N", "4HX")) == [("declarer-differs", 2)]
    assert said("AP", head.format("", "Pass")) == []


def test_an_auction_before_its_dealer_is_found():
    assert said('1H AP\n[Dealer "N"]', "") == [("tag-order", 1)]
    assert said("1H AP", "") == [("tag-order", 1)]
    assert said("", "") == []


def test_a_first_column_without_a_seat_is_found_and_the_dealer_fills_it():
    assert said("1H AP", first="") == [("bad-value", 2)]
    assert calls("1H AP", first="Q")[0] == "N"


@given(st.integers(0, 10_000))
def test_a_legal_game_gives_no_finding(seed):
    assert found(made_up(seed).text()) == []


@given(st.integers(0, 10_000), st.data())
def test_a_legal_auction_broken_in_one_known_way_is_named(seed, data):
    game = made_up(seed, tricks=0)
    bids = [number for number, call in enumerate(game.calls) if call in BIDS]
    assume(bids)
    last = bids[-1]
    way = data.draw(
        st.sampled_from(
            [
                "insufficient-bid",
                "not-a-call",
                "call-after-end",
                "auction-unfinished",
                "declarer-differs",
                "contract-differs",
            ]
        )
    )
    if way == "insufficient-bid":
        assume(len(bids) > 1)
        game.calls[last] = game.calls[bids[-2]]
    elif way == "not-a-call":
        game.calls[last] = "8S"
    elif way == "call-after-end":
        game.calls.append("Pass")
    elif way == "auction-unfinished":
        game.calls.pop()
    text = game.text()
    if way == "declarer-differs":
        text = text.replace(f'[Declarer "{game.declarer}"]', f'[Declarer "{"E" if game.declarer == "N" else "N"}"]')
    elif way == "contract-differs":
        text = text.replace(
            f'[Contract "{game.contract}"]', '[Contract "%s"]' % ("1C" if str(game.contract) != "1C" else "1D")
        )
    assert way in codes(text)


@pytest.mark.parametrize(
    ("head", "first", "auction"),
    [
        ('[Dealer "N"]', "N", "1C Pass Pass Pass"),
        ('[Dealer "N"]', "N", "1C X XX AP"),
        ('[Dealer "N"]', "N", "1C Pass\n*"),
        ('[Dealer "N"]', "N", "1C Pass"),
        ('[Dealer "N"]', "N", "*"),
        ('[Dealer "N"]', "N", "1C 1C AP"),
        ('[Dealer "N"]', "E", "1C AP"),
        ('[Dealer "N"]', "W", "- 1C AP"),
        ('[Dealer "N"]', "", "1C AP"),
        ('[Board "1"]', "E", "1C AP"),
    ],
)
def test_an_auction_read_as_a_whole_is_the_one_read_call_by_call(head, first, auction):
    text = f'{head}\n[Auction "{first}"]\n{auction}\n'
    (plain,), _ = read_games(text + "\n")
    (other,), _ = read_games(text)
    for read in (plain.auction, other.auction):
        assert [item.text for item in read.calls] == [word for word in auction.split() if word not in "-*"]
        assert read.ending == ("*" if "*" in auction else "")
    assert (plain.auction.first, plain.auction.outcome) == (other.auction.first, other.auction.outcome)


def test_an_auction_without_a_fault_is_read_as_a_whole_and_any_other_is_not():
    def words(auction: str, dealer: str = "N", first: str = "N"):
        (game,), _ = read_games(f'[Dealer "{dealer}"]\n[Auction "{first}"]\n{auction}\n\n')
        return game.auction.words

    assert words("1C AP") == ("1C", "AP")
    assert words("1C Pass\n*") == ("1C", "Pass", "*")
    assert words("1C AP", dealer="?") == ("1C", "AP")
    assert [words(auction) for auction in ("1C", "1c AP", "1C 1C AP", "*", "1C =1= AP")] == [None] * 5
    assert words("1C AP", first="E") is words("1C AP", first="?") is None


def test_an_empty_tag_of_an_auction_is_no_auction():
    assert read_games('[Dealer "N"]\n[Auction ""]\n')[0][0].auction is None
    assert read_games('[Dealer "N"]\n[Auction "N"]\n')[0][0].auction is not None


def test_the_dealer_may_stand_on_the_line_of_the_auction_before_it():
    assert found('[Dealer "N"] [Auction "N"]\n1H AP\n') == []
    assert found('[Auction "N"] [Dealer "N"]\n\n') == [("tag-order", 1)]


def test_all_pass_in_two_words_keeps_what_stands_behind_either():
    (game,), _ = read_games('[Dealer "N"]\n[Auction "N"]\n1C All $25 {first} Pass =1= $26 {second}\n[Note "1:so"]\n')
    last = game.auction.calls[-1]
    assert (last.text, last.note, last.glyphs) == ("AP", 1, [25, 26])
    (game,), _ = read_games('[Dealer "N"]\n[Auction "N"]\n1C All =1= Pass =2=\n[Note "1:so"]\n[Note "2:no"]\n')
    assert game.auction.calls[-1].note == 1
    assert [item.text for item in read_games('[Auction "N"]\n1C All 2C\n')[0][0].auction.calls] == ["1C", "All", "2C"]


def test_findings_of_an_auction_say_what_was_expected():
    def computed(text: str):
        return [(finding.code[4:], finding.stated, finding.computed) for finding in read_games(text)[1]]

    assert computed('[Dealer "N"]\n[Auction "E"]\n1H AP\n') == [("auction-begins", "E", "N")]
    head = '[Dealer "N"]\n[Declarer "E"]\n[Contract "4S"]\n[Auction "N"]\n'
    assert computed(head + "4H AP\n") == [("contract-differs", "4S", "4H"), ("declarer-differs", "E", "N")]
    assert computed(head + "4H Pass\n*\n") == []


def test_what_goes_on_behind_a_plus_is_not_compared_with_the_contract():
    head = '[Dealer "N"]\n[Declarer "N"]\n[Contract "1S"]\n'
    assert {code for code, _ in said("1D +\n1S Pass Pass Pass", head)} == {"after-to-be-continued"}


@pytest.mark.parametrize("dealer", ['[Dealer ""]', '[Site "x"]'])
def test_an_auction_needs_a_dealer(dealer):
    assert said("1C AP", f"{dealer}\n") == [("tag-order", 2)]
