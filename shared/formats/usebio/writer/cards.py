"""AUCTION, PLAY, HANDSET and MOVEMENT: the other uses of USEBIO 1.0 (5.2, 5.5 to 5.7).

1.4 leaves them out of its document, and programs go on writing and reading them, HANDSET above all. They are written in
the form of 1.0 whatever the version, behind everything that 1.4 describes.
"""

from itertools import groupby

from contracts.base import Compass
from contracts.facts import AuctionFact, DealFact, Facts, MovementFact, PlayFact
from shared.formats.usebio.reader.fields import predicate
from shared.formats.usebio.reader.play.cards import HAND_DETAILS
from shared.formats.usebio.reader.play.movements_ladders_handsets import LINE_SIDES
from shared.formats.usebio.schema_check.schema import vocabulary
from shared.formats.usebio.writer.markup import Markup
from shared.formats.written_numbers import number
from shared.natural_order import natural

_AROUND = tuple(Compass)


def auction(fact: AuctionFact, markup: Markup) -> None:
    """AUCTION, four calls a round, with the notes of alerted calls."""
    with markup.element("AUCTION", by="[1]"):
        for note in (fact.notes or "").split("\n"):
            markup.leaf("NOTES", note)
        if fact.first is not None:
            start = _AROUND.index(fact.first)
            with markup.element("BIDDER_SEQUENCE", by="[1]"):
                for seat in _AROUND[start:] + _AROUND[:start]:
                    markup.leaf("DIRECTION", seat.name.title())
        for count, index in enumerate(range(0, len(fact.calls), 4), 1):
            calls = fact.calls[index : index + 4]
            with markup.element("AUCTION_ROUND", by=f"[{count}]"):
                for call in calls:
                    markup.with_attributes("BID", call.call, (("ALERTED", call.alert), ("STOP", call.irregularity)))
                several = sum(call.note is not None for call in calls)
                why = "an AUCTION_ROUND has notes of all its calls"
                markup.losses.add("calls of notes", why, (several > 1) * several, of=("auctions.calls.note",))
                for note in dict.fromkeys(line for call in calls for line in (call.note or "").split("\n")):
                    markup.leaf("NOTES", note)


def play(fact: PlayFact, markup: Markup) -> None:
    """PLAY, one TRICK for each four cards in the columns North, East, South, West."""
    leaders = (fact.first, *fact.leaders[1:])
    start = _AROUND.index(fact.first) if fact.first is not None else 0
    seats = (*_AROUND[start:], *_AROUND[:start])
    with markup.element("PLAY", by="[1]"):
        for count, index in enumerate(range(0, len(fact.cards), 4), 1):
            cards = fact.cards[index : index + 4]
            leader = leaders[count - 1] if count <= len(leaders) else None
            if leader is None and all(card.card == "-" for card in cards):
                continue
            with markup.element("TRICK", by=f"[{count}]"):
                markup.leaf("TRICK_NUMBER", str(count))
                markup.leaf("DIRECTION", leader.name.title() if leader is not None else None)
                played = {seat: card.card for seat, card in zip(seats, cards, strict=False) if card.card != "-"}
                for seat in _AROUND:
                    markup.leaf(f"{seat.name}_CARD", played.get(seat))
                for note in dict.fromkeys(line for card in cards for line in (card.note or "").split("\n")):
                    markup.leaf("NOTES", note)
        for note in (fact.notes or "").split("\n"):
            markup.leaf("NOTES", note)


def handsets(facts: Facts, session: str | None, written_in_lines: set[tuple[str | None, str]], markup: Markup) -> None:
    """The deals of a session by their set; those that LIN_DATA of a line gives already are left to it."""
    sets: dict[str | None, list[DealFact]] = {}
    for deal in facts.deals:
        from_lin = deal.set_id is None or deal.set_id.startswith("LIN ")
        if deal.session == session and not (from_lin and (deal.session, deal.board) in written_in_lines):
            sets.setdefault(deal.set_id, []).append(deal)
    for set_id, deals in sets.items():
        by = predicate("@HANDSET_ID", set_id) if set_id else None
        with markup.element("HANDSET", (("HANDSET_ID", set_id),), by):
            _handset_details(facts, f"HANDSET {set_id}/" if set_id else "HANDSET/", markup)
            for deal in sorted(deals, key=lambda fact: natural(fact.board)):
                _deal(deal, markup)


def _handset_details(facts: Facts, prefix: str, markup: Markup) -> None:
    """What a set of hands says of itself; neighbouring lines of its legend stand in one LEGEND."""
    own = [detail for detail in facts.event.details if detail.name.startswith(prefix)]
    own = [detail for detail in own if not detail.name.startswith(f"{prefix}@")]
    for is_legend, details in groupby(own, key=lambda detail: detail.name.startswith(f"{prefix}LEGEND/")):
        if is_legend:
            with markup.element("LEGEND", by="[1]"):
                for detail in details:
                    markup.leaf("LINE", detail.value)
            continue
        for detail in details:
            name = detail.name.removeprefix(prefix)
            if "HANDSET" in vocabulary().homes.get(name, ()):
                markup.leaf(name, detail.value)


def _deal(deal: DealFact, markup: Markup) -> None:
    with markup.element("BOARD", (), predicate("BOARD_NUMBER", deal.board)):
        markup.board_number(deal.board)
        hands = {seat: hand for seat in _AROUND if (hand := getattr(deal, seat.name.lower())) is not None}
        for count, (seat, hand) in enumerate(hands.items(), 1):
            with markup.element("HAND", by=f"[{count}]"):
                markup.leaf("DIRECTION", seat.name.title())
                for suit in ("spades", "hearts", "diamonds", "clubs"):
                    markup.leaf(suit.upper(), getattr(hand, suit), empty=True)
        markup.details(deal.details, HAND_DETAILS)


def movement(fact: MovementFact, markup: Markup) -> None:
    """MOVEMENT with a line for each table and round."""
    own = predicate("MOVEMENT_NAME", fact.name) if fact.name else None
    with markup.element("MOVEMENT", (("MOVEMENT_TYPE", fact.kind.upper()),), own):
        details = {detail.name: detail.value for detail in fact.details}
        markup.leaf("MOVEMENT_NAME", fact.name)
        markup.leaf("MOVEMENT_DESCRIPTION", details.get("MOVEMENT_DESCRIPTION"))
        markup.leaf("WINNER_TYPE", number(fact.winners))
        markup.leaf("NOTES", details.get("NOTES"))
        for count, line in enumerate(fact.lines, 1):
            with markup.element("MOVEMENT_LINE", by=f"[{count}]"):
                markup.leaf("TABLE_NUMBER", line.table, empty=True)
                markup.leaf("ROUND_NUMBER", str(line.round))
                markup.leaf("START_BOARD_NUMBER", line.first_board)
                markup.leaf("END_BOARD_NUMBER", line.last_board)
                for side, tag in LINE_SIDES.items():
                    markup.leaf(tag, getattr(line.sides, side))
