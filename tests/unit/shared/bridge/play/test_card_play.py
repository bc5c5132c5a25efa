"""The play: following suit, winning tricks, leading (Laws 41 to 53)."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from shared.bridge.play.auction import CLOCKWISE, turn
from shared.bridge.play.card_play import PACK, Cell, follow_play, in_columns, in_order
from shared.bridge.play.contract import Denomination
from shared.bridge.play.seats import Seat, Side
from tests.support.pbn_games import MadeUp, made_up

N, E, S, W = Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST
SPADES, NOTRUMP = Denomination.SPADES, Denomination.NOTRUMP


def rows(*texts: str) -> list[list[Cell]]:
    def cell(text: str) -> Cell:
        if text[0] == "^":
            return Cell(text[2:], text[1])
        return Cell(None if text == "-" else text)

    return [[cell(text) for text in line.split()] for line in texts]


def follow(game: MadeUp, played: list[list[str]]):
    hands = {seat: frozenset(hand) for seat, hand in game.hands.items()}
    cells = [[Cell(card) for card in row] for row in played]
    return follow_play(game.leader, game.contract.denomination, game.leader, cells, hands)


def test_the_pack_has_52_cards():
    assert len(set(PACK)) == 52


@pytest.mark.parametrize(
    ("trump", "trick", "winner"),
    [
        (NOTRUMP, "H2 HA S3 HK", E),
        (SPADES, "H2 HA S3 HK", S),
        (SPADES, "H2 HA S3 S4", W),
        (NOTRUMP, "H2 SA DA CA", N),
        (SPADES, "HT HJ H9 H8", E),
    ],
)
def test_the_highest_trump_wins_else_the_highest_card_of_the_suit_led(trump, trick, winner):
    found = follow_play(N, trump, N, rows(trick, "C2 C3 C4 C5"))
    assert found.lead_to == (N, winner)
    assert sum(found.won.values()) == 2


def test_a_player_who_could_follow_and_does_not_has_revoked():
    hands = {E: frozenset({"H3", "S2"})}
    (fault,) = follow_play(N, NOTRUMP, N, rows("H2 S2 H4 H5"), hands).faults
    assert (fault.number, fault.fault) == (1, "revoke")
    assert follow_play(N, NOTRUMP, N, rows("H2 ^RS2 H4 H5"), hands).faults == ()
    assert follow_play(N, NOTRUMP, N, rows("H2 S2 H4 H5"), {E: frozenset({"D3", "S2"})}).faults == ()


def test_a_mark_of_a_revoke_that_is_none_is_found():
    (fault,) = follow_play(N, NOTRUMP, N, rows("H2 ^RH3 H4 H5")).faults
    assert fault.fault == "no-revoke"
    (fault,) = follow_play(N, NOTRUMP, N, rows("H2 ^RS2 H4 H5"), {E: frozenset({"S2"})}).faults
    assert fault.fault == "no-revoke"


def test_a_lead_out_of_turn_starts_the_trick_there():
    found = follow_play(N, NOTRUMP, N, rows("CA C2 ^LC3 C4", "H2 H3 H4 H5"))
    assert found.lead_to == (S, N)
    assert found.faults == ()
    assert [fault.fault for fault in follow_play(N, NOTRUMP, N, rows("^LCA C2 C3 C4")).faults] == ["lead-in-turn"]


def test_cards_not_held_and_cards_played_twice_are_told_apart():
    hands = {N: frozenset({"H2", "H3"})}
    assert [fault.fault for fault in follow_play(N, NOTRUMP, N, rows("SA - - -"), hands).faults] == ["not-held"]
    found = follow_play(N, NOTRUMP, N, rows("H2 H4 H5 H6", "H2 - - -"), hands)
    assert [(fault.number, fault.fault) for fault in found.faults] == [(4, "played-twice")]
    assert [fault.fault for fault in follow_play(N, NOTRUMP, N, rows("11 - - -")).faults] == ["not-a-card"]


def test_after_an_unknown_card_nobody_knows_who_leads():
    found = follow_play(N, NOTRUMP, N, rows("H2 - H4 H5", "S2 S3 S4 S5"))
    assert found.lead_to == (N, None)
    assert (found.certain, found.complete, sum(found.won.values())) == (False, False, 0)
    last = follow_play(N, NOTRUMP, N, rows("H2 H3 H4 H5", "- - S4 -"))
    assert (last.certain, sum(last.won.values())) == (True, 1)


def test_an_end_position_has_as_many_tricks_as_cards():
    hands = {seat: frozenset({f"{suit}A"}) for seat, suit in zip(CLOCKWISE, "SHDC", strict=True)}
    found = follow_play(N, NOTRUMP, N, rows("SA HA DA CA"), hands)
    assert (found.complete, found.won[Side.NS]) == (True, 1)
    more = follow_play(N, NOTRUMP, N, rows("SA HA DA CA", "SK - - -"), hands)
    assert [fault.fault for fault in more.faults] == ["too-many"]


@given(st.integers(0, 10_000))
def test_legal_play_has_no_fault(seed):
    game = made_up(seed, tricks=13)
    assume(game.rows)
    found = follow(game, game.rows)
    assert found.faults == ()
    assert found.complete
    assert found.won[game.declarer.side] == game.won


@given(st.integers(0, 10_000), st.data())
def test_two_cards_of_a_player_that_change_places_are_legal_or_named(seed, data):
    game = made_up(seed, tricks=13)
    assume(game.rows)
    column = data.draw(st.integers(0, 3))
    one, other = data.draw(st.integers(0, 12)), data.draw(st.integers(0, 12))
    played = [list(row) for row in game.rows]
    played[one][column], played[other][column] = played[other][column], played[one][column]
    for fault in follow(game, played).faults:
        assert fault.fault == "revoke"


@given(st.integers(0, 10_000), st.data())
def test_a_card_of_somebody_else_is_named(seed, data):
    game = made_up(seed, tricks=13)
    assume(game.rows)
    row, column = data.draw(st.integers(0, 12)), data.draw(st.integers(0, 3))
    other = data.draw(st.sampled_from([number for number in range(4) if number != column]))
    played = [list(cards) for cards in game.rows]
    stranger = game.hands[turn(game.leader, other)][0]
    played[row][column] = stranger
    found = [fault.fault for fault in follow(game, played).faults if fault.number == row * 4 + column]
    assert set(found) & {"not-held", "played-twice"}


def test_a_deal_has_thirteen_tricks_where_no_hand_says_otherwise():
    cards = [[Cell(suit + rank) for suit in "SHDC"] for rank in "AKQJT98765432"]
    for hands in (None, {N: frozenset()}):
        held = follow_play(N, NOTRUMP, N, cards, None)
        assert (held.complete, held.faults, held.won) == (True, (), {Side.NS: 13, Side.EW: 0})
        assert not follow_play(N, NOTRUMP, N, cards[:12], None).complete
        more = follow_play(N, NOTRUMP, N, [*cards, rows("S2 - - -")[0]], hands)
        assert [(fault.number, fault.fault) for fault in more.faults if fault.fault == "too-many"] == [(52, "too-many")]
        assert follow_play(N, NOTRUMP, N, [*cards, rows("- - - -")[0]], None).faults == ()


def test_a_marked_lead_is_found_in_each_column_and_trick():
    for column, seat in enumerate((N, E, S, W)):
        cells = ["C2", "C3", "C4", "C5"]
        cells[column] = "^L" + cells[column]
        found = follow_play(N, NOTRUMP, seat, rows(" ".join(cells)))
        assert [(fault.number, fault.fault) for fault in found.faults] == [(column, "lead-in-turn")]
        again = follow_play(N, NOTRUMP, None, rows("- - - -", " ".join(cells)))
        assert (again.lead_to, again.leader, again.faults) == ((None, seat), seat, ())


def test_an_admitted_revoke_is_one_only_where_another_suit_was_played():
    trick = "H2 ^RD2 H4 H5"
    assert follow_play(N, NOTRUMP, N, rows(trick)).faults == ()
    for hand, faults in ((("D2", "H3"), []), (("D2",), ["no-revoke"])):
        found = follow_play(N, NOTRUMP, N, rows(trick), {E: frozenset(hand)}).faults
        assert [fault.fault for fault in found] == faults


def test_a_mark_of_a_revoke_cannot_be_judged_where_nobody_knows_the_suit_led():
    hands = {seat: frozenset({f"S{rank}"}) for seat, rank in zip((N, E, S, W), "2345", strict=True)}
    assert follow_play(N, NOTRUMP, None, rows("^RS2 ^RS3 ^RS4 ^RS5"), hands).faults == ()


def test_cards_in_the_order_of_play_stand_in_the_column_of_who_played_them():
    cards = ["H2", "HA", "H3", "HK", "S4", "D9", "S6", "S5", "C2"]
    assert in_columns(cards, NOTRUMP) == [0, 1, 2, 3, 7, 4, 5, 6, None, None, None, 8]
    assert in_columns(cards[:5], SPADES) == [0, 1, 2, 3, None, 4, None, None]
    assert in_columns([], SPADES) == []


def test_a_lead_is_no_revoke():
    marked = follow_play(W, NOTRUMP, W, rows("^RS8 SA SJ ST"))
    assert [(fault.number, fault.fault) for fault in marked.faults] == [(0, "no-revoke")]


def in_turn(*texts: str, hands=None, trump=NOTRUMP, leader=N):
    cells = rows(*texts)
    return in_order(N, cells, follow_play(N, trump, leader, cells, hands))


def test_columns_are_brought_into_the_order_of_play():
    assert in_turn("H2 HA H3 HK", "S5 S4 D9 S6") == (("H2", "HA", "H3", "HK", "S4", "D9", "S6", "S5"), None)


@given(st.integers(0, 10_000))
def test_columns_in_the_order_of_play_are_brought_back_into_columns(seed):
    game = made_up(seed, tricks=13)
    assume(game.contract is not None)
    cells = [[Cell(card) for card in row] for row in game.rows]
    trump = game.contract.denomination
    cards, reason = in_order(game.leader, cells, follow(game, game.rows))
    assert reason is None
    assert [cards[at] for at in in_columns(cards, trump)] == [card for row in game.rows for card in row]


def test_play_ends_in_order_where_a_card_is_missing_and_it_is_said_when_there_are_more():
    assert in_turn("H2 HA H3 HK", "- S4 D9 -") == (("H2", "HA", "H3", "HK", "S4", "D9"), None)
    assert in_turn("H2 - H3 HK") == (("H2",), "a card of trick 1 is missing")
    assert in_turn("H2 HA H3") == (("H2", "HA", "H3"), None)


def test_play_ends_in_order_before_a_card_that_is_not_allowed():
    hands = {E: frozenset({"HA", "D9"}), S: frozenset({"H3"})}
    assert in_turn("H2 D9 H3 HK", hands=hands) == (("H2",), "E plays D9 but could follow suit (H)")
    assert in_turn("H2 ^RD9 H3 HK", hands=hands)[0] == ("H2", "D9", "H3", "HK")


def test_marks_of_irregularities_that_did_not_happen_end_no_play():
    assert in_turn("^LH2 HA H3 HK") == (("H2", "HA", "H3", "HK"), None)


def test_without_the_denomination_only_the_first_trick_is_in_order():
    cards, reason = in_turn("H2 HA H3 HK", "S5 S4 D9 S6", trump=None)
    assert (cards, reason) == (("H2", "HA", "H3", "HK"), "who leads to trick 2 is not known")
