"""AUCTION, PLAY, HANDSET and MOVEMENT: the other uses of USEBIO 1.0 (5.2, 5.5 to 5.7).

1.4 leaves them out of its document, and programs go on writing and reading them, HANDSET above all. They are written in
the form of 1.0 whatever the version, behind everything that 1.4 describes.
"""

from __future__ import annotations

from collections.abc import Iterable

from contracts.base import Compass
from contracts.facts import AuctionFact, DealFact, Detail, Facts, Hand, MovementFact, PlayFact
from shared.formats.usebio.reader.fields import predicate
from shared.formats.usebio.reader.play.movements_ladders_handsets import MOVEMENT_DETAILS
from shared.formats.usebio.schema_check.schema import vocabulary
from shared.formats.usebio.writer.markup import Markup
from shared.formats.written_numbers import number
from shared.natural_order import natural

_NAMES = {Compass.NORTH: "North", Compass.EAST: "East", Compass.SOUTH: "South", Compass.WEST: "West"}
_AROUND = (Compass.NORTH, Compass.EAST, Compass.SOUTH, Compass.WEST)


def auction(fact: AuctionFact, markup: Markup) -> None:
    """AUCTION, four calls a round, with the notes of alerted calls."""
    markup.open("AUCTION", by="[1]")
    for note in (fact.notes or "").split("\n"):
        markup.leaf("NOTES", note or None)
    if fact.first is not None:
        start = _AROUND.index(fact.first)
        markup.open("BIDDER_SEQUENCE", by="[1]")
        for seat in _AROUND[start:] + _AROUND[:start]:
            markup.leaf("DIRECTION", _NAMES[seat])
        markup.close()
    for count, index in enumerate(range(0, len(fact.calls), 4), 1):
        markup.open("AUCTION_ROUND", by=f"[{count}]")
        calls = fact.calls[index : index + 4]
        for call in calls:
            markup.with_attributes("BID", call.call, (("ALERTED", call.alert), ("STOP", call.irregularity)))
        for note in dict.fromkeys(call.note for call in calls if call.note):
            markup.leaf("NOTES", note)
        markup.close()
    markup.close()


def play(fact: PlayFact, markup: Markup) -> None:
    """PLAY, one TRICK for each four cards in the columns North, East, South, West."""
    markup.open("PLAY", by="[1]")
    for number_of_trick, index in enumerate(range(0, len(fact.cards), 4), 1):
        cards = fact.cards[index : index + 4]
        leader = fact.leaders[number_of_trick - 1] if number_of_trick <= len(fact.leaders) else None
        if number_of_trick == 1:
            leader = fact.first
        if leader is None and all(card.card == "-" for card in cards):
            continue
        markup.open("TRICK", by=f"[{number_of_trick}]")
        markup.leaf("TRICK_NUMBER", str(number_of_trick))
        markup.leaf("DIRECTION", _NAMES[leader] if leader is not None else None)
        for seat, card in zip(_AROUND, cards, strict=False):
            markup.leaf(f"{seat.name}_CARD", card.card if card.card != "-" else None)
        for note in dict.fromkeys(card.note for card in cards if card.note):
            markup.leaf("NOTES", note)
        markup.close()
    for note in (fact.notes or "").split("\n"):
        markup.leaf("NOTES", note or None)
    markup.close()


def handsets(facts: Facts, session: str | None, written_in_lines: set[tuple[str | None, str]], markup: Markup) -> None:
    """The deals of a session by their set; those that LIN_DATA of a line tells already are left to it."""
    sets: dict[str | None, list[DealFact]] = {}
    for deal in facts.deals:
        if deal.session == session and not _told(deal, written_in_lines):
            sets.setdefault(deal.set_id, []).append(deal)
    for set_id, deals in sets.items():
        markup.open("HANDSET", (("HANDSET_ID", set_id),), predicate("@HANDSET_ID", set_id) if set_id else None)
        prefix = f"HANDSET {set_id}/" if set_id else "HANDSET/"
        own = [detail for detail in facts.event.details if detail.name.startswith(prefix)]
        _handset_details(own, prefix, markup)
        for deal in sorted(deals, key=lambda fact: natural(fact.board)):
            _deal(deal, markup)
        markup.close()


