"""Deals, auctions and plays of games as facts (3.4.11, 3.5, 3.6, 5.7)."""

from functools import lru_cache
from itertools import product
from typing import Any

from contracts.base import Compass
from contracts.codes.pbn import TABLE_DIFFERS
from contracts.facts import AuctionFact, BoardFact, Call, DealFact, Detail, Hand, PlayedCard, PlayFact, Sides
from shared.bridge.play.auction import SKIPPED
from shared.bridge.play.seats import Seat
from shared.formats.pbn.annotations import Item
from shared.formats.pbn.auction import ENDINGS, AuctionRead
from shared.formats.pbn.play import PlayRead
from shared.formats.pbn.read_game import ReadGame
from shared.formats.pbn.reader.draft import Where
from shared.formats.pbn.report import Report
from shared.formats.pbn.tables import tricks_of
from shared.formats.report import NAME_LENGTH, TEXT_LENGTH

NOBODY = Sides()
DENOMINATIONS = ("NT", "S", "H", "D", "C")
DECLARERS = ("N", "S", "E", "W")
"""The order of the twenty digits of DoubleDummyTricks, a tag of BridgeComposer that others have taken over."""

_TRICKS = tuple(product(DECLARERS, DENOMINATIONS))

_COMPASS: dict[Seat | None, Compass | None] = {None: None, **{seat: Compass(seat.value) for seat in Seat}}


def deal_fact(game: ReadGame, where: Where, details: tuple[Detail, ...], report: Report) -> DealFact | None:
    """The deal of a game; None when it has neither cards nor an analysis of them."""
    values = game.values
    if game.deal is None or not game.deal.suits:
        return None
    vulnerable = values.vulnerable
    return _deal(
        game.fields.place("Deal"),
        where.session,
        where.section,
        where.board,
        _COMPASS[values.dealer],
        vulnerable.value if vulnerable is not None else None,
        game.deal.hand(Seat.NORTH),
        game.deal.hand(Seat.EAST),
        game.deal.hand(Seat.SOUTH),
        game.deal.hand(Seat.WEST),
        _double_dummy(game, report),
        details,
    )


_deal = DealFact.maker(
    *("at", "session", "section", "board", "dealer", "vulnerable", "north", "east", "south", "west"),
    *("double_dummy", "details"),
)
_AT_TABLE = ("at", "session", "board", "table", "room", "sides", "first", "notes")
_auction = AuctionFact.maker(*_AT_TABLE, "calls")
_play = PlayFact.maker(*_AT_TABLE, "order", "cards")


def board_fact(game: ReadGame, where: Where) -> BoardFact | None:
    """Dealer and vulnerability of a game without cards; None when it states neither."""
    values = game.values
    if values.dealer is None and values.vulnerable is None:
        return None
    return BoardFact(
        at=game.fields.place("Dealer" if values.dealer is not None else "Vulnerable"),
        session=where.session,
        section=where.section,
        board=where.board,
        dealer=_COMPASS[values.dealer],
        vulnerable=values.vulnerable.value if values.vulnerable is not None else None,
    )


def _double_dummy(game: ReadGame, report: Report) -> tuple[Detail, ...]:
    """Tricks by declarer and denomination ("N NT" is North in notrump), and the optimum score."""
    table = game.tables.get("OptimumResultTable")
    tricks = tricks_of(table) if table is not None else {}
    digits = decode_tricks(game.fields.text("DoubleDummyTricks"))
    differ = [key for key, number in digits.items() if tricks.get(key, number) != number]
    if differ:
        declarer, denomination = differ[0]
        report.add(
            TABLE_DIFFERS,
            f"DoubleDummyTricks and OptimumResultTable give {declarer} different tricks in {denomination}",
            game.fields.place("DoubleDummyTricks"),
        )
    details = [
        Detail(name=f"{declarer} {denomination}"[:NAME_LENGTH], value=str(number))
        for (declarer, denomination), number in (tricks or digits).items()
    ]
    optimum = game.fields.stated("OptimumScore")
    if optimum is not None and game.values.optimum is not None:
        details.append(Detail(name="OptimumScore", value=optimum))
    return tuple(details)


def decode_tricks(text: str) -> dict[tuple[str, str], int]:
    """Read twenty digits, one for each declarer and denomination; {} for anything else."""
    if len(text) != len(_TRICKS) or not set(text.lower()) <= set("0123456789abcd"):
        return {}
    return {key: int(digit, 14) for key, digit in zip(_TRICKS, text, strict=True)}


def auction_fact(auction: AuctionRead, where: Where) -> AuctionFact | None:
    """The auction of a game; its sides are filled in later. None without a call."""
    if auction.words is not None:
        calls = tuple(map(_call, auction.words))
    else:
        items = auction.items[auction.start :]
        if all(item.text in ENDINGS for item in items):
            return None
        calls = tuple(_call(*_annotated(item, auction.notes), item.note is not None) for item in items)
    return _auction(*_at_table(auction, where), calls)


def _at_table(section: AuctionRead | PlayRead, where: Where) -> tuple[Any, ...]:
    """The fields that auctions and plays begin with, `_AT_TABLE`."""
    at, first = section.tag.place, _COMPASS[section.first]
    notes = "\n".join(token[1].strip() for token in section.tag.remark)[:TEXT_LENGTH] if section.tag.made else ""
    return at, where.session, where.board, where.table, where.room, NOBODY, first, notes or None


def _annotated(item: Item, notes: dict[int, str]) -> tuple[str, str | None, str | None, tuple[int, ...]]:
    """Text, mark, note and NAGs of a call or card."""
    note = notes.get(item.note) if item.note is not None else None
    return item.text[:NAME_LENGTH], item.mark, note[:TEXT_LENGTH] if note is not None else None, tuple(item.glyphs)


@lru_cache(maxsize=8192)
def _call(
    text: str, mark: str | None = None, note: str | None = None, glyphs: tuple[int, ...] = (), alert: bool = False
) -> Call:
    """A call; equal calls are one object. A skipped turn is marked as one."""
    if text == SKIPPED:
        text, mark = "-", "S"
    return Call(call=text, alert="!" if alert else None, note=note, glyphs=glyphs, irregularity=mark)


def play_fact(play: PlayRead, where: Where) -> PlayFact | None:
    """The play of a game; its sides are filled in later. None without a card."""
    if not play.played:
        return None
    if play.cards is not None:
        cards = tuple(map(_card, play.cards))
    else:
        # The place of a + is an unknown card that is marked so.
        cards = tuple(
            _card(*_annotated(item, play.notes)) if item is not None else _card("-", "+") for item in play.cells
        )
    return _play(*_at_table(play, where), "columns", cards)


@lru_cache(maxsize=8192)
def _card(text: str, mark: str | None = None, note: str | None = None, glyphs: tuple[int, ...] = ()) -> PlayedCard:
    """A card; equal cards are one object."""
    return PlayedCard(card=text, note=note, glyphs=glyphs, irregularity=mark)


def same_cards(first: DealFact, other: DealFact) -> bool:
    """Whether two deals are one: they have a hand in common, and every hand that both give is the same."""
    common = False
    for seat in ("north", "east", "south", "west"):
        here: Hand | None = getattr(first, seat)
        there: Hand | None = getattr(other, seat)
        if here is None or there is None:
            continue
        # Suit by suit: most deals differ in the first, and models compare slowly.
        if here.spades != there.spades or here.hearts != there.hearts:
            return False
        if here.diamonds != there.diamonds or here.clubs != there.clubs:
            return False
        common = True
    return common
