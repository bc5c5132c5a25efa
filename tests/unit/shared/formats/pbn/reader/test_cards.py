"""Deals, auctions and plays as facts."""

import pytest

from contracts.facts import DealFact, Detail, Hand
from shared.formats.pbn.reader.cards import auction_fact, board_fact, deal_fact, decode_tricks, play_fact, same_cards
from shared.formats.pbn.reader.draft import Where
from shared.formats.pbn.report import Report
from tests.support.pbn_games import made_up, read_games

WHERE = Where("game 1", "7", table="5")
DEAL = '[Dealer "N"]\n[Vulnerable "EW"]\n[Deal "N:AK... QJ... T9... -"]\n'


def deal(more: str = ""):
    (game,), _ = read_games(DEAL + more)
    report = Report()
    return deal_fact(game, WHERE, (Detail(name="DealId", value="x"),), report), report.finish()


def test_a_deal_has_dealer_vulnerability_hands_and_details():
    fact, _ = deal()
    assert (fact.board, fact.dealer, fact.vulnerable) == ("7", "N", "EW")
    assert (fact.north, fact.west) == (Hand(spades="AK"), None)
    assert [detail.name for detail in fact.details] == ["DealId"]


def test_a_game_without_cards_has_no_deal():
    (game,), _ = read_games('[Dealer "N"]\n[Deal "N:- - - -"]\n')
    assert deal_fact(game, WHERE, (), Report()) is None


def test_the_analysis_of_a_deal_is_read_from_the_table_or_from_twenty_digits():
    table = '[OptimumResultTable "Declarer;Denomination;Result"]\nN NT 9\ne s 3\n'
    fact, _ = deal(table + '[OptimumScore "NS 400"]\n')
    assert [(detail.name, detail.value) for detail in fact.double_dummy] == [
        ("N NT", "9"),
        ("E S", "3"),
        ("OptimumScore", "NS 400"),
    ]
    digits, said = deal('[DoubleDummyTricks "98a79989794536445364"]\n')
    assert [detail.value for detail in digits.double_dummy[:6]] == ["9", "8", "10", "7", "9", "9"]
    assert (len(digits.double_dummy), said) == (20, ())
    assert deal(table + '[DoubleDummyTricks "88a79989794536445364"]\n')[1][0].code == "pbn.table-differs"


def test_twenty_digits_go_by_north_south_east_west_and_from_notrump_down():
    found = decode_tricks("98a79989794536445364")
    assert (found["N", "NT"], found["N", "H"], found["S", "C"], found["E", "NT"], found["W", "C"]) == (9, 10, 9, 4, 4)
    assert decode_tricks("98a7") == decode_tricks("x" * 20) == {}


def test_calls_keep_notes_glyphs_and_irregularities():
    text = '[Dealer "W"]\n[Auction "W"]\n1D =1= ! ^S ^I 1C Pass\n*\n[Note "1:natural"]\n'
    (game,), _ = read_games(text)
    fact = auction_fact(game.auction, WHERE)
    assert (fact.first, fact.table, fact.board) == ("W", "5", "7")
    assert [(call.call, call.alert, call.note, call.glyphs, call.irregularity) for call in fact.calls] == [
        ("1D", "!", "natural", (1,), None),
        ("-", None, None, (), "S"),
        ("1C", None, None, (), "I"),
        ("Pass", None, None, (), None),
        ("*", None, None, (), None),
    ]


def test_hyphens_before_the_dealer_are_no_calls():
    (game,), _ = read_games('[Dealer "E"]\n[Auction "W"]\n- - 1D AP\n')
    fact = auction_fact(game.auction, WHERE)
    assert (fact.first, [call.call for call in fact.calls]) == ("E", ["1D", "AP"])
    (game,), _ = read_games('[Dealer "E"]\n[Auction "W"]\n+\n')
    assert auction_fact(game.auction, WHERE) is None


def test_cards_stay_in_their_columns_and_the_next_card_is_marked():
    (game,), _ = read_games('[Play "W"]\nSA $200 S2 S3 S4\n- + - ^R H5\n')
    fact = play_fact(game.play, WHERE)
    assert (fact.first, fact.order) == ("W", "columns")
    assert [(card.card, card.irregularity) for card in fact.cards[4:]] == [
        ("-", None),
        ("-", "+"),
        ("-", None),
        ("H5", "R"),
    ]
    assert fact.cards[0].glyphs == (200,)
    (game,), _ = read_games('[Play "W"]\n*\n')
    assert play_fact(game.play, WHERE) is None


