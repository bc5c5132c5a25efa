import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from contracts.codes import seating as codes
from kibitz.cli import app
from kibitz.commands.files import movement
from kibitz.file_reading import read_file

run = CliRunner().invoke


def test_a_movement_is_a_table_of_its_rounds_however_many_there_are() -> None:
    result = run(app, ["movement", "mitchell", "--tables", "13", "--rounds", "12"])
    assert result.exit_code == 0, result.output
    assert "13 tables, 12 rounds, 2 winners, one set of boards" in result.stdout
    assert "…" not in result.stdout
    assert all(f"round {number}" in result.stdout for number in range(1, 13))


def test_a_movement_as_json_has_every_table_of_every_round() -> None:
    result = run(app, ["movement", "howell", "--pairs", "8", "--boards", "4", "--json"])
    document = json.loads(result.stdout)
    assert (len(document["movement"]["lines"]), document["copies_of_boards"], document["findings"]) == (28, 1, [])
    assert {int(line["last_board"]) - int(line["first_board"]) for line in document["movement"]["lines"]} == {3}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (["mitchell", "--tables", "8", "--skip"], "Mitchell 8 skip"),
        (["mitchell", "--tables", "8", "--share-relay"], "Mitchell 8 share-and-relay"),
        (["mitchell", "--pairs", "15", "--rover", "ns"], "Mitchell 7 plain rover NS"),
        (["mitchell", "--tables", "7", "--arrow-switch"], "Mitchell 7 plain"),
        (["web", "--tables", "17", "--rounds", "13"], "Web 17 tables 13 rounds"),
        (["whist", "--players", "12"], "Whist individual 12 players"),
        (["rainbow", "--tables", "5"], "Rainbow individual 20 players"),
        (["head-to-head", "--teams", "7"], "Round robin 7 teams"),
        (["american-whist", "--tables", "5"], "American whist 5 teams"),
    ],
)
def test_every_maker_can_be_reached(arguments: list[str], name: str) -> None:
    result = run(app, ["movement", *arguments])
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(f"{name}: ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["waltz", "--tables", "4"], "Movements: mitchell, howell"),
        (["mitchell"], "Give --pairs or --tables"),
        (["mitchell", "--tables", "7", "--skip"], "takes an even number"),
        (["mitchell", "--tables", "8", "--skip", "--share-relay"], "not both"),
        (["howell", "--tables", "4", "--skip"], "these are a Mitchell's"),
        (["howell", "--teams", "4"], "Give its size with --pairs"),
        (["mitchell", "--pairs", "15", "--rover", "up"], "ns or ew"),
    ],
)
def test_what_there_is_not_is_said_and_is_exit_code_two(arguments: list[str], said: str) -> None:
    result = run(app, ["movement", *arguments])
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    "arguments", [["mitchell", "--pairs", "7"], ["whist", "--players", "8"], ["head-to-head", "--teams", "6"]]
)
def test_a_movement_written_as_usebio_seats_its_first_round(tmp_path: Path, arguments: list[str]) -> None:
    path = tmp_path / "evening.xml"
    result = run(app, ["movement", *arguments, "--json", "--write", str(path)])
    assert result.exit_code == 0, result.output
    made = [line for line in json.loads(result.stdout)["movement"]["lines"] if line["round"] == 1]
    (fragment,) = read_file(path).fragments
    assert len([line for line in fragment.fragment.facts.movements[0].lines if line.round == 1]) == len(made)
    seated = run(app, ["seat", str(path), "--json"])
    assert seated.exit_code == 0
    (assignment,) = json.loads(seated.stdout)
    full = [line for line in made if len(line["sides"]) in (2, 4)]
    assert (assignment["rule"], assignment["round"], len(assignment["tables"])) == ("movement", 1, len(full))
    # Some individuals share their boards, which is said wherever their seats are.
    assert {finding["code"] for finding in assignment.get("findings", [])} <= {"seating.board-shared"}


def test_a_file_that_cannot_be_written_is_exit_code_two(tmp_path: Path) -> None:
    result = run(app, ["movement", "howell", "--pairs", "6", "--write", str(tmp_path / "no" / "where.xml")])
    assert result.exit_code == 2
    assert "Name a file" in result.stderr


@pytest.mark.parametrize("as_json", [[], ["--json"]])
def test_a_movement_that_breaks_a_rule_is_shown_with_the_fault_and_is_exit_code_one(
    monkeypatch: pytest.MonkeyPatch, as_json: list[str]
) -> None:
    fault = codes.BOARD_TWICE.finding("pair 3 plays board 7 in rounds 1 and 2")
    monkeypatch.setattr(movement, "faults_of_catalogue_movement", lambda *_: [fault])
    result = run(app, ["movement", "howell", "--pairs", "8", *as_json])
    assert result.exit_code == 1
    assert "pair 3 plays board 7" in result.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "blocks"), [(37, [2] * 6 + [1]), (38, [3, 3, 3, 3, 1]), (98, [9, 4]), (138, [13]), (10, [1] * 13)]
)
def test_a_movement_has_as_many_rounds_beside_each_other_as_the_screen_is_wide(
    monkeypatch: pytest.MonkeyPatch, width: int, blocks: list[int]
) -> None:
    monkeypatch.setattr(movement.out, "_width", width)
    shown = run(app, ["movement", "mitchell", "--tables", "13"]).stdout.splitlines()
    headings = [line.replace("table", "").split() for line in shown if "round " in line]
    assert [len(words) // 2 for words in headings] == blocks
    assert [word for words in headings for word in words if word != "round"] == [str(n) for n in range(1, 14)]
    assert max(map(len, shown[1:])) <= width
