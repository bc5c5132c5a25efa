import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz.cli import app
from shared.formats import registry
from shared.receivers.chess_results import CHESS_RESULTS
from tests.support.acblscore_files import pairs_game
from tests.support.receivers import evening, tournament

run = CliRunner().invoke


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """A tournament that lacks nothing."""
    path = tmp_path / "open.trf"
    path.write_bytes(registry.by_name("trf").render(tournament()).data)
    return path


def test_what_would_be_refused_is_not_written_unless_told(good: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.xml"
    words = ["hand-over", "ebu", str(good), "-o", str(target)]
    result = run(app, words)
    assert result.exit_code == 1
    assert "no-charge-code" in result.stdout
    assert "is not written: EBU would refuse it" in result.stderr
    assert not target.exists()
    assert run(app, [*words, "--anyway"]).exit_code == 1
    assert registry.by_name("usebio").parse(target.read_bytes()).events


@pytest.mark.parametrize("receiver", ["fide", "chess-results", "chess-results-xml"])
def test_a_whole_event_is_written_and_nothing_is_refused(receiver: str, whole: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    result = run(app, ["hand-over", receiver, str(whole), "-o", str(target), "--json"])
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    assert (document["receiver"], document["file"]) == (receiver, str(target))
    assert [each["code"] for each in document["missing"] if each["refused"]] == []
    assert target.read_bytes()


def test_without_output_the_checks_alone_are_printed(whole: Path, tmp_path: Path) -> None:
    before = sorted(tmp_path.iterdir())
    document = json.loads(run(app, ["hand-over", "fide", str(whole), "--json"]).stdout)
    assert document["file"] is None
    assert sorted(tmp_path.iterdir()) == before


def test_a_game_file_goes_to_the_acbl_as_it_came(tmp_path: Path) -> None:
    game, target = tmp_path / "game.ACA", tmp_path / "copy.ACA"
    game.write_bytes(pairs_game()[0])
    run(app, ["hand-over", "acbl", str(game), "-o", str(target), "--anyway"])
    assert target.read_bytes() == game.read_bytes()


def test_an_event_of_another_game_is_refused(good: Path) -> None:
    for receiver in ("fide", CHESS_RESULTS.name):
        result = run(app, ["hand-over", receiver, str(good)])
        assert result.exit_code == 2
        assert "takes no event of bridge" in result.stderr


def test_of_several_events_one_is_chosen(good: Path, whole: Path, tmp_path: Path) -> None:
    words = ["hand-over", "fide", str(good), str(whole)]
    result = run(app, words)
    assert result.exit_code == 2
    assert "Choose one with --event" in result.stderr
    chosen = next(line for line in result.stderr.split() if "made-up-open" in line).strip(",.")
    assert run(app, [*words, "--event", chosen, "-o", str(tmp_path / "out.trf")]).exit_code == 0
    assert run(app, [*words, "--event", "nothing"]).exit_code == 2


def test_the_evening_of_the_checks_is_one_that_the_writer_holds(tmp_path: Path) -> None:
    path = tmp_path / "evening.xml"
    path.write_bytes(registry.by_name("usebio").render(evening()).data)
    document = json.loads(run(app, ["hand-over", "bridgewebs", str(path), "--json"]).stdout)
    assert [each["code"] for each in document["missing"] if each["refused"]] == []
