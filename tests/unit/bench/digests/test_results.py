"""What a case gives, and that it is written."""

import json
from pathlib import Path
from time import sleep

import pytest

from bench.digests.__main__ import main
from bench.digests.cases import Case
from bench.digests.results import digest, run

DATA = Path(__file__).resolve().parents[3] / "data"
TWO_SESSIONS = DATA / "usebio/pairs-two-sessions-1.4.xml"


def test_every_section_has_something() -> None:
    result = digest(Case("pairs", (TWO_SESSIONS,)))
    assert {name for name, document in result.documents.items() if not document} == set()
    assert result.documents["findings"]["check"]
    variants = next(iter(result.documents["exports"].values()))
    assert {"usebio 1.4 computed", "usebio 1.2 stated", "json computed", "csv computed"} <= variants.keys()
    assert {variant.split()[0] for variant in variants} >= {"usebio", "pbn", "trf", "acblscore", "json", "csv"}


def test_a_file_that_is_refused_has_its_rejection_digested(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("nothing that is read")
    documents = digest(Case("notes", (path,))).documents
    assert documents["read"][0]["rejected"]["code"] == "intake.unknown-format"
    assert documents["standings"] == {}


@pytest.mark.slow
def test_a_case_that_takes_too_long_is_ended_and_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.digests.results.digest", lambda case: sleep(30))
    assert not run([Case("slow", (TWO_SESSIONS,))], tmp_path, processes=1, limit=1)
    assert json.loads((tmp_path / "slow/failure.json").read_text()) == "not done after 1 s"


@pytest.mark.slow
def test_run_and_compare_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "pairs.xml").write_bytes(TWO_SESSIONS.read_bytes())
    (folder / "sets.json").write_text(json.dumps({"twice": ["pairs.xml", "pairs.xml"]}))
    sets = ["--sets", str(folder / "sets.json")]
    for name in ("old", "new"):
        assert main(["run", str(folder), "--out", str(tmp_path / name), "--processes", "1", *sets]) == 0
    assert main(["compare", str(tmp_path / "old"), str(tmp_path / "new")]) == 0
    assert "the same" in capsys.readouterr().out
    digests = json.loads((tmp_path / "new/digests.json").read_text())
    assert {name.rpartition("/")[2] for name in digests} == {"pairs.xml", "sets.json", "twice"}
