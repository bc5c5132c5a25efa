"""PBN made to do harm ends in a finding, in little memory, and costs no other file."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz.cli import app
from shared.formats.report import FINDINGS_PER_CODE
from tests.support.hostile import Outcome, measured, told_by
from tests.support.hostile_pbn import DOCUMENTS, GAME
from tests.support.pbn_games import made_up

MOST_MEGABYTES = 128
"""By which a process may grow beside the bytes of the file."""


@pytest.fixture(scope="module")
def outcomes() -> dict[str, Outcome]:
    return told_by("tests.support.hostile_pbn")


@measured
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_hostile_document_ends_in_a_finding_and_in_little_memory(outcomes: dict[str, Outcome], name: str) -> None:
    outcome = outcomes[name]
    assert outcome is not None, "the process was ended: it took half a minute of the processor"
    assert outcome["parse"] == DOCUMENTS[name][1]
    assert outcome["findings"] <= 5 * FINDINGS_PER_CODE
    assert outcome["megabytes"] < MOST_MEGABYTES


def test_what_is_hostile_costs_no_other_file(tmp_path: Path) -> None:
    names = ("every byte", "braces that open", "tags on one line", "long numbers")
    paths = [tmp_path / f"{number}.pbn" for number in range(len(names))]
    for path, name in zip(paths, names, strict=True):
        path.write_bytes(DOCUMENTS[name][0]())
    good = tmp_path / "good.pbn"
    good.write_text(made_up(5).text() + '[Weather "fine"]\n')
    result = CliRunner().invoke(app, ["check", "--json", str(paths[0]), str(good), *map(str, paths[1:])])
    assert result.exit_code == 2
    assert "fine" in {finding.get("stated") for finding in json.loads(result.stdout)["findings"]}


def test_a_line_too_large_to_be_read_is_not_taken_into_memory(tmp_path: Path) -> None:
    large = tmp_path / "large.pbn"
    with large.open("wb") as file:
        file.write(GAME)
        file.truncate(70 * 1024 * 1024)
    result = CliRunner().invoke(app, ["check", str(large)])
    assert result.exit_code == 2
    assert "73,400,320" in result.stdout
