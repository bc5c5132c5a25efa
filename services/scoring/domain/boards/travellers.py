"""Travellers: the results of one board, scored together, as they are published."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from decimal import Decimal
from math import lcm
from operator import attrgetter
from types import MappingProxyType
from typing import Any, TypeVar

from contracts.base import NAME_LENGTH
from contracts.facts import DealFact, Facts, Participant, ResultFact, StatedScore
from contracts.standings import LINES, BoardDeal, ScoredBoard
from services.scoring.domain.boards.all_boards import Valued, others
from services.scoring.domain.boards.board_list import Board, BoardKey, percent, published, sides_of
from services.scoring.domain.boards.line_methods import agrees, percent_agrees
from services.scoring.domain.boards.lines import score_text
from services.scoring.domain.boards.table_records import ByTable, TableRecord, by_board, record_of
from services.scoring.domain.matches.match_list import team_sides
from services.scoring.domain.rankings.totals import name_of
from shared.bridge.boards.board_line import BoardLine
from shared.bridge.boards.matchpoints import LineMatchpoints


@dataclass(frozen=True)
class Names:
    """What participants are called on a traveller.

    Attributes:
        players: of each pair and individual, by id.
        teams: of each team, by id.
        team_of: the team of each pair.
    """

    players: Mapping[str, str] = field(default_factory=dict)
    teams: Mapping[str, str] = field(default_factory=dict)
    team_of: Mapping[str, str] = field(default_factory=dict)


_Played = tuple[Any, ...]
"""What a line says apart from its points, in the order of `_PLAYED`."""


_About = tuple[str, Decimal | None, DealFact | None, ByTable | None, bool | None]


@dataclass(frozen=True)
class _Made:
    """A traveller, and what it was made of.

    Attributes:
        about: unit, datum, deal, what its tables recorded, and whether all of them have played.
        played: what does not follow from points, in the order of the results.
    """

    board: Board
    points: Sequence[LineMatchpoints]
    about: _About
    played: Sequence[_Played]
    traveller: ScoredBoard


class Travellers:
    """The travellers of an event to date: a line is made anew when its result, its points or its names change."""

    def __init__(self, event: str) -> None:
        """Begin without a board."""
        self._event = event
        self._participants: tuple[Participant, ...] = ()
        self._names = Names()
        self._about: tuple[object, ...] = ()
        self._recorded: tuple[object, Mapping[tuple[str | None, str], ByTable]] = ((), {})
        self._last: Valued = ((), {})
        self._made: dict[BoardKey, _Made] = {}
        self._shown: dict[BoardKey, ScoredBoard] = {}

    def all(
        self,
        boards: Sequence[Board],
        points: Mapping[BoardKey, Sequence[LineMatchpoints]],
        datums: Mapping[BoardKey, Decimal | None],
        unit: str,
        facts: Facts,
        deals: Mapping[tuple[str | None, str], DealFact],
        complete: Mapping[tuple[str | None, str], bool] = MappingProxyType({}),
    ) -> tuple[ScoredBoard, ...]:
        """The travellers of all boards; those of which nothing has changed are the same objects as before."""
        renamed = self._rename(facts.participants)
        recorded = self._records(facts)
        about = (unit, datums, deals, recorded, complete)
        kept = about == self._about and not renamed and self._made
        new = others((boards, points), self._last) if kept else None
        self._last, self._about = (boards, points), about
        before = self._made
        if new is None:
            self._made, self._shown = {}, {}
        for board in boards if new is None else new:
            key, worth, made = board.key, points[board.key], before.get(board.key)
            place = (key.session, key.board)
            own = (unit, datums[key], deals.get(place), recorded.get(place), complete.get(place))
            called = board.lines_of(renamed) if renamed else ()
            same = made is not None and made.board is board and made.points is worth and made.about == own
            if made is None or called or not same:
                made = self._make(board, worth, own, made, called)
            self._made[key], self._shown[key] = made, made.traveller
        return tuple(self._shown.values())

    def _records(self, facts: Facts) -> Mapping[tuple[str | None, str], ByTable]:
        """What tables recorded, by board."""
        of = (facts.auctions, facts.plays)
        if of != self._recorded[0]:
            self._recorded = of, by_board(facts)
        return self._recorded[1]

    def one(
        self, board: Board, points: Sequence[LineMatchpoints], unit: str, datum: Decimal | None, deal: DealFact | None
    ) -> ScoredBoard:
        """The traveller of a board with other results or points."""
        return traveller(self._event, board, points, self._names, deal, unit, datum)

    def _rename(self, participants: tuple[Participant, ...]) -> Set[str]:
        """Take the names over, and say whose lines have others now."""
        if participants == self._participants:
            return frozenset()
        before, self._participants, self._names = self._names, participants, names_of(participants)
        if (before.teams, before.team_of) != (self._names.teams, self._names.team_of):
            self._made.clear()
        return {name for name, _ in before.players.items() ^ self._names.players.items()}

    def _make(
        self,
        board: Board,
        points: Sequence[LineMatchpoints],
        about: _About,
        before: _Made | None,
        called: Iterable[ResultFact],
    ) -> _Made:
        """Make a traveller; the lines of those who are `called` otherwise than before are not kept."""
        known: dict[int, _Played] = {}
        if before is not None and before.board.vulnerability == board.vulnerability:
            known = dict(zip(map(id, before.board.results), before.played, strict=True))
            for result in called:
                known.pop(id(result), None)
        played = _played(board, self._names, known)
        unit, datum, deal, recorded, complete = about
        made = _traveller(self._event, board, points, played, deal, unit, datum, recorded, complete)
        return _Made(board, points, about, played, made)


def names_of(participants: Iterable[Participant]) -> Names:
    """What the participants of an event are called."""
    every = list(participants)
    return Names(
        players={p.id: name_of(p) for p in every if p.kind != "team"},
        teams={p.id: name_of(p) for p in every if p.kind == "team"},
        team_of={p.id: p.team for p in every if p.kind == "pair" and p.team},
    )


def traveller(
    event: str,
    board: Board,
    points: Sequence[LineMatchpoints],
    names: Names,
    deal: DealFact | None,
    unit: str,
    datum: Decimal | None,
) -> ScoredBoard:
    """The traveller as it is published, best North-South score first.

    A line of a match that does not say which pairs played has the names of the teams.
    """
    return _traveller(event, board, points, _played(board, names, {}), deal, unit, datum)


def _played(board: Board, names: Names, known: Mapping[int, _Played]) -> list[_Played]:
    """What the lines of a traveller say apart from their points, in the order of the results.

    Args:
        board: with its results.
        names: of who played.
        known: of results that had a line, by identity.
    """
    lines = list(map(known.get, map(id, board.results)))
    return [
        line or _line(result, scored, names)
        for line, result, scored in zip(lines, board.results, board.lines, strict=True)
    ]


def _points_of(points: Sequence[LineMatchpoints], order: Sequence[int]) -> dict[str, list[str]]:
    """The columns of the points of lines as they are published, and in per cent, in an order of the lines."""
    kinds = dict(zip(map(id, points), points, strict=True))
    shown = {
        own: (
            published(worth.ns),
            published(worth.ew),
            percent(worth.ns, worth.top_ns),
            percent(worth.ew, worth.top_ew),
        )
        for own, worth in kinds.items()
    }
    worth_of = list(map(id, points))
    own = [worth_of[number] for number in order]
    columns: dict[str, list[str]] = {}
    for place, name in enumerate(_POINTS):
        texts = {kind: "" if values[place] is None else str(values[place]) for kind, values in shown.items()}
        columns[name] = list(map(texts.__getitem__, own))
    return columns


_POINTS = ("ns_points", "ew_points", "ns_percent", "ew_percent")


def _agreeing(board: Board, points: Sequence[LineMatchpoints], order: Sequence[int]) -> list[bool | None]:
    """For each line whether what is stated of it is what it is worth, in an order of the lines.

    Points of a result that nothing is compared with were won against tables that no file has. Programs state the same
    of equal scores, so that lines share the answer.
    """
    if not board.has_statements or len(board.results) == 1 == board.results[0].multiplicity:
        return [None] * len(order)
    agreed: dict[tuple[int, ...], bool | None] = {}
    agreeing: list[bool | None] = []
    for number in order:
        result, worth = board.results[number], points[number]
        if result.stated is None:
            agreeing.append(None)
            continue
        values = _STATED(result.stated)
        ns, ew, ns_percent, ew_percent = values
        in_percent = ns_percent is not None or ew_percent is not None
        played = in_percent and result.ns_score.kind == result.ew_score.kind == "points"
        key = (id(ns), id(ew), id(ns_percent), id(ew_percent), id(worth), played)
        if key not in agreed:
            agreed[key] = _agrees(values, worth, played=played)
        agreeing.append(agreed[key])
    return agreeing


_Stated = tuple[Decimal | None, Decimal | None, Decimal | None, Decimal | None]

_STATED: Callable[[StatedScore], _Stated] = attrgetter("ns", "ew", "ns_percent", "ew_percent")


def _traveller(
    event: str,
    board: Board,
    points: Sequence[LineMatchpoints],
    played: Sequence[_Played],
    deal: DealFact | None,
    unit: str,
    datum: Decimal | None,
    recorded: ByTable | None = None,
    complete: bool | None = None,
) -> ScoredBoard:
    kinds = dict(zip(map(id, points), points, strict=True))
    tops = [worth.top_ns for worth in kinds.values()]
    # Over their common denominator points are whole numbers, which are quick to compare.
    common = lcm(*{worth.ns.denominator for worth in kinds.values() if worth.ns is not None})
    won = {
        own: (worth.ns is None, 0 if worth.ns is None else -worth.ns.numerator * (common // worth.ns.denominator))
        for own, worth in kinds.items()
    }
    parts = list(map(attrgetter("section", "round"), board.results))
    seats = {part: (str(part[0]), part[1] or 0) for part in set(parts)}
    by_points, by_seat = (_numbered(each) for each in (won, seats))
    places = [by_points[own] * len(seats) + by_seat[part] for own, part in zip(map(id, points), parts, strict=True)]
    order = sorted(range(len(places)), key=places.__getitem__)
    columns = dict(zip(_PLAYED, map(list, zip(*map(played.__getitem__, order), strict=True)), strict=False))
    if recorded is not None:
        records = [record_of(board.results[number], recorded, board.dealer, deal) for number in order]
        columns.update(zip(TableRecord._fields, map(list, zip(*records, strict=True)), strict=True))
    lines = LINES.of_lists({**columns, "agrees": _agreeing(board, points, order)}, _points_of(points, order))
    return ScoredBoard(
        event=event,
        id=board.key.id,
        session=board.key.session,
        board=board.key.board,
        dealer=board.dealer,
        vulnerable=board.vulnerability.value if board.vulnerability is not None else None,
        unit=unit,
        top=published(max(tops)) if tops and unit == "match_points" else None,
        datum=datum,
        deal=BoardDeal(north=deal.north, east=deal.east, south=deal.south, west=deal.west) if deal else None,
        double_dummy=(deal.double_dummy or None) if deal else None,
        complete=complete,
        lines=lines,
    )


_Own = TypeVar("_Own")


def _numbered(order: Mapping[_Own, tuple[Any, ...]]) -> dict[_Own, int]:
    """The number of each in their order, the same for those that are equal in it."""
    numbers = {value: number for number, value in enumerate(sorted(set(order.values())))}
    return {own: numbers[value] for own, value in order.items()}


def _agrees(stated: _Stated, worth: LineMatchpoints, *, played: bool) -> bool | None:
    """Whether what is stated of a line is what it is worth, in per cent where it was played; None of nothing."""
    ns, ew, ns_percent, ew_percent = stated
    checks = [agrees(ns, worth.ns), agrees(ew, worth.ew)]
    if played:
        checks.append(percent_agrees(ns_percent, worth.ns, worth.top_ns))
        checks.append(percent_agrees(ew_percent, worth.ew, worth.top_ew))
    known = [check for check in checks if check is not None]
    return all(known) if known else None


_PLAYED = (
    *("session", "section", "round", "table", "ns", "ew", "ns_names", "ew_names", "ns_team", "ew_team"),
    *("contract", "declarer", "lead", "tricks", "score", "ew_score", "stated_ns", "stated_ew"),
    *("teams_of_pairs", "part"),
)


def _line(result: ResultFact, line: BoardLine, names: Names) -> _Played:
    """A line without what it is worth."""
    ns, ew = sides_of(result)
    ns_team, ew_team = team_sides(result, names.team_of)
    score = score_text(result.ns_score, result.ew_score)
    if not score and isinstance(line.ns, int):
        score = str(line.ns)
    stated = result.stated
    same = result.ew_score is result.ns_score or result.ew_score == result.ns_score
    split = result.ns_score.kind == "points" and not same
    return (
        result.session,
        result.section,
        result.round,
        result.table,
        "+".join(ns)[:NAME_LENGTH] or None,
        "+".join(ew)[:NAME_LENGTH] or None,
        _names_of(ns, ns_team, names),
        _names_of(ew, ew_team, names),
        ns_team,
        ew_team,
        result.contract,
        result.declarer,
        result.lead,
        result.tricks,
        score,
        score_text(result.ew_score, result.ns_score) if split else None,
        stated.ns if stated is not None else None,
        stated.ew if stated is not None else None,
        (ns_team, ew_team) != (result.sides.ns_team, result.sides.ew_team) or None,
        result.part or None,
    )


def _names_of(side: tuple[str, ...], team: str | None, names: Names) -> str:
    if not side:
        return names.teams.get(team or "", "")
    if len(side) == 1:
        return names.players.get(side[0], "").strip(" &")
    return " & ".join(names.players.get(participant, "") for participant in side).strip(" &")[:NAME_LENGTH]
