"""What `kibitz rebuild` prints; the work itself is in tests/unit/kibitz/rebuild/test_rebuild.py."""

import json
from collections import Counter
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from contracts.base import FileRef
from kibitz.archive.archive import write
from kibitz.cli import app
from kibitz.commands.live import rebuild as command
from kibitz.rebuild.rebuild import Rebuilt
from shared.errors import OperationFailed
from shared.kept.originals import Fault, OriginalsFolder, OriginalsWriter

NOW = datetime(2031, 10, 3, 20, tzinfo=UTC)
run = CliRunner().invoke


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one original."""
    file = FileRef(sha256=sha256(b"1").hexdigest(), name="x", size=1, format="pbn", received_at=NOW)
    OriginalsWriter(tmp_path).write([(file, (b"1",))], NOW)
    return tmp_path


def answering(monkeypatch: pytest.MonkeyPatch, outcome: Rebuilt | Exception) -> None:
    @asynccontextmanager
    async def connected(url: str) -> Any:
        yield url

    async def rebuild(bus: object, originals: list[object], report: Any) -> Rebuilt:
        report(len(originals), 1)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    monkeypatch.setattr(command, "connected", connected)
    monkeypatch.setattr(command, "rebuild", rebuild)


def test_it_says_what_was_announced_and_where_the_files_stand(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    answering(monkeypatch, Rebuilt(announced=2, there=1, states=Counter(scored=2, rejected=1)))
    result = run(app, ["rebuild", str(folder), "--nats", "nats://x"])
    assert result.exit_code == 0, result.output
    assert "2 files announced, 1 were there already: 1 rejected, 2 scored" in result.output
    assert "every original is in" in result.output


def test_faults_of_the_folder_and_of_the_rebuild_are_named_and_make_it_fail(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    (journal,) = folder.rglob("journal-*")
    journal.write_bytes(journal.read_bytes() + b'{"at":')
    answering(monkeypatch, Rebuilt(faults=[Fault("2031-10-03/j, line 9", "y.xml: gone")], unfinished=["z: parsed"]))
    result = run(app, ["rebuild", str(folder), "--nats", "nats://x"])
    assert result.exit_code == 1
    said = result.output.replace("\n", "")
    for words in ("line 2: the line was not written", "line 9: y.xml: gone", "not finished: z: parsed"):
        assert words in said
    assert "every original is in" not in said


def test_json_has_the_same(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    answering(monkeypatch, Rebuilt(announced=1, faults=[Fault("p", "t")], states=Counter(scored=1)))
    document = json.loads(run(app, ["rebuild", str(folder), "--nats", "nats://x", "--json"]).stdout)
    assert document == {
        "announced": 1,
        "there": 0,
        "states": {"scored": 1},
        "unfinished": [],
        "faults": [{"place": "p", "message": "t"}],
    }


@pytest.mark.parametrize(
    ("outcome", "words"),
    [(OperationFailed("stream MERGED is not read on"), "goes on where it stopped"), (TimeoutError(), "kibitz up")],
)
def test_what_cannot_be_done_says_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, folder: Path, outcome: Exception, words: str
) -> None:
    answering(monkeypatch, outcome)
    result = run(app, ["rebuild", str(folder), "--nats", "nats://x"])
    assert (result.exit_code, words in result.output) == (2, True)


def test_the_originals_of_an_archive_are_kept_again_with_their_lines(
    monkeypatch: pytest.MonkeyPatch, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    before = OriginalsFolder(folder).originals()
    write(elsewhere / "season.zip", ["club"], before)
    answering(monkeypatch, Rebuilt(announced=1))
    words = ["rebuild", str(elsewhere / "season.zip"), "--nats", "nats://x", "--data", str(elsewhere)]
    refused = run(app, words)
    assert (refused.exit_code, "is not a folder" in refused.output) == (2, True)
    (elsewhere / "originals").mkdir()
    for _ in range(2):
        assert run(app, words).exit_code == 0
        back = OriginalsFolder(elsewhere / "originals").originals()
        assert [(each.line, each.read()) for each in back] == [(each.line, each.read()) for each in before]


@pytest.mark.parametrize(("name", "words"), [("", "has no originals"), ("gone", "No such file")])
def test_a_folder_without_originals_is_refused(tmp_path: Path, name: str, words: str) -> None:
    result = run(app, ["rebuild", str(tmp_path / name), "--nats", "nats://x"])
    assert (result.exit_code, words in result.output.replace("\n", " ")) == (2, True)
