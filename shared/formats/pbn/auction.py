"""The auction section: calls in turn, with what they say and whether the Laws allow them (3.5, 3.9)."""

from dataclasses import dataclass, field

from contracts.codes import pbn as codes
from contracts.codes.code import Code
from shared.bridge.play.auction import ALL_PASS, BIDS, SKIPPED, AuctionOutcome, follow_auction, parse_call, turn
from shared.bridge.play.contract import ParsedContract
from shared.bridge.play.seats import Seat
from shared.formats.pbn.annotations import Item, read_items, read_notes
from shared.formats.pbn.game import Fields, Tag, place_of
from shared.formats.pbn.report import Report
from shared.formats.pbn.values import Declarer, read_seat

_CODES: dict[str, Code] = {
    "not-a-call": codes.NOT_A_CALL,
    "insufficient": codes.INSUFFICIENT_BID,
    "sufficient": codes.IRREGULARITY,
    "inadmissible-double": codes.INADMISSIBLE_DOUBLE,
    "inadmissible-redouble": codes.INADMISSIBLE_REDOUBLE,
    "after-end": codes.CALL_AFTER_END,
    "skip": codes.IRREGULARITY,
}

_CALLS = frozenset({*BIDS, "Pass", "X", "XX", ALL_PASS})
_SPELLED = frozenset({*_CALLS, SKIPPED, "*", "+", "-"})
ENDINGS = frozenset({"*", "+"})
"""What ends a section: nothing more to come, or to be continued."""


@dataclass(slots=True)
class AuctionRead:
    """An auction as it can be used.

    Attributes:
        first: who made the first call; None when neither the tag nor the dealer says.
        start: index in the items of the first call.
        ending: "*", "+" or "".
        outcome: None when nobody knows who called.
        words: those of an auction that has no fault and no annotation, with its ending; None for any other.
    """

    tag: Tag
    first: Seat | None
    _items: list[Item] | None
    start: int = 0
    notes: dict[int, str] = field(default_factory=dict)
    ending: str = ""
    outcome: AuctionOutcome | None = None
    words: tuple[str, ...] | None = None

    @property
    def items(self) -> list[Item]:
        """Every call, hyphens, * and + included, with the spelling of PBN."""
        if self._items is None:
            self._items = read_items("Auction", self.tag, [], Report())
        return self._items

    @property
    def calls(self) -> list[Item]:
        """The calls from the first one on, without * and +."""
        return [item for item in self.items[self.start :] if item.text != "-" and item.text not in ENDINGS]


def read_auction(fields: Fields, dealer: Seat | None, report: Report) -> AuctionRead | None:
    """Read the auction of a game and check it; None when it has none."""
    tag = fields.tags.get("Auction")
    if tag is None or (not tag.value and not tag.has_content):
        return None
    dealers = fields.tags.get("Dealer")
    if dealers is not None and (dealers.line, dealers.column) > (tag.line, tag.column):
        report.add(codes.TAG_ORDER, "Dealer comes after Auction", tag.place)
    elif tag.has_content and not fields.text("Dealer"):
        report.add(codes.TAG_ORDER, "the auction has no Dealer before it", tag.place)
    seat = read_seat(tag.value.strip())
    if seat.problem or (seat.value is None and tag.has_content):
        report.at_tag(codes.BAD_VALUE, seat.problem or "the seat of the first column is missing", tag)
    notes = fields.notes.get("Auction", [])
    plain = _faultless(tag, seat.value, dealer) if tag.data and not notes else None
    if plain is not None:
        return plain
    items = read_items("Auction", tag, notes, report)
    _join_all_pass(items)
    for item in items:
        _spell(item, report)
    read = AuctionRead(tag, seat.value or dealer, items, notes=read_notes("Auction", notes, items, report))
    _find_ends(read, dealer, report)
    calls = read.calls
    if read.first is not None and calls:
        for item in items:
            if item.mark is not None and item.text not in BIDS:
                report.at_token(
                    codes.IRREGULARITY, f"{item.text} is marked as insufficient but is not a bid", item.token
                )
        marked = frozenset(number for number, item in enumerate(calls) if item.mark == "I")
        read.outcome = follow_auction(read.first, tuple(item.text for item in calls), marked)
        for fault in read.outcome.faults:
            report.at_token(_CODES[fault.fault], fault.reason, calls[fault.number].token)
        if not read.outcome.ended and not read.ending:
            report.add(codes.AUCTION_UNFINISHED, "the auction has no final passes", place_of(calls[-1].token))
    return read


