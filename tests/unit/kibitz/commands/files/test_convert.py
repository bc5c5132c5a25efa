import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from contracts.facts import AsOf
from kibitz import double_dummy
from kibitz.cli import app
from shared.formats.loss_groups import MOST_LINES
from tests.support.acblscore_files import everything, pairs_game
from tests.support.trf_lines import document, player

run = CliRunner().invoke
EVENING = AsOf(at=datetime(2026, 3, 7, 22, 0, tzinfo=UTC), source="stated")


@pytest.mark.parametrize("suffix", ["xml", "json", "csv"])
def test_convert_writes_by_the_extension(good: Path, tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"out.{suffix}"
    result = run(app, ["convert", str(good), str(target)])
    assert result.exit_code == 0, result.output
    assert target.stat().st_size > 500


def test_convert_to_usebio_reads_back_to_the_same_standings(good: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.xml"
    run(app, ["convert", str(good), str(target)])
    before, after = (json.loads(run(app, ["score", str(p), "--json"]).stdout)[0] for p in (good, target))
    assert before["rankings"] == after["rankings"]


def test_convert_writes_into_the_game_file_that_an_event_came_from(tmp_path: Path) -> None:
    game, copy, new = tmp_path / "game.ACA", tmp_path / "copy.ACA", tmp_path / "new.ACA"
    game.write_bytes(everything()[0])
    result = run(app, ["convert", str(game), str(copy)])
    assert result.exit_code == 0, result.output
    assert copy.read_bytes() == game.read_bytes()
    game.write_bytes(pairs_game()[0])
    assert run(app, ["convert", str(game), str(new), "--anew"]).exit_code == 0
    assert new.read_bytes() != game.read_bytes()


def test_convert_writes_a_file_for_each_of_several_events(tmp_path: Path) -> None:
    game, target = tmp_path / "game.ACA", tmp_path / "out.xml"
    game.write_bytes(everything()[0])
    result = run(app, ["convert", str(game), str(target), "--json"])
    assert result.exit_code == 0, result.output
    written = sorted(path.name for path in tmp_path.glob("*.xml"))
    assert [Path(one["file"]).name for one in json.loads(result.stdout)] != []
    assert len(written) == 3
    assert all(name.startswith("out-lighthouse-bridge-club-") for name in written)
    one = written[0].removeprefix("out-").removesuffix(".xml")
    assert run(app, ["convert", str(game), str(target), "--event", one]).exit_code == 0
    assert target.read_bytes() == (tmp_path / written[0]).read_bytes()


def test_convert_names_the_events_when_there_is_none_of_that_name(good: Path, tmp_path: Path) -> None:
    result = run(app, ["convert", str(good), str(tmp_path / "out.json"), "--event", "nothing"])
    assert result.exit_code == 2
    assert "lanternlight-pairs" in result.stderr


def test_convert_refuses_what_a_format_has_no_place_for(good: Path, tmp_path: Path) -> None:
    result = run(app, ["convert", str(good), str(tmp_path / "out.trf")])
    assert result.exit_code == 2
    assert "TRF has no event of bridge" in result.stderr
    assert not (tmp_path / "out.trf").exists()


def test_of_several_events_one_that_a_format_cannot_hold_is_named_and_the_others_are_written(
    good: Path, tmp_path: Path
) -> None:
    chess, target = tmp_path / "open.trf", tmp_path / "out.aca"
    chess.write_bytes(document("012 Spring Open", player(1, "2 w 1"), player(2, "1 b 0")))
    result = run(app, ["convert", str(chess), str(good), str(target)])
    assert result.exit_code == 2
    assert "event spring-open" in result.stderr
    assert "is not written" in result.stderr
    (written,) = tmp_path.glob("*.aca")
    assert "spring-open" not in written.name


def test_convert_says_which_formats_there_are(good: Path, tmp_path: Path) -> None:
    result = run(app, ["convert", str(good), str(tmp_path / "out.doc")])
    assert result.exit_code == 2
    assert "usebio" in result.stderr


FRIENDS = document(
    "012 Four Friends",
    "042 2031/05/04",
    "062 4",
    "142 3",
    "192 BERGER_ROUNDROBIN",
    player(1, "4 w 1"),
    player(2, "3 w 1"),
    player(3, "2 b 0"),
    player(4, "1 b 0"),
)


def pairings(path: Path) -> list[str]:
    """The second round of each line 001."""
    return [line[101:107].strip() for line in path.read_text().splitlines() if line.startswith("001")]


def test_convert_writes_seats_of_our_own_rules_on_request(tmp_path: Path) -> None:
    source, plain, seated = (tmp_path / name for name in ("friends.trf", "plain.trf", "seated.trf"))
    source.write_bytes(FRIENDS)
    assert run(app, ["convert", str(source), str(plain)]).exit_code == 0
    assert pairings(plain) == ["", "", "", ""]
    assert run(app, ["convert", str(source), str(seated), "--with-seats"]).exit_code == 0
    assert pairings(seated) == ["2 w", "1 b", "4 b", "3 w"]
    drawn = json.loads(run(app, ["seat", str(source), "--json"]).stdout)
    stated = json.loads(run(app, ["seat", str(seated), "--json"]).stdout)
    tables = [[(at["white"], at["black"]) for at in seats["tables"]] for (seats,) in (drawn, stated)]
    assert sorted(tables[0]) == sorted(tables[1])
    assert stated[0]["rule"] == "stated"


def test_convert_writes_a_table_of_seats(tmp_path: Path) -> None:
    source, table = tmp_path / "friends.trf", tmp_path / "seats.csv"
    source.write_bytes(FRIENDS)
    assert run(app, ["convert", str(source), str(table), "--to", "seats-csv", "--with-seats"]).exit_code == 0
    assert len(table.read_text().splitlines()) == 3


@pytest.mark.parametrize(
    ("name", "version", "begins"),
    [
        ("good", "1.2", '<USEBIO Version="1.2">'),
        ("good", "1.4", '<USEBIO Version="1.4">'),
        ("trf", "TRF16+XX", "XXR 3"),
    ],
)
def test_convert_writes_the_version_that_is_asked_for(
    good: Path, tmp_path: Path, name: str, version: str, begins: str
) -> None:
    source = good if name == "good" else tmp_path / "friends.trf"
    if name == "trf":
        source.write_bytes(FRIENDS)
    target = tmp_path / f"out{source.suffix}"
    result = run(app, ["convert", str(source), str(target), "--version", version])
    assert result.exit_code == 0, result.output
    assert begins in target.read_text()


def test_convert_says_which_versions_there_are(good: Path, tmp_path: Path) -> None:
    for arguments in (["out.xml", "--version", "1.3"], ["out.json", "--version", "1.4"]):
        target, *more = arguments
        result = run(app, ["convert", str(good), str(tmp_path / target), *more])
        assert result.exit_code == 2
        assert "usebio 1.4, 1.2" in " ".join(result.stderr.split())
        assert not (tmp_path / target).exists()


@pytest.mark.parametrize("as_json", [[], ["--json"]], ids=["text", "json"])
def test_convert_into_a_missing_folder_says_what_to_do(good: Path, tmp_path: Path, as_json: list[str]) -> None:
    target = tmp_path / "none" / "out.json"
    result = run(app, ["convert", str(good), str(target), *as_json])
    assert (result.exit_code, result.stdout) == (2, "")
    assert isinstance(result.exception, SystemExit)
    assert "mkdir" in result.stderr
    if as_json:
        assert json.loads(result.stderr)["error"] == f"{target.parent} is not a folder"


def test_convert_onto_what_cannot_be_written_is_refused(good: Path, tmp_path: Path) -> None:
    (tmp_path / "out.json").mkdir()
    result = run(app, ["convert", str(good), str(tmp_path / "out.json")])
    assert result.exit_code == 2
    assert "cannot be written" in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["good.xml"], "at least one input and one output"),
        (["good.xml", "out.json", "--values", "guessed"], "neither computed nor stated"),
        (["letter.txt", "out.json"], "letter.txt"),
        (["good.xml", "out.json", "--version", "9"], "is not written in version 9"),
        (["good.xml", "out.zip"], "no format is known for .zip"),
        (["good.xml", "none/out.json"], "is not a folder"),
    ],
)
def test_what_cannot_be_converted_is_refused_and_nothing_is_written(
    good: Path, words: list[str], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(good.parent)
    Path("letter.txt").write_text("Dear all,")
    result = run(app, ["convert", *words])
    assert result.exit_code == 2
    assert text in " ".join(result.stderr.split())
    assert not Path("out.json").exists()


def test_a_conversion_as_json_is_one_object_for_one_file(good: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    document = json.loads(run(app, ["convert", str(good), str(target), "--json"]).stdout)
    assert (document["file"], document["format"], document["bytes"]) == (str(target), "csv", target.stat().st_size)


def test_a_conversion_for_people_lists_what_the_format_cannot_carry(tmp_path: Path) -> None:
    game = tmp_path / "game.ACA"
    game.write_bytes(everything()[0])
    result = run(app, ["convert", str(game), str(tmp_path / "out.csv")])
    assert result.exit_code == 0
    assert "bytes" in result.stdout
    assert "not carried" in result.stdout


def test_a_conversion_lists_a_dozen_lines_and_every_loss_on_request(tmp_path: Path) -> None:
    game = tmp_path / "game.ACA"
    game.write_bytes(everything()[0])
    command = ["convert", str(game), str(tmp_path / "out.xml")]
    files = json.loads(run(app, [*command, "--json"]).stdout)
    every = sum(len(file["losses"]) for file in files)
    assert run(app, [*command, "--losses"]).stdout.count("not carried") == every
    short = run(app, command).stdout
    assert short.count("not carried") <= MOST_LINES * len(files) < every
    assert "addresses of" in short
    assert short.count("--losses") == len(files)


def test_deals_are_analysed_only_when_that_is_asked_for(good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[object] = []
    monkeypatch.setattr(double_dummy, "need_library", lambda: done.append("library"))
    monkeypatch.setattr(double_dummy, "with_analyses", lambda merged: done.append("analysis") or merged)
    words = ["convert", str(good), str(good.with_name("out.pbn"))]
    assert run(app, words).exit_code == 0
    assert done == []
    assert run(app, [*words, "--double-dummy"]).exit_code == 0
    assert done == ["library", "analysis"]
