import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from contracts.codes.scoring import NOT_ANALYSED
from contracts.facts import AsOf
from kibitz import double_dummy
from kibitz.cli import app
from tests.support.usebio_documents import board, line, pair, people
from tests.support.usebio_documents import document as usebio

run = CliRunner().invoke

HEADER = "<EVENT EVENT_TYPE='PAIRS'><EVENT_DESCRIPTION>Flight {}</EVENT_DESCRIPTION><DATE>soon</DATE></EVENT>"
EVENING = AsOf(at=datetime(2026, 3, 7, 22, 0, tzinfo=UTC), source="stated")


def headers(folder: Path, flights: str) -> Path:
    """A file with the headers of events and a fault in each."""
    path = folder / "header.xml"
    path.write_text(f"<USEBIO Version='1.2'>{''.join(HEADER.format(flight) for flight in flights)}</USEBIO>")
    return path


def test_a_clean_file_is_fine(good: Path) -> None:
    result = run(app, ["check", str(good)])
    assert result.exit_code == 0, result.output


def test_check_finds_a_wrong_match_point_and_says_where(wrong: Path) -> None:
    result = run(app, ["check", str(wrong), "--json"])
    assert result.exit_code == 1
    codes = {finding["code"]: finding for finding in json.loads(result.stdout)["findings"]}
    assert codes["scoring.board-points-differ"]["place"]["line"] > 1


def test_check_says_everything_about_a_file_of_two_events_once(good: Path) -> None:
    text = good.read_text()
    start, end = text.index("<EVENT "), text.index("</EVENT>")
    second = text[start:end].replace("Lanternlight Pairs", "Lanternlight Juniors") + "<WEATHER/></EVENT>"
    good.write_text(f"{text[:start]}{second}{text[start:]}".replace("</CLUB>", "<MOTTO/></CLUB>"))
    result = run(app, ["check", str(good), "--json"])
    unknown = [one for one in json.loads(result.stdout)["findings"] if one["code"] == "usebio.unknown-element"]
    assert sorted(one["place"]["path"] for one in unknown) == [
        "/USEBIO/CLUB[1]/MOTTO[1]",
        "/USEBIO/EVENT[1]/WEATHER[1]",
    ]


def test_each_of_two_files_of_an_event_has_a_sentence_and_each_finding_its_event(good: Path, wrong: Path) -> None:
    document = json.loads(run(app, ["check", str(wrong), str(good), "--json"]).stdout)
    (verdict,) = document["verdicts"]
    assert {finding["event"] for finding in document["findings"]} == {verdict["event"]}
    sentences = sorted(verdict["sentences"].values())
    assert [sentence.partition(":")[0] for sentence in sentences] == sorted([good.name, wrong.name])
    assert any("; it counts" in sentence for sentence in sentences)
    shown = " ".join(run(app, ["check", str(wrong), str(good)]).stdout.split())
    assert all(" ".join(sentence.split()) in shown for sentence in sentences)
    alone = json.loads(run(app, ["check", str(good), "--json"]).stdout)
    assert [each["sentences"] for each in alone["verdicts"]] == [{}]


def test_a_file_that_cannot_be_read_is_reported_once(tmp_path: Path) -> None:
    path = tmp_path / "cut.xml"
    path.write_text("<USEBIO><EVENT>")
    result = run(app, ["check", str(path)])
    assert result.exit_code == 2
    assert result.output.count("Premature end") == 1
    assert "Premature end" in run(app, ["check", str(path), "--json"]).stderr


@pytest.mark.parametrize("flights", ["A", "AB"])
def test_events_that_hold_nothing_to_score_are_said_to_and_are_an_error(tmp_path: Path, flights: str) -> None:
    path = headers(tmp_path, flights)
    result = run(app, ["check", str(path), "--json"])
    said = Counter(finding["code"] for finding in json.loads(result.stdout)["findings"])
    assert said == {"validation.nothing-to-score": len(flights), "usebio.bad-date": len(flights)}
    assert result.exit_code == 1
    result = run(app, ["score", str(path)])
    assert "holds no participants" in " ".join(result.stdout.split())
    assert result.exit_code == 2


def test_an_event_that_holds_nothing_beside_one_that_is_scored_is_said_to(good: Path, tmp_path: Path) -> None:
    result = run(app, ["score", str(good), str(headers(tmp_path, "A"))])
    assert "holds no participants" in " ".join(result.stdout.split())
    assert "Lanternlight" in result.stdout
    assert result.exit_code == 1


