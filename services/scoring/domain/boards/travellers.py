"""Travellers: the results of one board, scored together, as they are published."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from decimal import Decimal
from math import lcm
from operator import attrgetter
from typing import Any, TypeVar

from contracts.base import NAME_LENGTH
from contracts.facts import DealFact, Facts, Participant, ResultFact
from contracts.standings import BoardDeal, ScoredBoard, TravellerLine
from services.scoring.domain.boards.board_list import Board, BoardKey, percent, published, sides_of
from services.scoring.domain.boards.line_methods import agrees, percent_agrees
from services.scoring.domain.boards.lines import score_text
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


@dataclass(frozen=True)
class _Made:
    """A traveller, and what it was made of.

    Attributes:
        about: unit, datum and deal.
        lines: in the order of the results.
    """

    board: Board
    points: Sequence[LineMatchpoints]
    about: tuple[str, Decimal | None, DealFact | None]
    lines: Sequence[TravellerLine]
    traveller: ScoredBoard


class Travellers:
    """The travellers of an event to date: a line is made anew when its result, its points or its names change."""

    def __init__(self, event: str) -> None:
        """Begin without a board."""
        self._event = event
        self._participants: tuple[Participant, ...] = ()
        self._names = Names()
        self._made: dict[BoardKey, _Made] = {}

    def all(
        self,
        boards: Sequence[Board],
        points: Mapping[BoardKey, Sequence[LineMatchpoints]],
        datums: Mapping[BoardKey, Decimal | None],
        unit: str,
        facts: Facts,
        deals: Mapping[tuple[str | None, str], DealFact],
    ) -> tuple[ScoredBoard, ...]:
        """The travellers of all boards; those of which nothing has changed are the same objects as before."""
        renamed = self._rename(facts.participants)
        before, self._made = self._made, {}
        for board in boards:
            key, made = board.key, before.get(board.key)
            worth, about = points[key], (unit, datums[key], deals.get((key.session, key.board)))
            called = board.lines_of(renamed)
            same = made is not None and made.board is board and made.points is worth and made.about == about
            if made is None or called or not same:
                made = self._make(board, worth, about, made, called)
            self._made[key] = made
        return tuple(self._made[board.key].traveller for board in boards)

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
        about: tuple[str, Decimal | None, DealFact | None],
        before: _Made | None,
        called: Iterable[ResultFact],
    ) -> _Made:
        """Make a traveller; the lines of those who are `called` otherwise than before are not kept."""
        known: _Known = {}
        if before is not None and len(before.lines) > 1 < len(board.lines):
            known = dict(zip(map(id, before.board.results), zip(before.points, before.lines, strict=True), strict=True))
            for result in called:
                known.pop(id(result), None)
        lines = _lines(board, points, self._names, known)
        unit, datum, deal = about
        made = _traveller(self._event, board, points, lines, deal, unit, datum)
        return _Made(board, points, about, lines, made)


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
    return _traveller(event, board, points, _lines(board, points, names, {}), deal, unit, datum)


_Known = dict[int, tuple[LineMatchpoints, TravellerLine]]
"""Lines as they were, with what they were worth, by the identity of their result."""


def _lines(board: Board, points: Sequence[LineMatchpoints], names: Names, known: _Known) -> list[TravellerLine]:
    """The lines of a traveller, in the order of the results."""
    shown: dict[int, dict[str, Any]] = {}
    agreed: dict[tuple[int, int, bool], bool | None] = {}
    # Points of a result that nothing is compared with were won against tables that no file has.
    alone = len(board.results) == 1 == board.results[0].multiplicity
    lines = []
    for result, worth, line in zip(board.results, points, board.lines, strict=True):
        was, before = known.get(id(result), _UNKNOWN)
        if before is None or was is not worth:
            if id(worth) not in shown:
                shown[id(worth)] = _shown(worth)
            agrees = None if alone else _agrees(result, worth, agreed)
            worth_of = {**shown[id(worth)], "agrees": agrees}
            before = _line(result, line, names, worth_of) if before is None else before.replace(**worth_of)
        lines.append(before)
    return lines


_UNKNOWN: tuple[None, None] = (None, None)


def _shown(worth: LineMatchpoints) -> dict[str, Any]:
    """The points of a line as they are published, and in per cent."""
    return {
        "ns_points": published(worth.ns),
        "ew_points": published(worth.ew),
        "ns_percent": percent(worth.ns, worth.top_ns),
        "ew_percent": percent(worth.ew, worth.top_ew),
    }


def _traveller(
    event: str,
    board: Board,
    points: Sequence[LineMatchpoints],
    lines: Sequence[TravellerLine],
    deal: DealFact | None,
    unit: str,
    datum: Decimal | None,
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
        lines=tuple(lines[number] for number in sorted(range(len(lines)), key=places.__getitem__)),
    )


_Own = TypeVar("_Own")


def _numbered(order: Mapping[_Own, tuple[Any, ...]]) -> dict[_Own, int]:
    """The number of each in their order, the same for those that are equal in it."""
    numbers = {value: number for number, value in enumerate(sorted(set(order.values())))}
    return {own: numbers[value] for own, value in order.items()}


def _agrees(
    result: ResultFact, worth: LineMatchpoints, agreed: dict[tuple[int, int, bool], bool | None]
) -> bool | None:
    """Whether what is stated of a line is what it is worth; None where nothing is stated.

    Programs state the same of equal scores, so that lines share the answer in `agreed`.
    """
    stated = result.stated
    if stated is None:
        return None
    played = result.ns_score.kind == result.ew_score.kind == "points"
    key = (id(stated), id(worth), played)
    if key not in agreed:
        checks = [agrees(stated.ns, worth.ns), agrees(stated.ew, worth.ew)]
        if played:
            checks.append(percent_agrees(stated.ns_percent, worth.ns, worth.top_ns))
            checks.append(percent_agrees(stated.ew_percent, worth.ew, worth.top_ew))
        known = [check for check in checks if check is not None]
        agreed[key] = all(known) if known else None
    return agreed[key]


def _line(result: ResultFact, line: BoardLine, names: Names, worth: Mapping[str, Any]) -> TravellerLine:
    """A line with what it is worth."""
    ns, ew = sides_of(result)
    ns_team, ew_team = team_sides(result, names.team_of)
    score = score_text(result.ns_score, result.ew_score)
    if not score and isinstance(line.ns, int):
        score = str(line.ns)
    stated = result.stated
    same = result.ew_score is result.ns_score or result.ew_score == result.ns_score
    split = result.ns_score.kind == "points" and not same
    return TravellerLine(
        session=result.session,
        section=result.section,
        round=result.round,
        table=result.table,
        ns="+".join(ns)[:NAME_LENGTH] or None,
        ew="+".join(ew)[:NAME_LENGTH] or None,
        ns_names=_names_of(ns, ns_team, names),
        ew_names=_names_of(ew, ew_team, names),
        ns_team=ns_team,
        ew_team=ew_team,
        contract=result.contract,
        declarer=result.declarer,
        lead=result.lead,
        tricks=result.tricks,
        score=score,
        ew_score=score_text(result.ew_score, result.ns_score) if split else None,
        stated_ns=stated.ns if stated is not None else None,
        stated_ew=stated.ew if stated is not None else None,
        teams_of_pairs=(ns_team, ew_team) != (result.sides.ns_team, result.sides.ew_team) or None,
        part=result.part or None,
        **worth,
    )


def _names_of(side: tuple[str, ...], team: str | None, names: Names) -> str:
    if not side:
        return names.teams.get(team or "", "")
    if len(side) == 1:
        return names.players.get(side[0], "").strip(" &")
    return " & ".join(names.players.get(participant, "") for participant in side).strip(" &")[:NAME_LENGTH]
