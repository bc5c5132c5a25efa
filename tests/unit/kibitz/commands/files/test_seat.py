import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from contracts.facts import AsOf
from kibitz.cli import app
from kibitz.commands.files.seat import SwissOptions, choice_of
from kibitz.replay.made_up import Size, made_up_file
from tests.support.trf_lines import document, player

run = CliRunner().invoke

ROUND_ROBIN = document(
    "012 Four Friends",
    "042 2031/05/04",
    "062 4",
    "142 3",
    player(1, "4 w 1", "3 b"),
    player(2, "3 w 1", "4 b"),
    player(3, "2 b 0", "1 w"),
    player(4, "1 b 0", "2 w"),
)


@pytest.fixture
def chess(tmp_path: Path) -> Path:
    path = tmp_path / "friends.trf"
    path.write_bytes(ROUND_ROBIN)
    return path


@pytest.fixture
def bridge(tmp_path: Path) -> Path:
    path = tmp_path / "evening.xml"
    at = AsOf(at=datetime(2026, 3, 7, 22, tzinfo=UTC), source="stated")
    path.write_bytes(made_up_file(Size(4, 3, 2), at))
    return path


def test_seat_says_when_a_file_knows_nothing(bridge: Path) -> None:
    result = run(app, ["seat", str(bridge)])
    assert result.exit_code == 0
    assert "do not determine the next round" in " ".join(result.stderr.split())


def test_pairings_of_chess_have_white_and_black_with_their_names(chess: Path) -> None:
    result = run(app, ["seat", str(chess)])
    assert result.exit_code == 0, result.output
    assert "Black" in result.stdout
    assert "Alder, Ann" in result.stdout
    assert "round 2" in result.stdout


def test_a_tournament_that_has_had_its_rounds_is_said_to_be_over(tmp_path: Path) -> None:
    path = tmp_path / "over.trf"
    path.write_bytes(document("012 Two Friends", "142 1", player(1, "2 w 1"), player(2, "1 b 0")))
    result = run(app, ["seat", str(path)])
    assert (result.exit_code, result.stdout) == (0, "")
    assert "all 1 rounds are over" in " ".join(result.stderr.split())


def test_reasons_are_said_when_they_are_asked_for(chess: Path) -> None:
    assert "stated by" not in run(app, ["seat", str(chess)]).stdout
    assert "stated by" in run(app, ["seat", "--explain", str(chess)]).stdout


def test_an_earlier_round_is_seated_as_it_was(chess: Path) -> None:
    result = run(app, ["seat", str(chess), "--round", "1", "--json"])
    (assignment,) = json.loads(result.stdout)
    assert assignment["round"] == 1
    met = {frozenset((table["white"], table["black"])) for table in assignment["tables"]}
    assert met == {frozenset(("1", "4")), frozenset(("2", "3"))}


def test_a_file_that_cannot_be_read_is_exit_code_two(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear all,", encoding="utf-8")
    assert run(app, ["seat", str(path)]).exit_code == 2


def test_a_system_that_is_named_seats_what_the_file_leaves_open(bridge: Path) -> None:
    result = run(app, ["seat", str(bridge), "--round", "3", "--system", "mitchell", "--json"])
    assert result.exit_code == 0, result.output
    (assignment,) = json.loads(result.stdout)
    assert (assignment["rule"], assignment["round"], len(assignment["tables"])) == ("movement", 3, 4)


@pytest.mark.slow
def test_a_draw_that_is_named_is_made(chess: Path) -> None:
    result = run(app, ["seat", str(chess), "--round", "1", "--system", "dutch", "--json"])
    (assignment,) = json.loads(result.stdout)
    assert (assignment["rule"], len(assignment["tables"])) == ("fide-dutch", 2)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--system", "swiss"], "a system of bridge"),
        (["--system", "waltz"], "Systems: swiss"),
        (["--system", "swiss", "--odd", "sitting"], "--odd has a value that it does not take"),
        (["--odd", "bye"], "need --system swiss"),
        (["--system", "dutch", "--rounds", "5"], "needs a movement"),
    ],
)
def test_a_system_that_does_not_suit_is_exit_code_two(chess: Path, options: list[str], said: str) -> None:
    result = run(app, ["seat", str(chess), *options])
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())


def test_a_system_without_a_round_to_come_says_so(bridge: Path) -> None:
    result = run(app, ["seat", str(bridge), "--system", "mitchell", "--rounds", "3"])
    assert result.exit_code == 0
    assert "mitchell has no next round" in " ".join(result.stderr.split())


@pytest.mark.slow
def test_who_sits_out_is_named_with_the_letter_of_the_bye(tmp_path: Path) -> None:
    path = tmp_path / "three.trf"
    lines = [player(1, "2 w 1"), player(2, "1 b 0"), player(3, "- U")]
    path.write_bytes(document("012 Three Friends", "142 3", *lines))
    shown = run(app, ["seat", str(path), "--system", "dutch"])
    assert shown.exit_code == 0, shown.output
    assert "sitting out:" in shown.stdout
    assert "(U)" in shown.stdout
    assert "boards" not in shown.stdout
    assert "what" not in shown.stdout.split(), "there are no findings to list"


def test_boards_of_a_movement_are_shown_with_its_tables(bridge: Path) -> None:
    shown = run(app, ["seat", str(bridge), "--round", "3", "--system", "mitchell"])
    assert shown.exit_code == 0, shown.output
    assert "North-South" in shown.stdout
    assert "boards" in shown.stdout
    assert "–" in shown.stdout


def test_an_early_round_that_cannot_be_drawn_yet_is_said_so(chess: Path) -> None:
    result = run(app, ["seat", str(chess), "--start-early", "9"])
    assert "round 9 cannot be drawn yet" in " ".join(result.stderr.split())
    assert "cannot be drawn yet" not in run(app, ["seat", str(chess)]).stderr


def test_settings_of_a_swiss_are_spelled_with_hyphens_or_underscores() -> None:
    for odd in ("short-triple", "short_triple"):
        choice = choice_of("swiss", None, SwissOptions(odd=odd, lot="autumn"))
        assert choice is not None
        assert (choice.swiss.odd, choice.swiss.lot, choice.swiss.second_bye_before_rematch) == (
            "short_triple",
            "autumn",
            True,
        )
    rematch = choice_of("danish", None, SwissOptions(tables="home", second_bye=False))
    assert rematch is not None
    assert (rematch.swiss.tables, rematch.swiss.second_bye_before_rematch) == ("home", False)
    assert choice_of(None, None, SwissOptions()) is None


@pytest.mark.parametrize(
    "options", [SwissOptions(lot="x"), SwissOptions(second_bye=False), SwissOptions(first_round="lot")]
)
def test_a_setting_of_a_swiss_needs_a_swiss(options: SwissOptions) -> None:
    for system in (None, "dutch"):
        with pytest.raises(typer.Exit):
            choice_of(system, None, options)


def test_rounds_go_with_a_movement() -> None:
    choice = choice_of("howell", 5, SwissOptions())
    assert choice is not None
    assert (choice.system, choice.rounds) == ("howell", 5)


def test_tables_are_numbered_with_their_sections(bridge: Path) -> None:
    shown = run(app, ["seat", str(bridge), "--round", "3", "--system", "mitchell"]).stdout
    names = [line.split()[0] for line in shown.splitlines() if "–" in line]
    assert [name[-1] for name in names] == ["1", "2", "3", "4"]