def test_a_file_of_a_format_that_need_not_have_anything_to_score_is_fine(tmp_path: Path) -> None:
    path = tmp_path / "header.pbn"
    path.write_text('[Event "Flight A"]\n[Site "Harbour"]\n')
    result = run(app, ["check", str(path), "--json"])
    assert [finding["code"] for finding in json.loads(result.stdout)["findings"]] == ["validation.nothing-yet"]
    assert result.exit_code == 0


def test_check_says_what_files_say_against_each_other(tmp_path: Path) -> None:
    paths = [tmp_path / f"{section}.xml" for section in "AB"]
    for path in paths:
        players = f"<PLAYER><PLAYER_NAME>{path.stem} one</PLAYER_NAME></PLAYER>"
        listed = people(pair("1", players), pair("2", players.replace("one", "two")))
        path.write_bytes(usebio(f'<SECTION SECTION_ID="{path.stem}">{listed}{board(line())}</SECTION>'))
    found = json.loads(run(app, ["check", *map(str, paths), "--json"]).stdout)["findings"]
    assert [one["code"] for one in found if one["severity"] == "error"] == ["scoring.numbers-shared"]


def test_check_compares_with_the_schema_when_it_is_asked_to(good: Path, tmp_path: Path) -> None:
    misspelt = tmp_path / "misspelt.xml"
    misspelt.write_bytes(good.read_bytes().replace(b"BOARD_SCORING_METHOD", b"BOARD_SCORING"))
    assert "valid by the schema" in " ".join(run(app, ["check", "--xsd", str(good)]).output.split())
    plain, asked = (run(app, ["check", *option, str(misspelt), "--json"]) for option in ((), ("--xsd",)))
    assert "usebio.schema-unknown" not in plain.stdout
    assert asked.exit_code == 1
    (finding,) = [one for one in json.loads(asked.stdout)["findings"] if one["code"] == "usebio.schema-unknown"]
    assert finding["place"]["line"] > 1
    assert "BOARD_SCORING_METHOD" in finding["message"]


def test_check_says_what_the_schema_is_not_for(good: Path, tmp_path: Path) -> None:
    older = tmp_path / "older.xml"
    older.write_bytes(good.read_bytes().replace(b'Version="1.4"', b'Version="1.2"'))
    result = run(app, ["check", "--xsd", str(older), str(good)])
    words = " ".join(result.output.split())
    assert "the file is USEBIO 1.2" in words
    assert "was not applied" in words
    assert words.count("valid by the schema") == 1


def test_an_unreadable_file_is_an_error_and_not_nothing_to_report(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear all,")
    result = run(app, ["check", str(path)])
    assert result.exit_code == 2
    assert "nothing to report" not in result.output
    assert "1 file: 1 error" in result.stderr
    listed = run(app, ["check", "--json", str(path)])
    (finding,) = json.loads(listed.stdout)["findings"]
    assert (finding["severity"], finding["code"]) == ("error", "intake.unknown-format")
    assert [set(json.loads(line)) for line in listed.stderr.splitlines()] == [{"error", "advice"}]


@pytest.mark.parametrize(
    "words", [["check", "none.xml"], ["check", "--nonsense"], ["score", "none.xml"], ["convert", "x.xml"], ["chekc"]]
)
def test_with_json_every_error_is_json(words: list[str]) -> None:
    result = run(app, [*words, "--json"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert json.loads(result.stderr)["error"]


def test_deals_are_analysed_only_when_that_is_asked_for(good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[object] = []
    finding = NOT_ANALYSED.finding("board 1: the analysis did not finish")
    monkeypatch.setattr(double_dummy, "need_library", lambda: done.append("library"))
    monkeypatch.setattr(double_dummy, "check_deals", lambda facts: [finding])
    assert json.loads(run(app, ["check", str(good), "--json"]).stdout)["findings"] == []
    assert done == []
    (told,) = json.loads(run(app, ["check", str(good), "--json", "--double-dummy"]).stdout)["findings"]
    assert (told["code"], done) == (finding.code, ["library"])


def test_the_report_is_written_as_a_page(wrong: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    result = run(app, ["check", str(wrong), "--report", str(page)])
    assert result.exit_code == 1
    assert "thing to look at" in page.read_text(encoding="utf-8")
    assert f"report: {page}" in result.stderr.replace("\n", "")
    result = run(app, ["check", str(wrong), "--report", str(tmp_path)])
    assert result.exit_code == 2
    assert "Give the path of a file that you may write." in result.stderr