def test_deals_are_the_same_when_they_share_a_hand_and_differ_in_none():
    one = DealFact(board="1", north=Hand(spades="A"))
    assert not same_cards(one, DealFact(board="1", south=Hand(spades="K")))
    assert same_cards(one, DealFact(board="1", north=Hand(spades="A"), south=Hand()))
    assert not same_cards(one, DealFact(board="1", north=Hand(spades="K")))


def test_dealer_and_vulnerability_are_a_board_where_no_cards_are_given():
    def board(text: str):
        (game,), _ = read_games(text)
        return board_fact(game, WHERE)

    fact = board('[Board "7"]\n[Dealer "S"]\n[Vulnerable "All"]\n')
    assert (fact.board, fact.dealer, fact.vulnerable, fact.at.line) == ("7", "S", "All", 2)
    fact = board('[Board "7"]\n[Vulnerable "All"]\n')
    assert (fact.dealer, fact.vulnerable, fact.at.line) == (None, "All", 2)
    assert board('[Board "7"]\n[Dealer "S"]\n').vulnerable is None
    assert board('[Board "7"]\n') is None


def test_auctions_and_plays_that_are_read_as_a_whole_are_the_same_facts():
    head = '[Dealer "N"]\n[Auction "N"]\n1NT Pass Pass Pass\n'
    whole, single = (read_games(head + end)[0][0] for end in ("\n", ""))
    assert auction_fact(whole.auction, WHERE) == auction_fact(single.auction, WHERE)
    game = made_up(3, tricks=13).text()
    whole, single = (read_games(game + end)[0][0] for end in ("\n", ""))
    assert play_fact(whole.play, WHERE) == play_fact(single.play, WHERE)


def test_an_analysis_is_of_possible_tricks_and_twenty_digits_of_fourteen_letters():
    assert set(decode_tricks("0123456789ABCD000000").values()) == set(range(14))
    assert decode_tricks("0" * 19) == decode_tricks("0" * 21) == decode_tricks("e" * 20) == {}
    fact, said = deal('[DoubleDummyTricks "98a79989794536445364"]\n[OptimumScore "?"]\n')
    assert ([detail.name for detail in fact.double_dummy][-1], said) == ("W C", ())


def test_the_two_analyses_of_a_deal_are_compared_where_both_have_a_number():
    table = '[OptimumResultTable "Declarer;Denomination;Result"]\nN NT 9\n'
    assert deal(table + '[DoubleDummyTricks "98a79989794536445364"]\n')[1] == ()
    (finding,) = deal(table + '[DoubleDummyTricks "88a79989794536445364"]\n')[1]
    assert finding.message == "DoubleDummyTricks and OptimumResultTable give N different tricks in NT"


def test_long_notes_and_texts_are_cut_to_what_a_fact_holds():
    (game,), _ = read_games(f'[Auction "N"]\n{"Q" * 2_000} =1=\n[Note "1:{"x" * 60_000}"]\n[Note "2:y"]\n')
    (call,) = auction_fact(game.auction, WHERE).calls
    assert (len(call.call), len(call.note), call.alert) == (1_024, 60_000, "!")


@pytest.mark.parametrize("suit", ["spades", "hearts", "diamonds", "clubs"])
def test_deals_differ_when_a_hand_differs_in_any_suit(suit):
    hand = Hand(spades="A", hearts="A", diamonds="A", clubs="A")
    one, other = DealFact(board="1", west=hand), DealFact(board="1", west=hand.replace(**{suit: "K"}))
    assert same_cards(one, DealFact(board="1", west=hand))
    assert not same_cards(one, other)
    assert not same_cards(one.replace(north=hand), other.replace(north=hand))
    assert not same_cards(DealFact(board="1"), DealFact(board="1"))


def test_comments_before_the_first_call_or_card_are_notes_of_all():
    auction = '[Dealer "N"]\n[Auction "N"]\n{slow} ; twice\n1C {natural} AP\n'
    play = '[Play "E"]\n{well\nplayed}\nSA S2 S3 S4\n*\n'
    (game,), _ = read_games(DEAL + '[Declarer "N"]\n[Contract "1C"]\n' + auction + play)
    assert auction_fact(game.auction, WHERE).notes == "slow\ntwice"
    assert play_fact(game.play, WHERE).notes == "well\nplayed"
    assert [token[1] for token in game.fields.tags["Auction"].remark] == ["slow", " twice"]
    (empty,), _ = read_games('[Dealer "N"]\n[Auction "N"]\n{to come}\n')
    assert empty.fields.tags["Auction"].remark == []
