"""A game file with changes: names, results, totals; whatever is the same stays the same bytes.

Rules kept here:

1. What the facts say is compared with what the file says now. Only what differs is written, where it stands.
2. Event and section get the stamp of the change. What follows from results is written (`results.py`); totals are
   written where the facts state others, and ranks follow from them (`reranking.py`).
3. What a game file cannot say is left as it is; reading the file shows it (`update.py`).
4. Lengths that cannot be are put right with the first change; without one the file stays the same bytes.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from contracts.facts import Facts, ResultFact, Score, SeatFact, StatedTotal
from contracts.messages import LossItem
from shared.formats.acblscore import values
from shared.formats.acblscore.file.game import Event, read_game
from shared.formats.acblscore.file.game_file import GameFile
from shared.formats.acblscore.file.game_layouts import MASTER
from shared.formats.acblscore.file.packing import DoesNotFit
from shared.formats.acblscore.file.record import Record
from shared.formats.acblscore.reader.awards import STRATA
from shared.formats.acblscore.reader.parse import members_of, parse, rosters_of
from shared.formats.acblscore.reader.roster import Member, Roster
from shared.formats.acblscore.reader.sections import groups_of
from shared.formats.acblscore.report import Report
from shared.formats.acblscore.writer.blocks import LONGEST, Blocks
from shared.formats.acblscore.writer.matches import MatchChanges
from shared.formats.acblscore.writer.next_round import seat_fields
from shared.formats.acblscore.writer.people import ADJUSTMENTS, changes_of
from shared.formats.acblscore.writer.reranking import placed, rank_again
from shared.formats.acblscore.writer.results import ResultChanges

Number = Decimal | int | None


@dataclass(frozen=True)
class Rewritten:
    """A file after its changes, and what of them a game file cannot say."""

    data: bytes
    losses: tuple[LossItem, ...] = ()


def rewrite(data: bytes, wanted: Mapping[str, Facts], moment: datetime | None = None) -> Rewritten:
    """Bring a game file to the whole facts of events, by their identities in the file; other events stay as they are.

    The moment of the change is for the stamps; None leaves them.

    Raises:
        FormatError: the file cannot be read.
    """
    parsed = parse(data)
    file = GameFile(data, Report())
    game = read_game(file)
    blocks = Blocks(bytearray(data), [(block.offset, block.end - block.offset) for block in game.free])
    for block in file.odd:  # rule 4
        blocks.set_at(block.offset, block.layout, "len_rest", min(block.end - block.offset - 2, LONGEST))
    if file.master.end == MASTER.size:
        blocks.set_at(0, MASTER, "len_rest", MASTER.size - 2)
    blocks.set_at(0, MASTER, "len_file", len(blocks.data))
    before = bytes(blocks.data)
    for now, event in zip(parsed.events, game.events, strict=True):
        facts = wanted.get(now.event)
        if facts is not None:
            _Change(file, event, now.facts, facts, blocks).apply(moment)
    written = bytes(blocks.data)
    return Rewritten(written if written != before else data, blocks.losses.items())


@dataclass
class _Change:
    """The changes of one event."""

    file: GameFile
    event: Event
    now: Facts
    wanted: Facts
    blocks: Blocks
    changed: set[str] = field(default_factory=set)

    def apply(self, moment: datetime | None) -> None:
        rosters = {} if self.event.teams else rosters_of(self.file, self.event)
        members = {member.id: member for member in members_of(self.event, rosters)}
        results = ResultChanges(self.blocks, rosters, self.event.individual)
        self._people(members)
        self._results(results)
        self._totals(members)
        self._adjustments(members)
        self._matches(members)
        self._next_seats(members)
        self._ranks(members.values(), rosters)
        for section in self.event.sections:
            if section.name in results.changed:
                results.follow(section)
            if section.name in self.changed | results.changed:
                self._stamp(section.details, moment)
                # The players have to be added to the program's list once more (DBADD), where they have been.
                flags = section.summary.integer("flags")
                if flags & values.IN_DATABASE:
                    self.blocks.set(section.summary, "flags", flags | values.CHANGED_SINCE)
        if self.changed | results.changed:
            self._stamp(self.event.details, moment)

    def _stamp(self, details: Record, moment: datetime | None) -> None:
        """The moment of the change, unless the block is too short to have one."""
        if moment is not None and details.holds("modified"):
            self.blocks.set(details, "modified", moment)

    def _write(self, member: Member, record: Record, name: str, value: Decimal | str | int) -> None:
        with suppress(DoesNotFit):  # rule 3
            self.blocks.set(record, name, value)
            self.changed.add(member.section.name)

    def _people(self, members: Mapping[str, Member]) -> None:
        now = {participant.key: participant for participant in self.now.participants}
        for participant in self.wanted.participants:
            before, member = now.get(participant.key), members.get(participant.id)
            if before is not None and member is not None and member.seated.entry is not None:
                for record, name, value in changes_of(participant, before, member.seated.entry):
                    self._write(member, record, name, value)

    def _results(self, results: ResultChanges) -> None:
        now = {result.key: result for result in self.now.results}
        wanted = {result.key: result for result in self.wanted.results}
        for key, result in wanted.items():
            before = now.get(key)
            if before is None:
                results.add(result)
            elif played_of(before) != played_of(result):
                results.change(before, result)
        for key, result in now.items():
            if key not in wanted:
                results.remove(result)

    def _matches(self, members: Mapping[str, Member]) -> None:
        for section in self.event.sections:
            if section.matches is not None and self.event.teams:
                changes = MatchChanges(self.blocks, section, section.matches, [*members.values()])
                changes.bring(self.now.matches, self.wanted.matches)
                self.changed |= {section.name} if changes.changed else set()

    def _next_seats(self, members: Mapping[str, Member]) -> None:
        """Seats of the next session; those that the facts do not have stay in the file."""
        now = {(seat.kind, seat.participant): seat_fields(seat) for seat in self.now.seats if _follows(seat)}
        for seat in self.wanted.seats:
            member = members.get(seat.participant)
            entry = member.seated.entry if member is not None else None
            if not _follows(seat) or now.get((seat.kind, seat.participant)) == seat_fields(seat):
                continue
            if member is None or entry is None or "next_table" not in entry.layout.fields:
                continue
            for name, value in seat_fields(seat).items():
                self._write(member, entry, name, value)

    def _totals(self, members: Mapping[str, Member]) -> None:
        now = {total.key: total for total in self.now.totals}
        for total in self.wanted.totals:
            member = members.get(total.participant)
            entry = member.seated.entry if member is not None else None
            if member is None or entry is None:
                continue
            for name, value, old in _fields(total, now.get(total.key)):
                if value is not None and value != old and name in entry.layout.fields:
                    self._write(member, entry, name, value)

    def _adjustments(self, members: Mapping[str, Member]) -> None:
        """Penalties, handicaps and carry-over; only what is in the unit of the file can be written."""
        now = {(fact.kind, fact.participant): fact for fact in self.now.adjustments}
        wanted = {(fact.kind, fact.participant): fact for fact in self.wanted.adjustments if fact.kind in ADJUSTMENTS}
        for key in sorted(now.keys() | wanted.keys()):
            before, after, member = now.get(key), wanted.get(key), members.get(key[1])
            entry = member.seated.entry if member is not None else None
            amount = after.amount if after is not None else Decimal(0)
            if after is None and key[0] != "penalty":
                continue  # other formats may know of neither handicap nor carry-over
            if member is None or entry is None or amount == (before.amount if before is not None else Decimal(0)):
                continue
            if before is None or after is None or before.unit == after.unit:
                self._write(member, entry, ADJUSTMENTS[key[0]], amount)

    def _ranks(self, members: Iterable[Member], rosters: Mapping[str, Roster]) -> None:
        """Ranks of everybody, and the lists that the index tables begin."""
        groups, teams = groups_of(self.event, "ranked", Report()), self.event.teams
        strata = min(max(1, self.event.details.integer("num_strats")), STRATA)
        keys = {name: roster.numbers.by_seat() for name, roster in rosters.items()}
        everybody = []
        for member in members:
            section, seated = member.section, member.seated
            own = (1, seated.table) if teams else keys[section.name].get((seated.table, seated.direction))
            if seated.entry is not None and own is not None:
                facing, number = own
                group = ("", 0) if teams else (groups[section.number] or section.name, facing)
                key = (number, section.number, max(facing, 1))
                everybody.append(placed(key, group, seated.entry, self.blocks.data, strata))
        tables = (
            (section.number, 1 if teams else index.integer("direction"), index)
            for section in self.event.sections
            for index in section.indexes
        )
        changed = rank_again(everybody, tables, self.blocks, self.blocks.losses)
        self.changed |= {section.name for section in self.event.sections if section.number in changed}


def _follows(seat: SeatFact) -> bool:
    """Whether an entry has a place for a seat: one in the next session."""
    return seat.stage == "next" and seat.round is None and seat.kind != "team"


def played_of(result: ResultFact) -> tuple[object, ...]:
    """What a file says of a result; its points last."""
    scores = (_plain(result.ns_score), _plain(result.ew_score))
    return (result.round, result.table, *scores, result.foul_group, result.stated)


def _plain(score: Score) -> Score:
    """A score without the words that a format has for its percentage: "Ave+" is "A6040" elsewhere."""
    return score if score.percent is None or score.text is None else score.replace(text=None)


def _fields(total: StatedTotal, before: StatedTotal | None) -> Iterator[tuple[str, Number, Number]]:
    """Fields of a total with the values that are wanted and that the file has; the event's total has no section."""
    unfactored = "wins" if total.kind == "team" else "unfactored"
    names = {
        "score": "total",
        "percentage": "percentage",
        "unfactored": unfactored,
        "num_boards_played": "boards_played",
    }
    # In an event of one session the final score is that of the session.
    final = {"final_score": "total"} if total.section is None or total.session is None else {}
    for name, of in (names | final if total.section is not None else final).items():
        yield name, getattr(total, of), getattr(before, of, None)
