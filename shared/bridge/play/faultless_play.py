"""Play without a fault, followed by numbers: the same outcome as `shared.bridge.play.card_play`, many times faster.

Nearly all play is faultless. A hand is a number with a bit for each card, so that holding a card, being able to follow
and winning a trick are single operations. At the first thing that is not as it should be this gives up, and
`follow_play`, which knows the reasons, follows the play from the beginning.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from shared.bridge.play.auction import CLOCKWISE
from shared.bridge.play.card_play import PACK, SUITS, PlayOutcome
from shared.bridge.play.contract import Denomination
from shared.bridge.play.seats import Seat, Side

BITS: Mapping[str, int] = {card: 1 << number for number, card in enumerate(reversed(PACK))}
"""A bit for each card, the higher card of a suit having the higher bit."""

_SUIT_MASKS = {suit: sum(bit for card, bit in BITS.items() if card[0] == suit) for suit in SUITS}
_TRUMPS = {denomination: _SUIT_MASKS.get(denomination.value, 0) for denomination in Denomination}
_RUFF = len(PACK)
"""By how many bits a trump is lifted above the cards of the suit led."""

_FOLLOWING = tuple(tuple((lead + number) % 4 for number in (1, 2, 3)) for lead in range(4))
_TRICKS = 13


@lru_cache(maxsize=4 * 8192)
def mask_of(suit: str, ranks: str) -> int:
    """The bits of the cards of a suit."""
    return sum(BITS[suit + rank] for rank in ranks)


def follow_faultless(
    first: Seat, trump: Denomination, leader: Seat, cards: Sequence[str], hands: Mapping[Seat, int]
) -> PlayOutcome | None:
    """Follow whole tricks, row after row; None at the first card that the Laws do not allow, or that is none."""
    if len(cards) % 4 or len(cards) > len(PACK) or len(hands) != len(CLOCKWISE):
        return None
    start = CLOCKWISE.index(first)
    columns = CLOCKWISE[start:] + CLOCKWISE[:start]
    left = [hands[seat] for seat in columns]
    trumps = _TRUMPS[trump]
    bits = BITS.get
    lead = columns.index(leader)
    leads: list[int] = []
    for trick in range(0, len(cards), 4):
        leads.append(lead)
        card = cards[trick + lead]
        bit = bits(card, 0)
        if not bit & left[lead]:
            return None
        left[lead] ^= bit
        suit = _SUIT_MASKS[card[0]]
        winner, highest = lead, bit << _RUFF if bit & trumps else bit
        for column in _FOLLOWING[lead]:
            bit = bits(cards[trick + column], 0)
            hand = left[column]
            if not bit & hand:
                return None
            left[column] = hand ^ bit
            if bit & suit:
                worth = bit << _RUFF if bit & trumps else bit
            elif hand & suit:
                return None
            elif bit & trumps:
                worth = bit << _RUFF
            else:
                continue
            if worth > highest:
                winner, highest = column, worth
        lead = winner
    leads.append(lead)
    tricks = len(leads) - 1
    # Every other column is the same side's.
    even = tricks - sum(column & 1 for column in leads[1:])
    ns = even if first.side is Side.NS else tricks - even
    return PlayOutcome(
        leader if tricks else None,
        {Side.NS: ns, Side.EW: tricks - ns},
        tricks == _TRICKS,
        True,
        tuple(columns[column] for column in leads[:-1]),
        (),
    )
