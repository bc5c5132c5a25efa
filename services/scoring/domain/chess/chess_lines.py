"""The lines of a ranking of chess while a tournament goes on, and what files state otherwise of them.

A column in which nothing changes is the same list as before. Whether a stated place can be is asked again of those who
have moved and, where no tie-breaks are stated, of those level on points with one who has.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import compress, count
from operator import attrgetter, is_not
from typing import Any, NamedTuple

from contracts.base import NAME_LENGTH
from contracts.codes import scoring as codes
from contracts.facts import Facts, Participant, Person, StatedTotal
from contracts.findings import Finding
from contracts.standings import ROWS, StandingRow, StatedRow, TieBreakValue
from contracts.tables import Arranged, Table
from services.scoring.domain.boards.board_list import published
from services.scoring.domain.boards.line_methods import agrees
from services.scoring.domain.chess.explained_tie_breaks import shown_tie_breaks
from services.scoring.domain.differences.chess import FEWEST, Places, one_order, place_finding, points_finding
from services.scoring.domain.differences.rankings import place_of
from services.scoring.domain.rankings.totals import name_of
from shared.chess.model import GAME, Entrant, Kind, Tournament
from shared.chess.points import byes_to_come, team_byes_to_come
from shared.chess.running import Running
from shared.chess.standings import Row, Standings
from shared.chess.tie_breaks.codes import TieBreak
from shared.chess.tie_breaks.values import Value
from shared.formats.trf.columns import Total

_NOTHING = Fraction(0)

_Made = tuple[tuple[Value, ...], Entrant, Participant, tuple[TieBreak, ...], int]
"""What a line is made of, apart from its place and from what is stated; at the end the scale of points."""


@dataclass(slots=True)
class _Line:
    """A line, apart from its place.

    Attributes:
        made: what it was made of.
        cells: what it says, in the order of `_COLUMNS`.
        tie_breaks: those as JSON.
        total: what is stated.
        to_come: what byes of rounds to come add to the points.
        stated: how that is shown.
        wrong: says that other points are stated.
        claimed: the place that is stated.
    """

    made: _Made
    cells: tuple[Any, ...]
    tie_breaks: str
    total: StatedTotal | None = None
    to_come: Fraction = _NOTHING
    stated: StatedRow | None = None
    wrong: Finding | None = None
    claimed: int | None = None


class _Displaced(NamedTuple):
    """Who is stated in another place than he may have, these places, and the finding once it was asked for."""

    total: StatedTotal
    places: Places
    finding: Finding | None = None


class ChessLines:
    """The lines of one event; a result costs the lines that it touches."""

    def __init__(self) -> None:
        """Begin without a line."""
        self._before: Running | None = None
        self._participants: Mapping[str, Participant] = {}
        self._stated: Mapping[str, StatedTotal] = {}
        self._to_come: Mapping[str, Fraction] = {}
        self._level: Mapping[int, Places] | None = None
        self._lines: dict[int, _Line] = {}
        self._wrong: dict[int, Finding] = {}
        self._displaced: dict[int, _Displaced] = {}
        self._without: set[int] = set()
        self._unranked: Sequence[int] = ()
        self._compared = True
        self._codes: Sequence[tuple[int, TieBreak]] = ()
        self._columns: dict[str, list[Any]] = {}
        self._numbers: dict[int, int] = {}
        self._placed: dict[str, list[Any]] = {}

    def update(self, running: Running) -> tuple[Table[StandingRow], list[Finding]]:
        """The lines in their order, and what is stated otherwise in any of them."""
        standings, tournament = running.ranked.standings, running.ranked.tournament
        rows = standings.rows
        touched, others = self._touched(running)
        self._codes = shown_tie_breaks(tournament, standings.codes)
        looked_at = []
        for at in touched:
            row = rows[at]
            line = self._lines.get(row.index)
            if line is None or line.made[0] is not row.values or others is None or line.made[2].id in others:
                self._look_at(tournament, standings.codes, row)
                looked_at.append(row.index)
        level, self._level = self._level, None if running.facts.event.tie_breaks else _level(tournament, standings)
        moved = [places for points, places in (self._level or {}).items() if (level or {}).get(points) != places]
        asked = {*touched, *(at for first, last in moved for at in range(first - 1, last))} if moved else touched
        unranked, self._unranked = self._unranked, self._left_out(rows)
        if unranked != self._unranked:
            asked = range(len(rows))
        for at in asked if self._stated or self._displaced else ():
            self._place(tournament, rows[at])
        order = self._one_order(tournament, standings)
        # A column that is no ranking leaves only points to agree.
        compared = order is None or order.code != codes.PLACES_OF_ANOTHER_ORDER.code
        if compared is not self._compared:
            self._compared, asked = compared, range(len(rows))
        table = self._show(rows, touched, looked_at, asked)
        differing = self._differing(rows, with_places=order is None)
        return table, differing if order is None else [order, *differing]

    def _touched(self, running: Running) -> tuple[Sequence[int], set[str] | None]:
        """The positions of the lines that may be others than before; whose stated totals are, None for everybody's."""
        before, self._before, facts = self._before, running, running.facts
        rows, tournament = running.ranked.standings.rows, running.ranked.tournament
        kind = "team" if tournament.team else "player"
        anew = before is None or before.table is not running.table
        old = Facts() if before is None else before.facts
        others: set[str] = set()
        if anew or old.participants != facts.participants:
            self._participants, anew = {each.id: each for each in facts.participants if each.kind == kind}, True
        if anew or old.totals != facts.totals:
            was = self._stated
            now = {each.participant: each for each in facts.totals if each.kind == kind and each.session is None}
            others, self._stated = {name for name in {*was, *now} if was.get(name) is not now.get(name)}, now
        if anew or (old.seats, old.events) != (facts.seats, facts.events):
            self._to_come, anew = _to_come(facts, tournament), True
        if anew or before is None:
            self._numbers = {index: number for number, index in enumerate(sorted(row.index for row in rows))}
            self._columns = {name: [None] * len(rows) for name in (*_COLUMNS, *_HELD_AGAINST)}
            self._placed = {"place": [""] * len(rows), "rank": [0] * len(rows)}
            self._wrong.clear()
            self._displaced.clear()
            self._without.clear()
            return range(len(rows)), None
        touched = compress(count(), map(is_not, before.ranked.standings.rows, rows))
        if not others:
            return list(touched), others
        indexes = {running.table.index.get(name, -1) for name in others}
        return sorted({*touched, *(at for at, row in enumerate(rows) if row.index in indexes)}), others

    def _look_at(self, tournament: Tournament, order: tuple[TieBreak, ...], row: Row) -> None:
        """Make a line anew if something of it is another, apart from the place."""
        index, entrant = row.index, tournament.entrants[row.index]
        own = entrant.id
        total, to_come = self._stated.get(own), self._to_come.get(own, _NOTHING)
        made = (row.values, entrant, self._participants[own], order, tournament.scale)
        line = self._lines.get(index)
        if line is None or line.made != made:
            line = self._lines[index] = _line(tournament, index, made, self._codes)
            _hold_against(line, total, to_come, tournament, index)
        elif line.total is not total or line.to_come != to_come:
            _hold_against(line, total, to_come, tournament, index)
        if total is not None and line.claimed is None:
            self._without.add(index)
        else:
            self._without.discard(index)
        if line.wrong is not None:
            self._wrong[index] = line.wrong
        else:
            self._wrong.pop(index, None)

    def _place(self, tournament: Tournament, row: Row) -> None:
        """Note whether a place is stated that cannot be."""
        index, line = row.index, self._lines[row.index]
        total, claimed = line.total, line.claimed
        level = self._level
        places = (row.place,) * 2 if level is None else level[tournament.scores[index][tournament.primary]]
        first, last = self._possible(places)
        if claimed is None or total is None or first <= claimed <= last:
            self._displaced.pop(index, None)
        else:
            self._displaced[index] = _Displaced(total, places)

    def _possible(self, places: Places) -> Places:
        """Places by points and tie-breaks, from as many further up as are left out before."""
        return places[0] - bisect_left(self._unranked, places[0] - 1), places[1]

    def _left_out(self, rows: Sequence[Row]) -> list[int]:
        """The positions of those whom the file gives points, but no place, if they are few: they have withdrawn."""
        without = self._without
        if not without or 2 * len(without) > len(rows):
            return []
        return [at for at, row in enumerate(rows) if row.index in without]

    def _one_order(self, tournament: Tournament, standings: Standings) -> Finding | None:
        """The finding for all places that cannot be, if they are one difference: many, or all are starting numbers."""
        lines, differing = self._lines, len(self._displaced)
        if differing < 2 or (differing < FEWEST and not self._are_numbers(tournament)):
            return None
        level = self._level or _level(tournament, standings)
        claims = [
            (claimed, self._possible(level[tournament.scores[row.index][tournament.primary]]))
            for row in standings.rows
            if (claimed := lines[row.index].claimed) is not None
        ]
        first = next(row.index for row in standings.rows if row.index in self._displaced)
        tie_breaks = ", ".join(code.text for code in standings.codes)
        return one_order(differing, self._out_of_place(first), claims, tie_breaks)

    def _are_numbers(self, tournament: Tournament) -> bool:
        """Whether the place of everybody is his starting number."""
        return all(self._lines[at].claimed == entrant.number for at, entrant in enumerate(tournament.entrants))

    def _out_of_place(self, index: int) -> Finding:
        total, places, finding = self._displaced[index]
        if finding is None:
            finding = place_finding(total, _subject(self._lines[index].made[2]), places)
            self._displaced[index] = _Displaced(total, places, finding)
        return finding

    def _differing(self, rows: Sequence[Row], *, with_places: bool) -> list[Finding]:
        """What is stated otherwise, in the order of the lines."""
        wrong, displaced = self._wrong, self._displaced if with_places else {}
        findings: list[Finding] = []
        for row in rows if wrong or displaced else ():
            if row.index in wrong:
                findings.append(wrong[row.index])
            if row.index in displaced:
                findings.append(self._out_of_place(row.index))
        return findings

    def _show(
        self, rows: Sequence[Row], moved: Iterable[int], looked_at: Iterable[int], asked: Iterable[int]
    ) -> Table[StandingRow]:
        """The table.

        Args:
            rows: of the standings.
            moved: the places whose rows are others than before.
            looked_at: the indexes of the lines that may be.
            asked: the places of which it was asked whether what is stated can be.
        """
        numbers = self._numbers
        self._placed = {name: column.copy() for name, column in self._placed.items()}
        for at in moved:
            row = rows[at]
            self._placed["place"][at], self._placed["rank"][at] = _shown_place(row.place, row.shared), row.place
        lines = [(numbers[index], self._lines[index]) for index in looked_at]
        for at, name in enumerate(_COLUMNS):
            self._put(name, [(number, line.cells[at]) for number, line in lines])
        self._put("tie_breaks as JSON", [(number, line.tie_breaks) for number, line in lines])
        stated = [(number, line.stated or _NOTHING_STATED) for number, line in lines]
        self._put("stated_place", [(number, of.place) for number, of in stated])
        self._put("stated_total", [(number, of.total) for number, of in stated])
        indexes = {*looked_at, *(rows[at].index for at in asked)} if self._stated else looked_at
        self._put("agrees", [(numbers[index], self._agrees(index)) for index in indexes])
        order = list(map(numbers.__getitem__, map(_INDEX, rows)))
        columns = dict(self._columns)
        texts, written = {"total": columns.pop("total")}, {"tie_breaks": columns.pop("tie_breaks as JSON")}
        return ROWS.arranged(
            Arranged(columns, order, self._placed),
            Arranged(texts, order, {"place": self._placed["place"]}),
            Arranged(written, order, {}),
        )

    def _put(self, name: str, cells: Iterable[tuple[int, Any]]) -> None:
        """Put values into a copy of a column; it stays the same list where they are there already."""
        column = self._columns[name]
        others = [(number, value) for number, value in cells if column[number] is not value]
        if others:
            changed = self._columns[name] = column.copy()
            for number, value in others:
                changed[number] = value

    def _agrees(self, index: int) -> bool | None:
        """Whether what is stated of a line is right; None where nothing is."""
        if self._lines[index].total is None:
            return None
        return not (index in self._wrong or (self._compared and index in self._displaced))


