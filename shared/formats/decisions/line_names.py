"""How a decision names a line of a traveller: from the line as it is published."""

from collections.abc import Mapping
from typing import Any

from contracts.facts import Sides


def line_fields(board: str, line: Mapping[str, Any]) -> dict[str, Any]:
    """Session, board, sides and part of a line of the traveller of a board."""
    return {"session": line.get("session"), "board": board, "sides": _sides(line), "part": line.get("part") or 0}


def _sides(line: Mapping[str, Any]) -> Sides:
    """Who sat where; two individuals have a + between them."""
    north, plus, south = (line.get("ns") or "").partition("+")
    east, _, west = (line.get("ew") or "").partition("+")
    if plus:
        return Sides(north=north, south=south, east=east or None, west=west or None)
    if line.get("teams_of_pairs"):
        return Sides(ns=line.get("ns"), ew=line.get("ew"))
    return Sides(ns=line.get("ns"), ew=line.get("ew"), ns_team=line.get("ns_team"), ew_team=line.get("ew_team"))
