"""Values and places of made-up tournaments are those of the library gacrux, apart from explained differences."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from shared.chess.from_facts import tournament_of
from shared.chess.model import Kind, Tournament
from shared.chess.standings import standings
from shared.formats.trf import parse

FOLDER = Path(__file__).resolve().parents[3] / "data" / "chess"
EXPECTED: dict[str, dict[str, dict[str, Any]]] = json.loads((FOLDER / "gacrux-1.11.65.json").read_text())
CASES = [pytest.param(name, order, id=f"{name}-{order[:20]}") for name, orders in EXPECTED.items() for order in orders]

PLACES_ONLY = ("DE", "EDE", "TBR", "BBE")
"""Codes whose value is a place among the tied or a list: compared by the places that come of them."""

BY_BOARD = ("BC", "TBR", "BBE")
"""Codes that differ where a team is left over: gacrux gives it a win on every board, whatever record 320 says."""


def table_of(name: str) -> Tournament:
    table = tournament_of(parse((FOLDER / f"{name}.trf").read_bytes()).events[0].facts)
    assert table.pre_determined is name.startswith("rr")
    return table


def agrees(ours: Fraction | None, theirs: str | None) -> bool:
    """Whether two values are the same, theirs rounded to its decimals."""
    if ours is None or theirs is None:
        return ours is theirs
    decimals = len(theirs.partition(".")[2])
    return ours == Fraction(theirs) or (decimals > 1 and abs(ours - Fraction(theirs)) <= Fraction(1, 2 * 10**decimals))


@pytest.mark.parametrize(("name", "order"), CASES)
def test_values_and_places_are_those_of_another_engine(name: str, order: str) -> None:
    table, codes, expected = table_of(name), order.split(","), EXPECTED[name][order]
    left_over = any(turn.kind is Kind.PAIRING_BYE for entrant in table.entrants for turn in entrant.turns)
    compare_places = not (left_over and set(codes) & set(BY_BOARD))
    rows = standings(table, codes).rows
    assert {table.entrants[row.index].id for row in rows} == set(expected)
    for row in rows:
        place, theirs = expected[table.entrants[row.index].id]
        for code, value, stated in zip(codes, row.values, theirs, strict=True):
            if not code.startswith(PLACES_ONLY) and not (code in BY_BOARD and left_over):
                assert agrees(value.amount, stated), (code, row.index, value.amount, stated)
        if compare_places and len(codes) == 2:
            assert row.place == place


def test_a_wrong_edition_would_be_noticed() -> None:
    name = "ind1"
    table = table_of(name)
    order = next(order for order in EXPECTED[name] if ",BH," in order)
    at = order.split(",").index("BH")
    theirs = [Fraction(each[1][at]) for _, each in sorted(EXPECTED[name][order].items(), key=lambda item: int(item[0]))]
    for edition, same in ((table.edition, True), (type(table.edition)(2024), False)):
        rows = sorted(standings(replace(table, edition=edition), ("TPN", "BH")).rows, key=lambda row: row.index)
        assert ([row.values[1].amount for row in rows] == theirs) is same