@lru_cache(maxsize=16_384)
def _shown_place(place: int, shared: bool) -> str:
    return f"{place}=" if shared else str(place)


_COLUMNS = ("id", "number", "name", "players", "total", "boards", "title", "rating", "federation", "tie_breaks")
_HELD_AGAINST = ("tie_breaks as JSON", "stated_place", "stated_total", "agrees")
_NOTHING_STATED = StatedRow()
_INDEX = attrgetter("index")


def _subject(participant: Participant) -> str:
    return f"{'team' if participant.kind == 'team' else 'player'} {participant.number or participant.id}"


def _line(tournament: Tournament, index: int, made: _Made, shown: Sequence[tuple[int, TieBreak]]) -> _Line:
    """A line that has no place yet, and that nothing is held against."""
    values, entrant, participant, *_ = made
    person = participant.players[0] if participant.kind == "player" and participant.players else Person()
    played = Kind.PLAYED
    tie_breaks = [_tie_break(code.text, values[at].units, values[at].divisor) for at, code in shown]
    cells = (
        participant.id,
        participant.number or participant.id,
        name_of(participant)[:NAME_LENGTH],
        tuple([person.name or "" for person in participant.players]),
        str(published(Fraction(tournament.scores[index][tournament.primary], tournament.scale))),
        sum([turn.kind is played for turn in entrant.turns]),
        person.title,
        participant.rating if participant.kind == "player" else None,
        person.federation,
        tuple([each for each, _ in tie_breaks]),
    )
    return _Line(made, cells, f"[{','.join([text for _, text in tie_breaks])}]")


