"""Results of a section that are changed, added or taken out of a game file.

Rules kept here:

1. A result that the file lacks goes into an empty place of its board; else the board gets a longer table, and its old
   one becomes a free block. A result that is taken out becomes a board not in play.
2. After a change, the numbers of results, the rounds that are posted and the section's status follow from its results.
   A section whose changed results state no points is no longer scored.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from contracts.facts import ResultFact, Score
from shared.formats.acblscore import values
from shared.formats.acblscore.file.fields import Layout
from shared.formats.acblscore.file.game import Board, Section
from shared.formats.acblscore.file.packing import DoesNotFit
from shared.formats.acblscore.file.play_layouts import BOARD, RESULT2, RESULT4, SEATS
from shared.formats.acblscore.reader.boards import layout_of
from shared.formats.acblscore.reader.roster import Roster
from shared.formats.acblscore.reader.sections import TRAVELLERS
from shared.formats.acblscore.scores import LATE, NOT_IN_PLAY, SPECIAL, write_score
from shared.formats.acblscore.writer.blocks import Blocks
from shared.formats.losses import Losses

_WHOLE = re.compile(r"-?\d{1,4}", re.ASCII)

_OTHER = "a game file has no {} score like this"
_NOT_HELD = {"artificial": "a game file has scores of 40, 50 and 60 %, and none like this on a board"}
"""Why a score is not written; an adjustment of an entry is no place for it, because it is no score of a board."""

Row = dict[str, int | Decimal]


@dataclass
class ResultChanges:
    """Writes the results of an event, by who sits in each section; `changed` are names of sections."""

    blocks: Blocks
    rosters: Mapping[str, Roster]
    individual: bool
    changed: set[str] = field(default_factory=set)
    _unscored: set[str] = field(default_factory=set)

    def change(self, before: ResultFact, after: ResultFact) -> None:
        """Write a result in the place where it stands."""
        individual = before.sides.north is not None
        row = row_of(after, individual=individual, losses=self.blocks.losses)
        if before.at is not None and before.at.offset is not None and row is not None:
            self._write(before.at.offset, RESULT4 if individual else RESULT2, row, after)

    def remove(self, result: ResultFact) -> None:
        """Take a result out."""
        gone = Score(kind="not_in_play")
        self.change(result, result.replace(ns_score=gone, ew_score=gone, stated=None))

    def add(self, result: ResultFact) -> None:
        """Put a result in that the file lacks (rule 1), if it has its people and board and there is room."""
        roster = self.rosters.get(result.section or "")
        numbers = numbers_of(result, roster) if roster is not None else None
        if roster is None or numbers is None:
            return
        board = next((b for b in roster.section.boards if str(b.row.integer("board")) == result.board), None)
        if board is None:
            return
        layout = layout_of(board, self.individual)
        row = row_of(result, individual=layout is RESULT4, losses=self.blocks.losses)
        if row is None or not numbers.keys() <= layout.fields.keys():
            return
        try:
            offset = self._place(board, layout)
        except DoesNotFit:
            return
        self._write(offset, layout, {**row, **numbers}, result)

    def _write(self, offset: int, layout: Layout, row: Row, result: ResultFact) -> None:
        for name, value in row.items():
            self.blocks.set_at(offset, layout, name, value)
        self.changed.add(result.section or "")
        if result.stated is None and result.ns_score.kind in ("points", "artificial"):
            self._unscored.add(result.section or "")

    def _place(self, board: Board, layout: Layout) -> int:
        start, size = self._table(board), layout.size
        end = self.blocks.end_of(start)
        for offset in range(start + BOARD.size, end - size + 1, size):
            if not any(layout.reader.unpack_from(self.blocks.data, offset)[2::3]):
                return offset
        moved = self.blocks.grow(start, size)
        self.blocks.set(board.row, "ofs_results", moved)
        self.blocks.set_at(moved, BOARD, "num_valid", (end - start + size - BOARD.size) // size)
        return moved + end - start

    def _table(self, board: Board) -> int:
        """Where the table of a board stands now."""
        at = board.row.offset + board.row.layout.fields["ofs_results"][0]
        return int.from_bytes(self.blocks.data[at : at + 4], "little")

    def follow(self, section: Section) -> None:
        """Bring counts and status of a section to its results (rule 2)."""
        rounds: dict[int, list[bool]] = {}
        late, entered = False, 0
        travellers = section.details.integer("posting_method") == TRAVELLERS
        for board in section.boards:
            start = self._table(board)
            layout = layout_of(board, self.individual)
            rows = bytes(self.blocks.data[start + BOARD.size : self.blocks.end_of(start)])
            every = layout.reader.iter_unpack(rows[: len(rows) // layout.size * layout.size])
            entries = [entry for entry in every if any(entry[2::3])]
            valid = sum(any(raw not in SPECIAL for raw in entry[3::3]) for entry in entries)
            self.blocks.set(board.row, "num_results", valid)
            if travellers and valid:
                self.blocks.set(board.row, "traveller_entered", 1)
            entered += valid > 0 or board.row.flag("traveller_entered")
            for entry in entries:
                late = late or LATE in entry[3::3]
                rounds.setdefault(entry[0], []).append(any(raw != NOT_IN_PLAY for raw in entry[3::3]))
        total = section.details.integer("num_rounds") or section.summary.integer("num_rounds")
        posted = next((number for number in range(total) if not all(rounds.get(number + 1, [False]))), total)
        if not travellers:
            self.blocks.set(section.summary, "num_rounds_posted", posted)
        elif section.details.holds("num_boards_posted"):
            self.blocks.set(section.details, "num_boards_posted", min(entered, 255))
        status = section.summary.integer("status") & ~(values.POSTED | values.LATE_PLAYS)
        status |= (values.POSTED if posted == total else 0) | (values.LATE_PLAYS if late else 0)
        if section.name in self._unscored:
            status &= ~values.SCORED
        self.blocks.set(section.summary, "status", status)


def row_of(result: ResultFact, *, individual: bool, losses: Losses) -> Row | None:
    """Round, table, scores and points of a result; None, counted as a loss, when a game file cannot say them."""
    raws: list[int] = []
    for score, ns in ((result.ns_score, True), (result.ew_score, False)):
        group = result.foul_group if score.kind == "points" else 0
        raw = NOT_IN_PLAY if score.kind == "unknown" else write_score(score, group, ns=ns)
        if raw is None:
            losses.add("score", _NOT_HELD.get(score.kind, _OTHER.format(score.kind)), of=("results",))
            return None
        raws.append(raw)
    stated = result.stated
    points = [(stated.ns if stated else None) or Decimal(0), (stated.ew if stated else None) or Decimal(0)]
    table = int(result.table) if result.table and result.table.isdecimal() and len(result.table) < 4 else 0
    row: Row = {"round": min(result.round or 0, 255), "table": table if table < 256 else 0}
    for number, name in enumerate(SEATS if individual else ("ns", "ew")):
        row |= {f"{name}_score": raws[number % 2], f"{name}_points": points[number % 2]}
    if individual and result.ns_score.kind in ("points", "artificial"):
        # What South or West has otherwise than North or East; points in hundredths.
        stated_of = {detail.name.lower(): detail.value for detail in result.details if _WHOLE.fullmatch(detail.value)}
        for name, digits in (("score", 0), ("points", 2)):
            for column in (f"south_{name}", f"west_{name}"):
                if column in stated_of:
                    row[column] = Decimal(stated_of[column]).scaleb(-digits)
    return row


def numbers_of(result: ResultFact, roster: Roster) -> dict[str, int] | None:
    """The numbers of those who sit at a table; None when one of them is not of the section."""
    sides = result.sides
    names = ("ns", "ew") if sides.ns else SEATS
    by_name = {name: roster.number_of(getattr(sides, name) or "") for name in names}
    numbers = {name: number for name, number in by_name.items() if number}
    return numbers if len(numbers) == len(names) else None
