"""AUCTION, PLAY and play data of a line (1.0, 5.6 and 5.7; 1.4, 3.1.4) and the hands of a HANDSET (1.0, 5.2)."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from contracts.base import TEXT_LENGTH, Compass, Place
from contracts.codes.usebio import BAD_VALUE, LIN_DEAL, LIN_UNREADABLE, MISSING_REQUIRED
from contracts.facts import AuctionFact, Call, DealFact, Hand, PlayedCard, PlayFact, ResultFact, Sides
from contracts.findings import Severity
from shared.errors import FormatError
from shared.formats.lin.reader import TWICE_DEALT
from shared.formats.lin.reader import read as read_lin
from shared.formats.pbn import FORMAT as PBN
from shared.formats.usebio.reader.draft import Draft, Where
from shared.formats.usebio.reader.fields import OWN_TEXT, Fields
from shared.formats.usebio.reader.values import value_of
from shared.formats.usebio.report import Report
from shared.formats.usebio.tables.elements import in_order

SEATS = {name: seat for seat in Compass for name in (seat.value, seat.name)}
_TURNS = tuple(Compass)
_MOST_TRICKS = 13


def read_table_cards(fields: Fields, where: Where, board: str, sides: Sides, table: str | None, draft: Draft) -> None:
    """Read AUCTION and PLAY that stand in a line, or in a board for all of its lines."""
    for group in fields.all("AUCTION"):
        draft.auctions.append(_auction(group, where, board, sides, table, draft))
    for group in fields.all("PLAY"):
        draft.plays.append(_play(group, where, board, sides, table, draft))


def _notes(group: Fields) -> str | None:
    notes = [text for text, _ in group.texts.get("NOTES", ())]
    return "\n".join(notes)[:TEXT_LENGTH] or None


def _auction(group: Fields, where: Where, board: str, sides: Sides, table: str | None, draft: Draft) -> AuctionFact:
    first: Compass | None = None
    for sequence in group.all("BIDDER_SEQUENCE"):
        stated = [text for text, _ in sequence.texts.get("DIRECTION", ())]
        seats = [SEATS.get(text.upper()) for text in stated]
        turns = [*_TURNS, *_TURNS][_TURNS.index(seats[0]) :] if seats and seats[0] is not None else []
        if first is None and seats and seats == turns[: len(seats)]:
            first = seats[0]
        elif seats:
            report, place = draft.report, sequence.place("DIRECTION")
            report.add(
                BAD_VALUE, "DIRECTION must name the four bidders' seats, clockwise", place, stated=" ".join(stated)
            )
            group.keep_group(sequence, report)
    calls: list[Call] = []
    for turn in group.all("AUCTION_ROUND"):
        note = _notes(turn)
        everyone = turn.all("BID")
        bids = [bid for bid in everyone if bid.text(OWN_TEXT)]
        if not calls and first is not None and bids:
            # Blanks stand for the players before the dealer.
            first = _TURNS[(_TURNS.index(first) + everyone.index(bids[0])) % len(_TURNS)]
        for bid in bids:
            alert = bid.attributes.get("ALERTED")
            calls.append(
                Call(
                    call=draft.report.clip(bid.text(OWN_TEXT) or "", bid.place()),
                    alert=alert,
                    note=note if alert else None,
                    irregularity=bid.attributes.get("STOP"),
                )
            )
        if note and bids and not any(bid.attributes.get("ALERTED") for bid in bids):
            calls[-1] = calls[-1].replace(note=note)
    return AuctionFact(
        at=group.place(),
        session=where.session,
        board=board,
        table=table,
        sides=sides,
        first=first,
        calls=tuple(calls),
        notes=_notes(group),
    )


def _play(group: Fields, where: Where, board: str, sides: Sides, table: str | None, draft: Draft) -> PlayFact:
    """Cards in columns: North, East, South, West of each trick, in the order of the tricks' numbers."""
    report = draft.report
    tricks: dict[int, Fields] = {}
    for trick in group.all("TRICK"):
        text = trick.text("TRICK_NUMBER") or ""
        number = int(text[:4]) if text.isascii() and text.isdigit() else 0
        if not 1 <= number <= _MOST_TRICKS or number in tricks:
            report.add(
                BAD_VALUE,
                "each TRICK needs a TRICK_NUMBER of its own, from 1 to 13",
                trick.place("TRICK_NUMBER"),
                stated=text,
            )
            group.keep_group(trick, report)
        else:
            tricks[number] = trick
    nothing = Fields(tag="TRICK", path="", line=None)
    every = [tricks.get(number, nothing) for number in range(1, max(tricks, default=0) + 1)]
    must = "DIRECTION of a TRICK must be N, E, S or W"
    leaders = [value_of(trick, report, "DIRECTION", SEATS, must) for trick in every]
    start = _TURNS.index(leaders[0]) if leaders and leaders[0] is not None else 0
    cards: list[PlayedCard] = []
    for trick in every:
        columns = [trick.name(report, f"{seat.name}_CARD") for seat in (*_TURNS[start:], *_TURNS[:start])]
        notes = (_notes(trick), None, None, None)
        cards.extend(PlayedCard(card=card or "-", note=note) for card, note in zip(columns, notes, strict=True))
    return PlayFact(
        at=group.place(),
        session=where.session,
        board=board,
        table=table,
        sides=sides,
        first=leaders[0] if leaders else None,
        leaders=tuple(leaders) if any(leaders[1:]) else (),
        cards=tuple(cards),
        notes=_notes(group),
    )