def _hold_against(
    line: _Line, total: StatedTotal | None, to_come: Fraction, tournament: Tournament, index: int
) -> None:
    """Hold a line against what is stated."""
    # The score that ranks, and its field of TRF: game points, where these rank teams.
    by_games = tournament.team and tournament.primary == GAME
    field: Total = "points" if not tournament.team else "game_points" if by_games else "match_points"
    claim = None if total is None else total.game_points if by_games else total.total
    points, place = tournament.scores[index][tournament.primary], place_of(total)
    line.total, line.to_come, line.claimed = total, to_come, place.first if place is not None else None
    line.stated, line.wrong = StatedRow(place=total.place, total=claim) if total is not None else None, None
    # A list of standings without rounds says nothing that its points could follow from, as its reader reports.
    if total is None or claim is None or tournament.rounds_in == 0:
        return
    if not _is_right(str(claim), points, tournament.scale, to_come.as_integer_ratio()):
        exact = Fraction(points, tournament.scale)
        line.wrong = points_finding(total, _subject(line.made[2]), field, claim, exact)


@lru_cache(maxsize=4096)
def _is_right(claim: str, points: int, scale: int, to_come: tuple[int, int]) -> bool:
    """Whether stated points are those of the games, with or without byes to come; many have the same."""
    stated, exact = Decimal(claim), Fraction(points, scale)
    return bool(agrees(stated, exact) or agrees(stated, exact + Fraction(*to_come)))


def _to_come(facts: Facts, tournament: Tournament) -> dict[str, Fraction]:
    """What byes of rounds to come add to the score that ranks."""
    if not tournament.team:
        return byes_to_come(facts)
    return {team: given[tournament.primary] for team, given in team_byes_to_come(facts, tournament.boards).items()}


def _level(tournament: Tournament, standings: Standings) -> dict[int, Places]:
    """The first and the last place of those with as many points: without tie-breaks, any of them is right."""
    scores, which = tournament.scores, tournament.primary
    points = [scores[row.index][which] for row in standings.rows]
    first = dict(zip(reversed(points), range(len(points), 0, -1), strict=True))
    return {value: (first[value], first[value] + level - 1) for value, level in Counter(points).items()}


@lru_cache(maxsize=16_384)
def _tie_break(code: str, units: int | None, divisor: int) -> tuple[TieBreakValue, str]:
    """A value, and as JSON; few values of a tie-break are had by many players."""
    value = TieBreakValue(code=code, value=None if units is None else published(Fraction(units, divisor)))
    return value, value.model_dump_json(exclude_none=True)
