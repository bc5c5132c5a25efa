"""Travellers: the results of one board, scored together, as they are published."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from math import lcm
from typing import NamedTuple

from contracts.base import NAME_LENGTH, Series
from contracts.facts import DealFact, ResultFact
from contracts.standings import BoardDeal, ScoredBoard, TravellerLine
from services.scoring.domain.boards.board_list import Board, percent, published, sides_of
from services.scoring.domain.boards.line_methods import agrees, percent_agrees
from services.scoring.domain.boards.lines import score_text
from services.scoring.domain.matches.match_list import team_sides
from shared.bridge.boards.board_line import BoardLine
from shared.bridge.boards.matchpoints import LineMatchpoints

_LINES = Series(TravellerLine, *TravellerLine.model_fields)
"""Lines need no validation: what they hold is of facts that were validated, or worked out here (ADR 0012)."""


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
    shown = {
        key: _Shown(
            published(worth.ns), published(worth.ew), percent(worth.ns, worth.top_ns), percent(worth.ew, worth.top_ew)
        )
        for key, worth in {_identity(worth): worth for worth in points}.items()
    }
    agreed: dict[tuple[int, int, bool], bool | None] = {}
    # Points of a result that nothing is compared with were won against tables that no file has.
    alone = sum(result.multiplicity for result in board.results) == 1
    lines = [
        _line(result, worth, shown[_identity(worth)], line, names, None if alone else agreed)
        for result, worth, line in zip(board.results, points, board.lines, strict=True)
    ]
    tops = {id(worth.top_ns): worth.top_ns for worth in points}.values()
    # Over their common denominator points are whole numbers, which are quick to compare.
    common = lcm(*{worth.ns.denominator for worth in points if worth.ns is not None})
    won = [None if w.ns is None else -w.ns.numerator * (common // w.ns.denominator) for w in points]
    order = sorted(
        range(len(lines)), key=lambda i: (won[i] is None, won[i] or 0, str(lines[i].section), lines[i].round or 0, i)
    )
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
        lines=tuple(lines[i] for i in order),
    )


class _Shown(NamedTuple):
    """The points of a line as they are published, and in per cent."""

    ns_points: Decimal | None
    ew_points: Decimal | None
    ns_percent: Decimal | None
    ew_percent: Decimal | None


def _identity(worth: LineMatchpoints) -> tuple[int, ...]:
    """Which numbers these are; equal scores share them, so that thousands of lines are a few dozen conversions."""
    return (id(worth.ns), id(worth.ew), id(worth.top_ns), id(worth.top_ew))


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


def _line(
    result: ResultFact,
    worth: LineMatchpoints,
    shown: _Shown,
    line: BoardLine,
    names: Names,
    agreed: dict[tuple[int, int, bool], bool | None] | None,
) -> TravellerLine:
    ns, ew = sides_of(result)
    ns_team, ew_team = team_sides(result, names.team_of)
    score = score_text(result.ns_score, result.ew_score)
    if not score and isinstance(line.ns, int):
        score = str(line.ns)
    stated = result.stated
    same = result.ew_score is result.ns_score or result.ew_score == result.ns_score
    split = result.ns_score.kind == "points" and not same
    return _LINES.make(
        {
            "session": result.session,
            "section": result.section,
            "round": result.round,
            "table": result.table,
            "ns": "+".join(ns)[:NAME_LENGTH] or None,
            "ew": "+".join(ew)[:NAME_LENGTH] or None,
            "ns_names": _names_of(ns, ns_team, names),
            "ew_names": _names_of(ew, ew_team, names),
            "ns_team": ns_team,
            "ew_team": ew_team,
            "contract": result.contract,
            "declarer": result.declarer,
            "lead": result.lead,
            "tricks": result.tricks,
            "score": score,
            "ew_score": score_text(result.ew_score, result.ns_score) if split else None,
            "ns_points": shown.ns_points,
            "ew_points": shown.ew_points,
            "ns_percent": shown.ns_percent,
            "ew_percent": shown.ew_percent,
            "stated_ns": stated.ns if stated is not None else None,
            "stated_ew": stated.ew if stated is not None else None,
            "agrees": _agrees(result, worth, agreed) if agreed is not None else None,
            "teams_of_pairs": (ns_team, ew_team) != (result.sides.ns_team, result.sides.ew_team) or None,
            "part": result.part or None,
        }
    )


def _names_of(side: tuple[str, ...], team: str | None, names: Names) -> str:
    if not side:
        return names.teams.get(team or "", "")
    if len(side) == 1:
        return names.players.get(side[0], "").strip(" &")
    return " & ".join(names.players.get(participant, "") for participant in side).strip(" &")[:NAME_LENGTH]