def read_play_data(text: str, form: str, at: Place, result: ResultFact, draft: Draft) -> None:
    """Read LIN_DATA, or PLAY_DATA in a format that is known here, into deal, auction and play; the text stays."""
    here: dict[str, Any] = {"at": at, "session": result.session, "board": result.board, "table": result.table}
    here |= {"room": None, "sides": result.sides}
    match form:
        case "LIN":
            problem = _read_lin(text, here, draft)
        case "PBN":
            problem = _read_pbn(text, here, draft)
        case _:
            problem = None
    if problem is not None:
        draft.report.add(
            LIN_DEAL if problem == TWICE_DEALT else LIN_UNREADABLE,
            f"the play data was only partly read: {problem}",
            at,
            subject=f"board {result.board}",
            stated=text,
        )


def _read_lin(text: str, here: dict[str, Any], draft: Draft) -> str | None:
    """Read a deal in LIN; return its first problem."""
    record = read_lin(text)
    if record.hands:
        _keep_deal(_deal(here, record.hands, dealer=record.dealer, vulnerable=record.vulnerable), draft)
    if record.calls:
        draft.auctions.append(AuctionFact(**here, first=record.dealer, calls=tuple(record.calls), source="LIN"))
    if record.cards or record.claimed is not None:
        cards = tuple(record.cards)
        draft.plays.append(PlayFact(**here, order="played", cards=cards, claimed=record.claimed))
    return next(iter(record.problems), None)


def _read_pbn(text: str, here: dict[str, Any], draft: Draft) -> str | None:
    """Read a game of PBN, the first one, whatever board it says it is of; return its first problem."""
    try:
        parsed = PBN.parse(text.encode("utf-8"))
    except FormatError as error:
        return error.message
    facts = parsed.events[0].facts
    for deal in facts.deals[:1]:
        hands = {seat: getattr(deal, seat.name.lower()) for seat in Compass}
        _keep_deal(_deal(here, hands, dealer=deal.dealer, vulnerable=deal.vulnerable), draft)
    draft.auctions.extend(auction.replace(**here, source="PBN") for auction in facts.auctions[:1])
    draft.plays.extend(play.replace(**here, source="PBN") for play in facts.plays[:1])
    return next((finding.message for finding in parsed.findings if finding.severity is Severity.ERROR), None)


def _deal(here: Mapping[str, Any], hands: Mapping[Compass, Hand | None], **others: Any) -> DealFact:  # noqa: ANN401
    by_seat: dict[str, Any] = {seat.name.lower(): hand for seat, hand in hands.items()}
    return DealFact(at=here["at"], session=here["session"], board=here["board"], **by_seat, **others)


def _keep_deal(fact: DealFact, draft: Draft, variant: str = "LIN") -> None:
    """Keep the deal of a board once; lines of the same board in one file repeat it."""
    cards = (fact.north, fact.east, fact.south, fact.west)
    known = draft.lin_deals.setdefault((fact.session, fact.board), set())
    if cards not in known:
        # Another deal under the same number is kept apart under the number of the variant.
        draft.deals.append(fact.replace(set_id=f"{variant} {len(known) + 1}") if known else fact)
        known.add(cards)


def read_hands(fields: Fields, where: Where, set_id: str | None, draft: Draft) -> None:
    """Read a BOARD of a HANDSET into a deal."""
    report = draft.report
    board = fields.name(report, "BOARD_NUMBER")
    if board is None:
        report.add(MISSING_REQUIRED, "a BOARD without BOARD_NUMBER is not scored", fields.place())
        return
    here = {"at": fields.place(), "session": where.session, "board": board}
    others = {"section": where.section, "set_id": set_id, "details": fields.details(report, HAND_DETAILS)}
    draft.deals.append(_deal(here, _hands(fields, report), **others))


def read_board_hands(fields: Fields, where: Where, board: str, draft: Draft) -> None:
    """Read the hands that stand in a board beside its lines into a deal."""
    if fields.all("HAND"):
        here = {"at": fields.place(), "session": where.session, "board": board}
        _keep_deal(_deal(here, _hands(fields, draft.report)), draft, variant="BOARD")


def _hands(fields: Fields, report: Report) -> dict[Compass, Hand]:
    hands: dict[Compass, Hand] = {}
    for group in fields.all("HAND"):
        stated = group.text("DIRECTION") or ""
        seat = SEATS.get(stated.upper())
        if seat is None or seat in hands:
            report.add(
                BAD_VALUE,
                "each HAND needs a DIRECTION of its own: N, E, S or W",
                group.place("DIRECTION"),
                stated=stated,
            )
            fields.keep_group(group, report)
            continue
        hands[seat] = _hand(tuple([_cards(group.text(suit) or "") for suit in _SUITS]))
    return hands


_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
_hand = Hand.packer(*map(str.lower, _SUITS))
HAND_DETAILS = in_order("DUPLICATES NOTES")


@lru_cache(maxsize=4_096)
def _cards(written: str) -> str:
    text = written.upper().replace("10", "T").replace(" ", "")[:64]
    return "" if text in ("-", "--", "VOID") else text
