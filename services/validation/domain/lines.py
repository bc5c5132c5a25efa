"""How findings speak of a line of a traveller, and what its scores are."""

from decimal import Decimal
from fractions import Fraction

from contracts.facts import ResultFact


def board_name(result: ResultFact) -> str:
    """What a finding calls the board of a line."""
    return f"board {result.board}"


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


def plain(value: Fraction | Decimal) -> str:
    """A number as people write it: without zeros at its end, and with two decimals where it has more."""
    exact = Fraction(value)
    hundredths = round(exact * 100)
    return f"{Decimal(hundredths).scaleb(-2).normalize():f}"
