"""Values and places of made-up tournaments are those of the library gacrux, apart from explained differences.

Some are frozen; as many more as KIBITZ_GACRUX_TOURNAMENTS says (else 200) are made, read by gacrux's own reader and
ranked by both. What differs, and why, stands in docs/chess-tie-breaks.md.
"""

import json
import os
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from shared.chess.from_facts import tournament_of
from shared.chess.model import Tournament
from shared.chess.standings import standings
from shared.formats.trf.reader.parse import parse
from tests.support.against_gacrux import agrees, compare_with_gacrux

FOLDER = Path(__file__).resolve().parents[3] / "data" / "chess"
EXPECTED: dict[str, dict[str, dict[str, Any]]] = json.loads((FOLDER / "gacrux-1.11.65.json").read_text())
CASES = [pytest.param(name, order, id=f"{name}-{order[:20]}") for name, orders in EXPECTED.items() for order in orders]

PLACES_ONLY = ("DE", "EDE", "TBR", "BBE")
"""Codes whose value is a place among the tied or a list: compared by the places that come of them."""


def table_of(name: str) -> Tournament:
    table = tournament_of(parse((FOLDER / f"{name}.trf").read_bytes()).events[0].facts)
    assert table.pre_determined is name.startswith("rr")
    return table


@pytest.mark.parametrize(("name", "order"), CASES)
def test_values_and_places_are_those_of_another_engine(name: str, order: str) -> None:
    table, codes, expected = table_of(name), order.split(","), EXPECTED[name][order]
    rows = standings(table, codes).rows
    assert {table.entrants[row.index].id for row in rows} == set(expected)
    for row in rows:
        place, theirs = expected[table.entrants[row.index].id]
        for code, value, stated in zip(codes, row.values, theirs, strict=True):
            if not code.startswith(PLACES_ONLY):
                assert agrees(value.amount, stated), (code, row.index, value.amount, stated)
        if len(codes) == 2:
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


TOURNAMENTS = int(os.environ.get("KIBITZ_GACRUX_TOURNAMENTS", "200"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(TOURNAMENTS))
def test_a_made_up_tournament_is_ranked_as_gacrux_ranks_it(seed: int) -> None:
    assert compare_with_gacrux(seed) >= 5 * 20
