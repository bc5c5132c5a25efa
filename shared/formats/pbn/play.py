"""The play section: cards in rows of four, with what they say and whether the Laws allow them (3.6, 3.9, 3.10).

The rows have the seat of the tag in their first column. The document lets a file put a hyphen for each player before
the opening leader into the first row; then the cards of these columns belong to the trick of the row before. Such rows
are known by fewer faults when they are read so. So are rows that have the leader of each trick in their first column,
as in Pavlicek's archive, whose cards are listed in the order of play; they have hardly a fault when they are read so.
Where hardly a card is held by the player of its column, and nearly all are if the first column is another player's, the
seat of the tag is wrong.
"""

from dataclasses import dataclass, field

from contracts.codes import pbn as codes
from contracts.codes.code import Code
from shared.bridge.play.auction import CLOCKWISE, after
from shared.bridge.play.card_play import PACK, SUITS, Cell, PlayOutcome, follow_play, in_columns
from shared.bridge.play.contract import Contract, Denomination, ParsedContract, parse_card
from shared.bridge.play.faultless_play import follow_faultless, mask_of
from shared.bridge.play.seats import Seat
from shared.formats.pbn.annotations import Item, read_items, read_notes
from shared.formats.pbn.auction import ENDINGS, report_behind
from shared.formats.pbn.deal import Deal
from shared.formats.pbn.game import Fields, Tag, place_of
from shared.formats.pbn.report import Report
from shared.formats.pbn.values import Declarer, SideValues, read_denomination, read_seat

_CODES: dict[str, Code] = {
    "not-held": codes.CARD_NOT_HELD,
    "played-twice": codes.CARD_PLAYED_TWICE,
    "revoke": codes.REVOKE,
    "no-revoke": codes.IRREGULARITY,
    "lead-in-turn": codes.IRREGULARITY,
    "too-many": codes.NOT_A_CARD,
    "not-a-card": codes.NOT_A_CARD,
}
_CARDS = frozenset(PACK)
_SURE = 4
"""How many times fewer faults play has that is read in the order of play, where that is its order."""


@dataclass(slots=True)
class PlayRead:
    """The play as it can be used.

    Attributes:
        first: the seat of the first column.
        ending: "*", "+" or "".
        outcome: None when the first column has no seat.
        cards: those of play that has no fault and no annotation, row after row; None for any other.
    """

    tag: Tag
    first: Seat | None
    _items: list[Item] | None
    _cells: list[Item | None] = field(default_factory=list)
    notes: dict[int, str] = field(default_factory=dict)
    ending: str = ""
    outcome: PlayOutcome | None = None
    cards: tuple[str, ...] | None = None

    @property
    def items(self) -> list[Item]:
        """Everything in the section; of play without a fault only made when somebody asks for it."""
        if self._items is None:
            self._items = read_items("Play", self.tag, [], Report())
            self._cells = [item for item in self._items if item.text != "*"]
        return self._items

    @property
    def played(self) -> bool:
        """Whether a card is known."""
        return self.cards is not None or any(item is not None and item.text != "-" for item in self.cells)

    @property
    def cells(self) -> list[Item | None]:
        """For each place of the rows its item; None for one that the file leaves out."""
        return self._cells if self.items else []

    @cells.setter
    def cells(self, cells: list[Item | None]) -> None:
        self._cells = cells


@dataclass(frozen=True, slots=True)
class Terms:
    """What the play is judged by."""

    deal: Deal | None
    contract: ParsedContract
    declarer: Declarer | None

    @property
    def leader(self) -> Seat | None:
        """Who leads: on declarer's left, also where declarer and dummy have changed places."""
        return after(self.declarer.seat) if self.declarer is not None else None


def read_play(fields: Fields, terms: Terms, report: Report) -> PlayRead | None:
    """Read the play of a game and check it; None when it has none."""
    tag = fields.tags.get("Play")
    if tag is None or (not tag.value and not tag.has_content):
        return None
    for name in ("Deal", "Declarer", "Contract"):
        needed = fields.tags.get(name)
        if needed is not None and (needed.line, needed.column) > (tag.line, tag.column):
            report.add(codes.TAG_ORDER, f"{name} comes after Play", tag.place)
        elif tag.has_content and not fields.text(name) and not (name == "Declarer" and _is_end(terms)):
            report.add(codes.TAG_ORDER, f"the play has no {name} before it", tag.place)
    seat = read_seat(tag.value.strip())
    if seat.problem or (seat.value is None and tag.has_content):
        report.at_tag(codes.BAD_VALUE, seat.problem or "the seat of the first column is missing", tag)
    notes = fields.notes.get("Play", [])
    plain = _faultless(tag, seat.value, terms) if tag.data and not notes else None
    if plain is not None:
        return plain
    items = read_items("Play", tag, notes, report)
    for item in items:
        _spell(item, report)
    read = PlayRead(tag, seat.value or terms.leader, items, notes=read_notes("Play", notes, items, report))
    _find_ending(read, report)
    if read.first is not None:
        _follow(read, _first_column(read, read.first, terms, report), fields, terms, report)
    return read


