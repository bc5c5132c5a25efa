"""Deals by chance, and tables of tricks that look like those of deals."""

from random import Random

from contracts.facts import Hand
from contracts.standings import BoardDeal
from shared.bridge.play.auction import CLOCKWISE
from shared.bridge.play.card_play import PACK, RANKS, SUITS, winning_card
from shared.bridge.play.contract import Denomination
from shared.bridge.play.seats import Seat, Side

MADE_UP = BoardDeal(
    north=Hand(spades="AQ84", hearts="K62", diamonds="A95", clubs="J73"),
    east=Hand(spades="73", hearts="JT98", diamonds="KJ62", clubs="Q98"),
    south=Hand(spades="KJT52", hearts="A5", diamonds="Q84", clubs="A64"),
    west=Hand(spades="96", hearts="Q743", diamonds="T73", clubs="KT52"),
)
MADE_UP_TEXT = "N:AQ84.K62.A95.J73 73.JT98.KJ62.Q98 KJT52.A5.Q84.A64 96.Q743.T73.KT52"


def any_play(trump: str, leader: Seat, chance: Random) -> tuple[str, ...]:
    """Legal play of the deal above to its last card."""
    hands = [MADE_UP_TEXT[2:].split()[number].split(".") for number in range(4)]
    left = {
        seat: [suit + rank for suit, ranks in zip(SUITS, hand, strict=True) for rank in ranks]
        for seat, hand in zip(CLOCKWISE, hands, strict=True)
    }
    cards: list[str] = []
    while any(left.values()):
        trick: list[str] = []
        for turn in range(4):
            hand = left[CLOCKWISE[(CLOCKWISE.index(leader) + turn) % 4]]
            allowed = [card for card in hand if trick and card[0] == trick[0][0]] or hand
            trick.append(chance.choice(allowed))
            hand.remove(trick[-1])
        leader = CLOCKWISE[(CLOCKWISE.index(leader) + winning_card(trick, Denomination(trump))) % 4]
        cards.extend(trick)
    return tuple(cards)


def any_deal(chance: Random) -> str:
    """A whole deal, as text of `DealAnalysis`."""
    pack = list(PACK)
    chance.shuffle(pack)
    hands = [set(pack[13 * number : 13 * number + 13]) for number in range(4)]
    return "N:" + " ".join(
        ".".join("".join(rank for rank in RANKS if suit + rank in hand) for suit in SUITS) for hand in hands
    )


def any_table(chance: Random) -> dict[tuple[Seat, Denomination], int]:
    """A table in which a side's tricks and the other's are about thirteen, and partners mostly win the same."""
    table = {}
    for denomination in Denomination:
        ns = chance.choice([chance.randint(0, 13), chance.randint(5, 8), chance.randint(3, 10)])
        for seat in Seat:
            lost = chance.choice([0, 0, 0, 0, 1, 2])
            table[seat, denomination] = max(0, (ns if seat.side is Side.NS else 13 - ns) - lost)
    return table
