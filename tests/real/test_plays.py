"""Every play of the real files can be stepped through, card by card, to the last one that is allowed."""

from collections import Counter
from pathlib import Path

import pytest

from contracts.facts import Hand
from contracts.standings import BoardDeal
from tests.support.real_files import needs_real_files
from tests.support.real_plays import holding_plays, played_lines

pytestmark = needs_real_files

HELD = {
    "auction-and-play-299-boards": 278,
    "example1": 2,
    "lin-data-realbridge": 168,
    "teams-two-rooms": 3,
    "verifier-correct-2.0": 2,
    "verifier-errors-2.0": 0,
}
"""Lines with play; games without a board number are nobody's line."""

BROKEN_OFF = {"lin-data-realbridge": {"E plays CJ but was not dealt it": 1}}
"""Plays with a card that is not allowed: East has the jack of diamonds there."""


def held(hand: Hand | None) -> set[str]:
    assert hand is not None
    suits = zip("SHDC", (hand.spades, hand.hearts, hand.diamonds, hand.clubs), strict=True)
    return {suit + rank for suit, ranks in suits for rank in ranks}


def illegal_cards(deal: BoardDeal, contract: str, declarer: str, cards: tuple[str, ...]) -> list[str]:
    """Cards that were not allowed, by Laws 41A, 44C, 44E to 44G alone."""
    hands = dict(zip("NESW", map(held, (deal.north, deal.east, deal.south, deal.west)), strict=True))
    trump = contract[1] if contract[1] in "SHDC" and not contract.startswith("NT", 1) else ""
    leader, wrong = "NESW".index(declarer) + 1, []
    for start in range(0, len(cards), 4):
        trick = cards[start : start + 4]
        for turn, card in enumerate(trick):
            hand = hands["NESW"[(leader + turn) % 4]]
            follows = card[0] == trick[0][0] or not any(other[0] == trick[0][0] for other in hand)
            if card not in hand or not follows:
                wrong.append(card)
            hand.discard(card)
        strength = [(card[0] == trump, card[0] == trick[0][0], -"AKQJT98765432".index(card[1])) for card in trick]
        leader += strength.index(max(strength))
    return wrong


@pytest.mark.parametrize("path", holding_plays(), ids=lambda path: path.stem)
def test_every_play_of_a_real_file_has_only_cards_that_are_allowed(path: Path) -> None:
    lines = played_lines(path)
    assert len(lines) == HELD[path.stem]
    assert Counter(line.broken_off for _, line in lines if line.broken_off) == BROKEN_OFF.get(path.stem, {})
    for board, line in lines:
        assert board.deal is not None
        assert illegal_cards(board.deal, line.contract or "", line.declarer or "", line.cards) == []
