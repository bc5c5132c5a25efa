"""The deal: rotation, missing hands, end positions, and cards dealt twice or to nobody."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.base import Place
from shared.bridge.play.auction import CLOCKWISE, turn
from shared.bridge.play.seats import Seat
from shared.formats.pbn.deal import Deal, read_deal, whole_deal
from shared.formats.pbn.report import Report
from tests.support.pbn_games import hand_text, made_up

N, E, S, W = Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST


def read(text: str):
    report = Report()
    deal = read_deal(text, Place(line=1), report)
    return deal, [finding.code[4:] for finding in report.finish()]


@given(st.integers(0, 10_000), st.sampled_from(CLOCKWISE))
def test_a_deal_is_the_same_in_any_rotation(seed, first):
    game = made_up(seed, tricks=0)
    text = f"{first}:" + " ".join(hand_text(game.hands[turn(first, number)]) for number in range(4))
    deal, said = read(text)
    assert said == []
    assert deal.cards == {seat: frozenset(hand) for seat, hand in game.hands.items()}
    assert deal.text(game.dealer) == game.deal


def test_ranks_come_in_any_order_and_case_and_go_in_descending_order():
    deal, said = read("n:2aK... - - -")
    assert (deal.text(N), said) == ("N:AK2... - - -", [])
    assert (deal.hand(N).spades, deal.hand(E)) == ("AK2", None)


@given(st.integers(0, 10_000), st.data())
def test_a_card_dealt_twice_is_named_and_so_is_the_missing_one(seed, data):
    game = made_up(seed, tricks=0)
    one, other = data.draw(st.sampled_from(CLOCKWISE)), data.draw(st.sampled_from(CLOCKWISE))
    number = data.draw(st.integers(0, 12))
    copied, lost = game.hands[one][0], game.hands[other][number]
    game.hands[other][number] = copied
    report = Report()
    read_deal(game.deal, Place(line=1), report)
    stated = {finding.code[4:]: finding.stated for finding in report.finish()}
    if copied == lost:
        assert stated == {}
    else:
        assert stated == {"card-repeated": copied, "card-missing": lost}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", []),
        ("?", []),
        ("N:AKQ... - - -", []),
        ("N:- A7652.J765.8.QJ8 - 8.4.KQJT974.AK52", []),
        ("N:A... K... Q... J...", []),
        ("N:AK... QJ... T9... 8...", []),
        ("N:AK... QJ... T9... ...", ["hand-size"]),
        ("N:AKQJT98765432.A.. - - -", ["hand-size"]),
        ("A... K... Q... J...", ["deal-broken"]),
        ("N:A... K... Q...", ["deal-broken"]),
        ("N:A.. K... Q... J...", ["deal-broken"]),
        ("N:A1... K... Q... J...", ["deal-broken"]),
        ("X:A... K... Q... J...", ["deal-broken"]),
        ("N: A... K...  Q... J...", ["read-as"]),
        ("N:10... K... Q... J...", ["read-as"]),
        ("N:AKQJT98765432... ... - ...", ["read-as"]),
        ("N:A... A... Q... J...", ["card-repeated"]),
        (f"N:{'A' * 52}... - - -", ["card-repeated", "hand-size"]),
        (f"N:{'A' * 53}... - - -", ["deal-broken"]),
        (f"N:A...{'2' * 60_000} - - -", ["deal-broken"]),
    ],
)
def test_faults_of_a_deal_have_their_codes(text, said):
    assert read(text)[1] == said


def test_a_hand_short_of_a_card_in_a_full_deal_is_found_with_the_card():
    game = made_up(1, tricks=0)
    lost = game.hands[N].pop()
    report = Report()
    read_deal(game.deal, Place(line=1), report)
    assert {(finding.code[4:], finding.stated) for finding in report.finish()} >= {("card-missing", lost)}
    assert "hand-size" in {finding.code[4:] for finding in report.finish()}


def test_an_end_position_has_fewer_than_thirteen_cards_in_every_hand():
    assert read("N:A... K... Q... J...")[0].end_position
    assert not read(made_up(1, tricks=0).deal)[0].end_position


@given(st.integers(0, 10_000))
def test_a_whole_deal_as_pbn_writes_it_is_the_same_deal(seed):
    game = made_up(seed, tricks=0)
    quick, (slow, _) = whole_deal(game.deal), read(game.deal)
    assert quick == slow
    assert quick.whole
    assert quick.cards == {seat: frozenset(hand) for seat, hand in game.hands.items()}
    assert whole_deal(game.deal.lower()) is None


WHOLE = "N:AKQJ.5432.432.32 T98.AKQ.KQJ.KQJ4 7654.JT9.AT98.A5 32.876.765.T9876"


def test_the_ranks_of_a_whole_deal_stand_in_descending_order():
    assert whole_deal(WHOLE.replace("AKQJ", "JQKA")).text(N) == WHOLE


@pytest.mark.parametrize(
    "text",
    [
        WHOLE.replace("AKQJ.", "AKQA."),
        WHOLE.replace("AKQJ.", "AKQ."),
        WHOLE.replace("432.32", "432.324"),
        WHOLE.replace("AKQJ.5432", "AKQJ5432."),
        WHOLE.replace("AKQJ.5432", "AKQJ5.432"),
        WHOLE.replace("N:", "X:"),
        WHOLE + " -",
        WHOLE.rpartition(" ")[0] + " -",
        WHOLE.rpartition(" ")[0],
        WHOLE.replace("T98.", "109."),
        WHOLE.replace(".A5", ".A.5").replace("7654", "765"),
    ],
)
def test_no_other_deal_is_whole(text):
    assert whole_deal(text) is None
    assert not Deal(N, {}).whole


def test_a_message_names_eight_cards_and_counts_the_others():
    def message(text: str) -> str:
        report = Report()
        read_deal(text, Place(line=1), report)
        return next(finding.message for finding in report.finish() if "more than once" in finding.message)

    assert message("N:AKQJT987... AKQJT987... - -") == "the deal has SA, SK, SQ, SJ, ST, S9, S8, S7 more than once"
    assert message("N:AKQJT9876... AKQJT9876... - -").endswith("S8, S7 and 1 more more than once")


def test_hands_of_unequal_size_are_named_with_the_size_that_is_expected():
    def message(text: str) -> list[str]:
        report = Report()
        read_deal(text, Place(line=1), report)
        return [finding.message for finding in report.finish() if finding.code == "pbn.hand-size"]

    assert message("N:AK... QJ... T... ...") == ["S has 1, W has 0 cards instead of 2"]
    assert message("N:AK... QJ... T... 9...") == []
    assert message("N:AKQJT98765432... .A.. - -") == ["E has 1 cards instead of 13"]
    assert message("N:- - - -") == []


def test_a_hand_of_thirteen_cards_makes_no_end_position():
    deal, _ = read("N:AKQJT98765432... - - -")
    assert not deal.end_position
    assert read("N:AKQJT9876543... - - -")[0].end_position
    assert not read("N:- - - -")[0].end_position


@pytest.mark.parametrize("text", ["N:- - - -", "N:... ... ... ...", "E:- ... - ..."])
def test_a_deal_without_a_card_is_found_and_has_no_hands(text):
    deal, said = read(text)
    assert (deal.suits, deal.end_position) == ({}, False)
    assert "deal-empty" in said
