"""Published exercises, every tie-break of a whole file, and the points of FIDE's fifty teams come out exactly."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from contracts.facts import Facts
from shared.chess.from_facts import tournament_of
from shared.chess.model import Edition, Tournament
from shared.chess.standings import standings
from shared.chess.tie_breaks.codes import UnknownTieBreak, tie_break
from shared.chess.tie_breaks.values import values
from shared.formats.trf.reader.parse import parse
from tests.support.real_files import needs_real_files, real_files

pytestmark = needs_real_files

PATHS = {path.name: path for path in real_files("trf")}


def exercises() -> list[Any]:
    if "tie-break-exercises.json" not in PATHS:
        return []
    table = json.loads(PATHS["tie-break-exercises.json"].read_text())
    return [
        pytest.param(each, edition, id=f"{edition.value}-{each['exercise']}")
        for part, edition in (("individual", Edition.C07_2023), ("individual_2026", Edition.C07_2026))
        for each in table[part]
    ]


def facts_of(name: str) -> Facts:
    return parse(PATHS[name].read_bytes()).events[0].facts


def as_printed(amount: Fraction | None, text: str) -> Fraction | None:
    """The amount with as many decimals as the text, a half rounded up."""
    if amount is None:
        return None
    unit = 10 ** (len(text.partition(".")[2]))
    return Fraction((2 * amount * unit + 1) // 2, unit)


def by_id(table: Tournament, code: str) -> dict[str, Fraction | None]:
    found = values(table, tie_break(code))
    return {entrant.id: found[at].amount for at, entrant in enumerate(table.entrants)}


@pytest.mark.parametrize(("exercise", "edition"), exercises())
def test_a_published_exercise_comes_out(exercise: dict[str, Any], edition: Edition) -> None:
    table = replace(tournament_of(facts_of(exercise["trf"])), edition=edition)
    if "pre_determined" in exercise:
        assert table.pre_determined is exercise["pre_determined"]
    code = exercise["code"].removesuffix("/V1").removesuffix("/V2")
    found: dict[str, Fraction | None]
    if exercise.get("expect_ranks_with_PTS_first"):
        rows = standings(table, ("PTS", code)).rows
        found = {table.entrants[row.index].id: Fraction(row.place) for row in rows}
    else:
        found = by_id(table, code)
    expected = {who: str(value) for who, value in exercise["expected"].items()}
    assert {who: as_printed(found[who], text) for who, text in expected.items()} == {
        who: Fraction(text) for who, text in expected.items()
    }


NOT_OURS = {"VUR", "NUM", "ABH", "ESB"}
"""Columns of that table that are no tie-breaks of C.07."""


def test_every_tie_break_of_a_file_with_many_unplayed_rounds_comes_out() -> None:
    table = tournament_of(facts_of("swiss_with_many_unplayed_rounds.trf"))
    assert table.edition is Edition.C07_2024
    lines = PATHS["swiss_with_many_unplayed_rounds.edition-2024.txt"].read_text().splitlines()
    head, rows = lines[0].split("\t"), [line.split("\t") for line in lines[1:] if line.strip()]
    compared = 0
    for column, name in enumerate(head):
        try:
            found = by_id(table, name) if name != "DE" else {}
        except UnknownTieBreak:
            assert name in NOT_OURS | {"StartNo", "Rank"}
            continue
        for row in rows if found else ():
            text = row[column]
            expected = None if text == "-0" else Fraction(text)  # ratings are not used: some players have none
            assert as_printed(found[row[0]], text) == expected, (name, row[0])
            compared += 1
    assert compared == 15 * 25


def test_the_stated_match_and_game_points_of_fifty_teams_come_out() -> None:
    facts = facts_of("grandmommyscup.trf")
    table = tournament_of(facts)
    stated = {t.participant: (t.total, t.game_points) for t in facts.totals if t.kind == "team"}
    found = {e.id: tuple(map(table.exact, table.scores[at])) for at, e in enumerate(table.entrants)}
    assert found == stated


@pytest.mark.parametrize("name", ["fideteam_nocolor.trf"])
def test_the_stated_places_of_a_team_tournament_come_out(name: str) -> None:
    facts = facts_of(name)
    table = tournament_of(facts)
    stated = {t.participant: t.place for t in facts.totals if t.kind == "team"}
    assert {
        table.entrants[row.index].id: str(row.place) for row in standings(table, facts.event.tie_breaks).rows
    } == stated
