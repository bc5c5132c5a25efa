"""What `kibitz forget due` lists and removes; files and keys on a server are in tests/e2e/test_director.py."""

from collections import Counter
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from contracts.base import FileRef
from kibitz.belongings.belonging import Belongings, Holding
from kibitz.belongings.retention import KINDS
from kibitz.cli import app
from kibitz.commands import forget, forget_due
from kibitz.rebuild.rebuild import Rebuilt
from shared.kept.originals import Original, OriginalsFolder, OriginalsWriter

TODAY = datetime.now(UTC)


class Server:
    """What was asked of the bus."""

    def __init__(self) -> None:
        self.held = dict[str, Holding]()
        self.old = Counter[str]()
        self.taken: list[Belongings] = []
        self.rebuilt: list[set[str]] = []

    def receive(self, folder: Path, name: str, days: int, event: str) -> FileRef:
        at = TODAY - timedelta(days=days)
        data = name.encode()
        file = FileRef(sha256=sha256(data).hexdigest(), name=name, size=len(data), format="pbn", received_at=at)
        OriginalsWriter(folder).write([(file, (data,))], at)
        self.held[file.sha256] = Holding(file, {event})
        return file


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Server:
    (tmp_path / "originals").mkdir()
    (tmp_path / "retention.toml").write_text('[files]\n"*" = 400\n[kinds]\nqueries = 30\n')
    server = Server()

    @asynccontextmanager
    async def connected(url: str, **_: float) -> Any:
        yield url

    async def holdings(bus: object) -> dict[str, Holding]:
        return server.held

    async def written_before(bus: object, before: object) -> Counter[str]:
        return server.old

    async def take_out(bus: object, of: Belongings) -> int:
        server.taken.append(of)
        return 7

    async def rebuild(bus: object, originals: list[Original], *, again: str) -> Rebuilt:
        server.rebuilt.append({each.line.file.name for each in originals})
        return Rebuilt()

    async def through(*given: object, **named: object) -> None:
        """No service is at work: test_at_work.py."""

    monkeypatch.setattr(forget, "connected", connected)
    monkeypatch.setattr(forget, "through", through)
    for module, each in ((forget_due, holdings), (forget_due, written_before), (forget, take_out), (forget, rebuild)):
        monkeypatch.setattr(module, each.__name__, each)
    return server


def due(tmp_path: Path, *words: str) -> Any:
    return CliRunner().invoke(app, ["forget", "due", "--data", str(tmp_path), "--nats", "nats://x", *words])


def test_what_is_due_is_listed_first_and_whole_events_are_not_made_again(server: Server, tmp_path: Path) -> None:
    originals = tmp_path / "originals"
    old = server.receive(originals, "old.pbn", 401, "over")
    server.receive(originals, "new.pbn", 399, "running")
    server.old[KINDS["queries"]] = 3
    listed = due(tmp_path, "--dry-run")
    assert (listed.exit_code, server.taken) == (0, [])
    for words in ("old.pbn", "queries: 3", "leave --dry-run out"):
        assert words in listed.output
    assert "new.pbn" not in listed.output

    assert due(tmp_path).exit_code == 0
    assert [(of.events, of.files, list(of.before)) for of in server.taken] == [
        ({"over"}, {old.sha256}, [KINDS["queries"]])
    ]
    assert server.rebuilt == []
    assert old.sha256 not in OriginalsFolder(originals).digests()


def test_events_with_younger_files_are_made_again_also_when_it_was_stopped(server: Server, tmp_path: Path) -> None:
    originals = tmp_path / "originals"
    old = server.receive(originals, "old.pbn", 401, "running")
    server.receive(originals, "new.pbn", 399, "running")
    assert due(tmp_path).exit_code == 0
    assert server.rebuilt == [{"new.pbn"}]

    # Stopped when the bus had lost them both, and nothing was announced again.
    OriginalsWriter(originals).write([(old, (b"old.pbn",))], TODAY - timedelta(days=401))
    server.held.clear()
    assert due(tmp_path).exit_code == 0
    assert server.rebuilt == [{"new.pbn"}, {"new.pbn"}]
    assert old.sha256 not in OriginalsFolder(originals).digests()


def test_without_anything_due_nothing_is_touched(server: Server, tmp_path: Path) -> None:
    server.receive(tmp_path / "originals", "new.pbn", 399, "running")
    result = due(tmp_path)
    assert (result.exit_code, "nothing is due" in result.output, server.taken) == (0, True, [])


@pytest.mark.usefixtures("server")
def test_a_policy_that_is_missing_or_wrong_is_told(tmp_path: Path) -> None:
    assert "No such file" in due(tmp_path, "--policy", str(tmp_path / "none.toml")).output
    (tmp_path / "retention.toml").write_text("[kinds]\nseats = 3\n")
    result = due(tmp_path)
    assert (result.exit_code, "seats" in result.output) == (2, True)
