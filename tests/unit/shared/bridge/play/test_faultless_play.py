"""Play followed by numbers is play followed by the rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.bridge.play.auction import CLOCKWISE, turn
from shared.bridge.play.card_play import PACK, SUITS, Cell, PlayOutcome, follow_play
from shared.bridge.play.contract import Denomination
from shared.bridge.play.faultless_play import BITS, follow_faultless, mask_of
from shared.bridge.play.seats import Seat
from tests.support.pbn_games import MadeUp, made_up


def masks(game: MadeUp) -> dict[Seat, int]:
    return {seat: sum(BITS[card] for card in hand) for seat, hand in game.hands.items()}


def by_the_rules(game: MadeUp, cards: list[str], first: Seat, trump: Denomination) -> PlayOutcome:
    cells = [Cell(card) for card in cards]
    rows = [cells[start : start + 4] for start in range(0, len(cells), 4)]
    return follow_play(first, trump, game.leader, rows, {seat: frozenset(hand) for seat, hand in game.hands.items()})


def test_every_card_has_a_bit_of_its_own_and_higher_cards_higher_bits():
    assert sum(BITS.values()) == 2**52 - 1
    assert [sorted((card for card in PACK if card[0] == suit), key=BITS.__getitem__)[-1][1] for suit in SUITS] == [
        *"AAAA"
    ]
    assert mask_of("H", "A2") == BITS["HA"] | BITS["H2"]


@given(st.integers(0, 10_000), st.sampled_from([1, 7, 13]), st.sampled_from(CLOCKWISE))
def test_faultless_play_has_the_outcome_of_the_rules(seed, tricks, first):
    game = made_up(seed, tricks=tricks)
    if game.contract is None:
        return
    columns = [turn(game.leader, number) for number in range(4)]
    cards = [dict(zip(columns, row, strict=True))[turn(first, number)] for row in game.rows for number in range(4)]
    trump = game.contract.denomination
    found = follow_faultless(first, trump, game.leader, cards, masks(game))
    assert found == by_the_rules(game, cards, first, trump)


@given(st.integers(0, 10_000), st.data())
def test_play_that_may_have_a_fault_is_left_to_the_rules(seed, data):
    game = made_up(seed, tricks=13)
    if game.contract is None:
        return
    cards = [card for row in game.rows for card in row]
    one, other = (data.draw(st.integers(0, 51)) for _ in range(2))
    cards[one], cards[other] = cards[other], cards[one]
    trump = data.draw(st.sampled_from(Denomination))
    found = follow_faultless(game.leader, trump, game.leader, cards, masks(game))
    expected = by_the_rules(game, cards, game.leader, trump)
    assert found == (None if expected.faults else expected)


@pytest.mark.parametrize("cards", [["SA"], ["sa", "S2", "S3", "S4"], ["-", "S2", "S3", "S4"], ["SA"] * 4])
def test_what_is_no_whole_trick_of_cards_is_left_to_the_rules(cards):
    game = made_up(1, tricks=0)
    assert follow_faultless(Seat.NORTH, Denomination.NOTRUMP, Seat.NORTH, cards, masks(game)) is None


def test_without_a_card_nobody_has_led():
    game = made_up(1, tricks=0)
    found = follow_faultless(Seat.NORTH, Denomination.NOTRUMP, Seat.NORTH, [], masks(game))
    assert found is not None
    assert (found.leader, found.lead_to, found.complete) == (None, (), False)


def test_a_trick_too_many_a_part_of_a_trick_and_a_missing_hand_are_left_to_the_rules():
    game = next(game for game in (made_up(seed, tricks=13) for seed in range(20)) if game.contract is not None)
    cards = [card for row in game.rows for card in row]
    hands, trump = masks(game), game.contract.denomination
    assert follow_faultless(game.leader, trump, game.leader, cards, hands) is not None
    for number in range(len(cards)):
        found = follow_faultless(game.leader, trump, game.leader, cards[:number], hands)
        assert (found is not None) is (number % 4 == 0), number
    assert follow_faultless(game.leader, trump, game.leader, [*cards, *cards[:4]], hands) is None
    assert follow_faultless(game.leader, trump, game.leader, [*cards, *cards[:1]], hands) is None
    for seat in Seat:
        three = {other: mask for other, mask in hands.items() if other is not seat}
        assert follow_faultless(game.leader, trump, game.leader, [], three) is None


def test_only_thirteen_tricks_are_the_whole_play():
    game = next(game for game in (made_up(seed, tricks=13) for seed in range(20)) if game.contract is not None)
    for tricks in (11, 12, 13):
        cards = [card for row in game.rows[:tricks] for card in row]
        found = follow_faultless(game.leader, game.contract.denomination, game.leader, cards, masks(game))
        assert found is not None
        assert (found.complete, found.certain, sum(found.won.values())) == (tricks == 13, True, tricks)
