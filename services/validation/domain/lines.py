"""How findings speak of a line of a traveller, what its scores are, and when many findings have one reason."""

from contracts.codes.code import Code
from contracts.facts import ResultFact
from contracts.findings import Finding


def board_name(result: ResultFact) -> str:
    """What a finding calls the board of a line."""
    return f"board {result.board}"


def line_finding(
    code: Code, result: ResultFact, message: str, stated: str | None = None, computed: str | None = None
) -> Finding:
    """A finding about a line, at its place and under the name of its board."""
    return code.finding(message, place=result.at, subject=board_name(result), stated=stated, computed=computed)


def line_name(result: ResultFact) -> str:
    """What a message calls a line: the two sides, as far as they are known."""
    sides = result.sides
    ns = sides.ns or "+".join(name for name in (sides.north, sides.south) if name) or sides.ns_team
    ew = sides.ew or "+".join(name for name in (sides.east, sides.west) if name) or sides.ew_team
    return f"{ns or '?'} against {ew or '?'}"


def agreed_points(result: ResultFact) -> int | None:
    """North-South's points where both sides have the same; None for every other score."""
    ns, ew = result.ns_score, result.ew_score
    if ns.kind == "points" and (ew is ns or (ew.kind == "points" and ns.points == ew.points)):
        return ns.points
    return None


_FEW = 3
"""Statements of which each stands for itself."""


def systematic(wrong: int, asked: int) -> bool:
    """Whether so many of those that were asked are wrong that all of them have one reason."""
    return 2 * wrong > asked > _FEW
