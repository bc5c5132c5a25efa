"""Pairs of teams by cross-IMPs and by Butler, from the file of a scoring program to standings and a written file."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kibitz.cli import app
from tests.support.by_hand import places, printed
from tests.support.objects import rows_of
from tests.support.paired_teams import Evening, Scoring

SCORINGS: tuple[Scoring, ...] = ("CROSS_IMPS", "BUTLER_IMPS")


def kibitz(*words: str, exit_code: int = 0) -> Any:
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == exit_code, result.output
    return json.loads(result.stdout)


def standings(path: Path, exit_code: int = 0) -> dict[str, Any]:
    (found,) = kibitz("score", str(path), exit_code=exit_code)
    return dict(found)


def rows(of: dict[str, Any], ranking: str) -> dict[str, dict[str, Any]]:
    (found,) = (one for one in of["rankings"] if one["id"] == ranking)
    return {row["id"]: row for row in rows_of(found["rows"])}


@pytest.mark.parametrize("scoring", SCORINGS)
@pytest.mark.parametrize("seed", [1, 2])
def test_pairs_have_the_imps_that_their_lines_give(scoring: Scoring, seed: int, tmp_path: Path) -> None:
    evening = Evening(scoring, seed)
    path = tmp_path / "evening.xml"
    path.write_bytes(evening.document())
    found = standings(path)
    assert (found["method"]["pairwise"], found["method"]["board_scoring"]) == (scoring.lower(), "imps")
    assert found["differences"] == 0
    assert {name: row["total"] for name, row in rows(found, "overall").items()} == {
        name: str(vps) for name, vps in evening.teams.items()
    }
    of_pairs = rows(found, "pairs")
    assert {name: row["place"] for name, row in of_pairs.items()} == places(evening.pairs)
    assert all(row["agrees"] for row in of_pairs.values())
    exact = {name: printed(value) for name, value in evening.pairs.items()}
    assert {name: printed_again(row["total"]) for name, row in of_pairs.items()} == {
        name: f"{value:.2f}" for name, value in exact.items()
    }
    findings = kibitz("check", str(path))["findings"]
    assert [one["code"] for one in findings if one["severity"] != "info"] == []


def printed_again(total: str) -> str:
    whole, _, decimals = total.partition(".")
    return f"{whole}.{decimals:0<2}"


@pytest.mark.parametrize("scoring", SCORINGS)
def test_imps_of_a_pair_that_are_wrong_are_found(scoring: Scoring, tmp_path: Path) -> None:
    evening = Evening(scoring)
    path = tmp_path / "evening.xml"
    path.write_bytes(evening.document(p2B=str(printed(evening.pairs["2B"] + 1))))
    found = standings(path, exit_code=1)
    wrong = [one for one in found["findings"] if one["code"] == "scoring.total-differs"]
    assert [one["subject"] for one in wrong] == ["pair 2B"]


@pytest.mark.parametrize("scoring", SCORINGS)
def test_they_are_written_again_as_they_are_scored(scoring: Scoring, tmp_path: Path) -> None:
    evening = Evening(scoring)
    first, second = tmp_path / "evening.xml", tmp_path / "again.xml"
    first.write_bytes(evening.document())
    kibitz("convert", str(first), str(second), "--to", "usebio")
    before, after = standings(first), standings(second)

    def without_stated(found: dict[str, Any]) -> list[dict[str, Any]]:
        return [
            {name: value for name, value in row.items() if value is not None and not name.startswith("stated_")}
            for row in rows(found, "pairs").values()
        ]

    assert without_stated(after) == without_stated(before)
    assert after["method"] == before["method"]