def _told(deal: DealFact, written_in_lines: set[tuple[str | None, str]]) -> bool:
    from_lin = deal.set_id is None or deal.set_id.startswith("LIN ")
    return from_lin and (deal.session, deal.board) in written_in_lines


def _handset_details(details: Iterable[Detail], prefix: str, markup: Markup) -> None:
    inside = False
    for detail in details:
        name = detail.name.removeprefix(prefix)
        if name.startswith("@"):
            continue
        if name.startswith("LEGEND/"):
            if not inside:
                markup.open("LEGEND", by="[1]")
                inside = True
            markup.leaf("LINE", detail.value)
            continue
        if inside:
            markup.close()
            inside = False
        if "HANDSET" in vocabulary().homes.get(name, ()):
            markup.leaf(name, detail.value)
        else:
            markup.losses.add(f"detail {detail.name}", "HANDSET has no element for it")
    if inside:
        markup.close()


def _deal(deal: DealFact, markup: Markup) -> None:
    markup.open("BOARD", (), predicate("BOARD_NUMBER", deal.board))
    markup.board_number(deal.board)
    for count, seat in enumerate((seat for seat in _AROUND if _hand(deal, seat) is not None), 1):
        hand = _hand(deal, seat) or Hand()
        markup.open("HAND", by=f"[{count}]")
        markup.leaf("DIRECTION", _NAMES[seat])
        for suit in ("spades", "hearts", "diamonds", "clubs"):
            markup.leaf(suit.upper(), getattr(hand, suit), empty=True)
        markup.close()
    for detail in deal.details:
        if detail.name in ("DUPLICATES", "NOTES"):
            markup.leaf(detail.name, detail.value)
        else:
            markup.losses.add(f"detail {detail.name}", "HANDSET has no element for it")
    if deal.double_dummy:
        markup.losses.add("double-dummy analysis", "HANDSET has no element for it")
    if deal.dealer is not None or deal.vulnerable is not None:
        markup.losses.add("dealer and vulnerability", "HANDSET has no element for them")
    markup.close()


def _hand(deal: DealFact, seat: Compass) -> Hand | None:
    hand: Hand | None = getattr(deal, seat.name.lower())
    return hand


_SIDES = (
    ("NS_PAIR_NUMBER", "ns"),
    ("EW_PAIR_NUMBER", "ew"),
    ("N_PLAYER_NUMBER", "north"),
    ("S_PLAYER_NUMBER", "south"),
    ("E_PLAYER_NUMBER", "east"),
    ("W_PLAYER_NUMBER", "west"),
    ("NS_TEAM_NUMBER", "ns_team"),
    ("EW_TEAM_NUMBER", "ew_team"),
)


def movement(fact: MovementFact, markup: Markup) -> None:
    """MOVEMENT with a line for each table and round."""
    own = predicate("MOVEMENT_NAME", fact.name) if fact.name else None
    markup.open("MOVEMENT", (("MOVEMENT_TYPE", fact.kind.upper()),), own)
    markup.leaf("MOVEMENT_NAME", fact.name)
    details = {detail.name: detail.value for detail in fact.details}
    markup.leaf("MOVEMENT_DESCRIPTION", details.pop("MOVEMENT_DESCRIPTION", None))
    markup.leaf("WINNER_TYPE", number(fact.winners))
    markup.leaf("NOTES", details.pop("NOTES", None))
    for name in details:
        if name not in MOVEMENT_DETAILS:
            markup.losses.add(f"detail {name}", "MOVEMENT has no element for it")
    for count, line in enumerate(fact.lines, 1):
        markup.open("MOVEMENT_LINE", by=f"[{count}]")
        markup.leaf("TABLE_NUMBER", line.table, empty=True)
        markup.leaf("ROUND_NUMBER", str(line.round))
        markup.leaf("START_BOARD_NUMBER", line.first_board)
        markup.leaf("END_BOARD_NUMBER", line.last_board)
        for tag, side in _SIDES:
            markup.leaf(tag, getattr(line.sides, side))
        markup.close()
    markup.close()