def _faultless(tag: Tag, first: Seat | None, dealer: Seat | None) -> AuctionRead | None:
    """An auction of the dealer's that ends, without fault or annotation; None for any other."""
    if first is None or dealer not in (None, first):
        return None
    words = tuple(tag.data.split())
    ending = words[-1] if words[-1] == "*" else ""
    calls = words[:-1] if ending else words
    if not calls or not _CALLS.issuperset(calls):
        return None
    outcome = follow_auction(first, calls)
    if outcome.faults or not (outcome.ended or ending):
        return None
    return AuctionRead(tag, first, None, ending=ending, outcome=outcome, words=words)


def _join_all_pass(items: list[Item]) -> None:
    """Put the two words of "All Pass" at the end of an auction together."""
    words = [item.text.upper() for item in items]
    for at in range(len(words) - 1):
        if words[at] == "ALL" and (words[at + 1] == "PASSED" or parse_call(words[at + 1]) == "Pass"):
            all_pass, second = items[at], items.pop(at + 1)
            all_pass.text = "ALLPASS"
            all_pass.note = all_pass.note or second.note
            all_pass.glyphs += second.glyphs
            return


def _spell(item: Item, report: Report) -> None:
    """Bring a call into the spelling of PBN."""
    if item.text in _SPELLED:
        return
    text, call = item.text, parse_call(item.text)
    if call is not None:
        item.text = call
    elif not text.strip("-"):
        item.text = "-"
    if item.text != text and item.text.upper() != text.upper():
        message = "PBN has another word for this call"
        report.at_token(codes.READ_AS, message, item.token, computed=item.text, few=True)


def _find_ends(read: AuctionRead, dealer: Seat | None, report: Report) -> None:
    """Skip the hyphens of players before the dealer, and find * or + with what stands behind it (3.5)."""
    items = read.items
    read.start = next((number for number, item in enumerate(items) if item.text != "-"), len(items))
    # The tag names the seat of the first column.
    if read.first is not None and read.start < len(items):
        read.first = turn(read.first, read.start)
        if dealer not in (None, read.first) and items[read.start].text not in ENDINGS:
            report.add(
                codes.AUCTION_BEGINS,
                f"{read.first} makes the first call, but the dealer is {dealer}",
                place_of(items[read.start].token),
                stated=str(read.first),
                computed=str(dealer),
            )
    for number, item in enumerate(items[read.start :], read.start):
        if item.text == "-":
            report.add(codes.TURN_SKIPPED, "a hyphen takes the place of a call", place_of(item.token))
        if item.text in ENDINGS:
            read.ending = item.text
            report_behind(item, items[number + 1 :], codes.CALL_AFTER_END, report)
            return


def report_behind(ending: Item, items: list[Item], code: Code, report: Report) -> None:
    """Report what stands behind * or +, but for another *."""
    for later in items:
        if later.text != "*":
            end = "+, which says that more is to come" if ending.text == "+" else "*, which ends the section"
            what = f"{later.text} stands behind {end}"
            problem = codes.AFTER_TO_BE_CONTINUED if ending.text == "+" else code
            report.at_token(problem, what, later.token)


def compare_contract(
    read: AuctionRead, contract: ParsedContract, declarer: Declarer | None, fields: Fields, report: Report
) -> None:
    """Compare an auction that has ended with Contract and Declarer."""
    outcome = read.outcome
    if outcome is None or not outcome.ended or outcome.contract is None or read.ending == "+":
        return
    if contract is not None and contract != outcome.contract:
        message, computed = (
            f"Contract differs from the auction, which ends in {outcome.contract}",
            str(outcome.contract),
        )
        report.at_field(codes.CONTRACT_DIFFERS, message, fields, "Contract", computed)
    if declarer is not None and outcome.declarer not in (None, declarer.by_auction):
        message, computed = (
            f"Declarer differs from the auction, which makes {outcome.declarer} declarer",
            str(outcome.declarer),
        )
        report.at_field(codes.DECLARER_DIFFERS, message, fields, "Declarer", computed)
