import json
from datetime import UTC, datetime
from pathlib import Path

from typer.testing import CliRunner

from contracts.facts import AsOf
from kibitz.cli import app

run = CliRunner().invoke
EVENING = AsOf(at=datetime(2026, 3, 7, 22, 0, tzinfo=UTC), source="stated")


def test_read_says_what_is_in_a_file(good: Path) -> None:
    result = run(app, ["read", str(good)])
    assert result.exit_code == 0
    assert "Lanternlight Pairs" in result.output
    assert "24 results" in result.output


def test_a_half_file_is_unreadable_with_a_place(good: Path, tmp_path: Path) -> None:
    half = tmp_path / "half.xml"
    half.write_bytes(good.read_bytes()[:3000])
    result = run(app, ["read", str(half)])
    assert result.exit_code == 2
    assert "line" in result.stderr


def test_a_missing_file_is_misuse(tmp_path: Path) -> None:
    assert run(app, ["score", str(tmp_path / "none.xml")]).exit_code == 2


def test_read_gives_everything_as_json(good: Path, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear all,")
    result = run(app, ["read", str(good), str(letter), "--json"])
    assert result.exit_code == 2
    evening, refused = json.loads(result.stdout)
    assert evening["file"]["name"] == "good.xml"
    assert evening["rejected"] is None
    assert len(evening["fragments"][0]["facts"]["results"]["board"]) == 24
    assert (evening["findings"], refused["fragments"]) == ([], [])
    assert refused["rejected"]


def test_read_shows_twenty_findings_and_counts_the_others(good: Path) -> None:
    text = good.read_text()
    good.write_text(text.replace("</CLUB>", "".join(f"<MOTTO{n}/>" for n in range(21)) + "</CLUB>"))
    result = run(app, ["read", str(good)])
    assert "and 1 more" in result.stdout
    assert result.exit_code == 0
    assert "passed through" in result.stdout
    assert "parts that Kibitz does not know" in result.stdout


def test_read_names_the_organiser_and_the_day(good: Path) -> None:
    shown = [" ".join(line.split()) for line in run(app, ["read", str(good)]).stdout.splitlines()]
    (club,) = {word.partition("</")[0] for word in good.read_text().split("<CLUB_NAME>")[1:]}
    assert f"organiser {club}" in shown
    assert "date 2026-03-07" in shown
    assert "participants 8" in shown