def _first_column(read: PlayRead, stated: Seat, terms: Terms, report: Report) -> Seat:
    """Whose the first column is: another's than stated, if only then nearly all cards are held."""
    hands = terms.deal.cards if terms.deal is not None else {}

    def strangers(first: Seat, rows: int | None = None) -> int:
        start = CLOCKWISE.index(first)
        seats = [hands.get(CLOCKWISE[(start + number) % 4]) for number in range(4)]
        cells = read.cells if rows is None else read.cells[: 4 * rows]
        held = zip(cells, seats * (len(cells) // 4 + 1), strict=False)
        return sum(
            item is not None and item.text in _CARDS and hand is not None and item.text not in hand
            for item, hand in held
        )

    wrong = strangers(stated)
    if wrong < _SURE or len(hands) < len(CLOCKWISE):
        return stated
    # A cell too many or too few moves all cards behind it, but not those of the first row.
    fitting = [seat for seat in CLOCKWISE if _SURE * strangers(seat) < wrong and not strangers(seat, 1)]
    if len(fitting) != 1:
        return stated
    text = f"the columns begin with {fitting[0]}, not with {stated}: {wrong} cards are not in the hand of their column"
    report.add(codes.WRONG_FIRST_COLUMN, text, read.tag.place, stated=str(stated), computed=str(fitting[0]))
    return fitting[0]


def _faultless(tag: Tag, first: Seat | None, terms: Terms) -> PlayRead | None:
    """Play of whole tricks without fault or annotation; None for any other."""
    deal, leader = terms.deal, terms.leader
    if first is None or leader is None or deal is None or not deal.whole or not isinstance(terms.contract, Contract):
        return None
    words = tag.data.split()
    ending = words.pop() if words[-1] == "*" else ""
    masks = {seat: sum(map(mask_of, SUITS, hand)) for seat, hand in deal.suits.items()}
    outcome = follow_faultless(first, terms.contract.denomination, leader, words, masks)
    if outcome is None or not words:
        return None
    return PlayRead(tag, first, None, ending=ending, outcome=outcome, cards=tuple(words))


def _is_end(terms: Terms) -> bool:
    return terms.deal is not None and terms.deal.end_position


def _spell(item: Item, report: Report) -> None:
    """Bring a card into the spelling of PBN."""
    text = item.text
    if text in _CARDS or text in ENDINGS or text == "-":
        return
    if text.upper() in _CARDS:
        item.text = text.upper()
        return
    spelling = "-" if not text.strip("-") else parse_card(text).card
    if spelling is not None:
        item.text = spelling
        message = "PBN writes this card in another way"
        report.add_few(codes.READ_AS, message, place_of(item.token), stated=text, computed=spelling)


def _find_ending(read: PlayRead, report: Report) -> None:
    """Find * and +; a + stands in the place of a card, and hyphens may follow it in its row (3.6)."""
    for number, item in enumerate(read.items):
        if item.text == "*":
            read.ending = read.ending or "*"
            report_behind(item, read.items[number + 1 :], codes.NOT_A_CARD, report)
            return
        if item.text != "+":
            read.cells.append(item)
            continue
        if read.ending == "+":
            report.add(codes.AFTER_TO_BE_CONTINUED, "a second + in the play", place_of(item.token), stated="+")
        read.ending = "+"
        read.cells.append(None)


def _follow(read: PlayRead, first: Seat, fields: Fields, terms: Terms, report: Report) -> None:
    contract = terms.contract
    trump = contract.denomination if isinstance(contract, Contract) else read_denomination(fields.text("Contract"))
    hands = terms.deal.cards if terms.deal is not None else {}

    def judged(items: list[Item | None], leader: Seat) -> PlayOutcome:
        made = [Cell(None) if item is None or item.text == "-" else Cell(item.text, item.mark) for item in items]
        return follow_play(first, trump, leader, [made[start : start + 4] for start in range(0, len(made), 4)], hands)

    cells = read.cells
    # An end position names who leads in the tag of the play (3.10).
    leader = terms.leader or first
    outcome = judged(cells, leader)
    if leader is not first:
        shifted = _shifted(cells, column_of(leader, first))
        if shifted is not None:
            other = judged(shifted, leader)
            if len(other.faults) < len(outcome.faults) or not outcome.certain:
                read.cells = cells = shifted
                outcome = other
        elif cells and cells[0] is not None and cells[0].text != "-":
            other = judged(cells, first)
            if len(other.faults) < len(outcome.faults):
                outcome = other
                report.add(
                    codes.WRONG_LEADER,
                    f"{first} leads, and {leader} sits on declarer's left",
                    place_of(cells[0].token),
                    stated=str(first),
                    computed=str(leader),
                )
    elif outcome.faults and trump is not None:
        ordered = _in_columns(cells, trump)
        other = judged(ordered, leader) if ordered is not None else outcome
        if _SURE * len(other.faults) < len(outcome.faults):
            read.cells = cells = ordered or cells
            outcome = other
            message = "the cards are listed in the order of play, not in a column for each player"
            report.add_few(codes.READ_AS, message, read.tag.place)
    read.outcome = outcome
    for fault in outcome.faults:
        item = cells[fault.number] if fault.number < len(cells) else None
        place = place_of(item.token) if item is not None else read.tag.place
        report.add(_CODES[fault.fault], fault.reason, place, stated=item.token[1] if item is not None else None)
    if read.ending == "+":
        _report_after_plus(read.items, first, outcome, report)


def column_of(seat: Seat, first: Seat) -> int:
    """The column of a seat in rows whose first column is another's."""
    return (CLOCKWISE.index(seat) - CLOCKWISE.index(first)) % 4


def _shifted(cells: list[Item | None], gap: int) -> list[Item | None] | None:
    """The cells with the first columns moved up a row; None when the first row has no hyphens in these alone."""
    played = [item is not None and item.text != "-" for item in cells]
    if len(cells) <= 4 or None in cells[:gap] or any(played[:gap]) or not played[gap]:
        return None
    filled = [*cells, *[None] * (-len(cells) % 4)]
    below = [*filled[4:], *[None] * 4]
    return [below[number] if number % 4 < gap else cell for number, cell in enumerate(filled)]


def _in_columns(cells: list[Item | None], trump: Denomination) -> list[Item | None] | None:
    """The cells as if they had the order of play; None for play with a + or a lead out of turn, which has columns."""
    items = [item for item in cells if item is not None and item.mark != "L"]
    if len(items) < len(cells):
        return None
    return [None if place is None else items[place] for place in in_columns([item.text for item in items], trump)]


def _report_after_plus(all_items: list[Item], first: Seat, outcome: PlayOutcome, report: Report) -> None:
    """Report cards that come after the + in the order of play, not in the order of the file (3.6)."""
    items = [item for item in all_items if item.text != "*"]
    plus = next(number for number, item in enumerate(items) if item.text == "+")
    trick = plus // 4
    leader = outcome.lead_to[trick] if trick < len(outcome.lead_to) else None
    offset = column_of(leader, first) if leader is not None else 0
    # Nobody knows who leads to a trick when it is not known who won the one before.
    known = leader is not None and outcome.certain
    for number, item in enumerate(items):
        in_trick = known and number // 4 == trick and (number - offset) % 4 > (plus - offset) % 4
        if (number // 4 > trick or in_trick) and item.text not in ("-", "+"):
            report.at_token(codes.AFTER_TO_BE_CONTINUED, f"{item.text} is played after the +", item.token)


def compare_result(read: PlayRead, result: SideValues | None, terms: Terms, fields: Fields, report: Report) -> None:
    """Compare Result with the tricks of the play (3.4.15).

    With all tricks played they are equal. Play that stops early leaves the other tricks open; whether the result counts
    those is not said, so anything from what was won to what could still be won is right.
    """
    outcome = read.outcome
    if outcome is None or result is None or result.wrong or terms.declarer is None or not outcome.certain:
        return
    if _is_end(terms) or outcome.leader is None or any(fault.fault in _UNCERTAIN for fault in outcome.faults):
        return
    side = terms.declarer.seat.side
    tricks = result.tricks(side)
    if tricks is None:
        return
    won = outcome.won[side]
    open_tricks = 13 - sum(outcome.won.values())
    if not won <= tricks <= won + open_tricks:
        most = f" to {won + open_tricks}" if open_tricks else ""
        report.at_field(
            codes.RESULT_DIFFERS,
            f"Result differs from the play, in which declarer's side won {won}{most} tricks",
            fields,
            "Result",
            computed=f"{won}{most}",
        )


_UNCERTAIN = frozenset({"not-held", "played-twice", "not-a-card", "too-many"})
