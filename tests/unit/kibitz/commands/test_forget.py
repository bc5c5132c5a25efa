"""What the commands list, refuse and ask for; the work itself, on a server, is in tests/e2e/test_director.py."""

from contextlib import asynccontextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from contracts.base import FileRef
from kibitz.belongings.belonging import Belongings, Holding
from kibitz.cli import app
from kibitz.commands import forget as command
from kibitz.rebuild.rebuild import Rebuilt
from shared.kept.originals import Original, OriginalsWriter

run = CliRunner().invoke
NOW = datetime(2031, 10, 3, 20, tzinfo=UTC)
DIGEST = {name: sha256(name.encode()).hexdigest() for name in "ab"}
HELD = {
    DIGEST[name]: Holding(FileRef(sha256=DIGEST[name], name=f"{name}.pbn", size=1, format="pbn"), {*events})
    for name, events in (("a", ("one",)), ("b", ("two", "three")))
}


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[Belongings]:
    """What was taken out."""
    gone: list[Belongings] = []

    @asynccontextmanager
    async def connected(url: str, **_: float) -> Any:
        yield url

    async def holdings(bus: object) -> dict[str, Holding]:
        return HELD

    async def take_out(bus: object, of: Belongings) -> int:
        gone.append(of)
        return 7

    async def through(*given: object, **named: object) -> None:
        """No service is at work: test_at_work.py."""

    for each in (connected, holdings, take_out, through):
        monkeypatch.setattr(command, each.__name__, each)
    return gone


def forget(tmp_path: Path, *words: str) -> Any:
    (tmp_path / "logs").mkdir(exist_ok=True)
    (tmp_path / "originals").mkdir(exist_ok=True)
    return run(app, ["forget", *words, "--data", str(tmp_path), "--nats", "nats://x"])


def test_an_event_is_listed_first_and_then_gone_from_the_logs_too(tmp_path: Path, taken: list[Belongings]) -> None:
    listed = forget(tmp_path, "event", "one")
    assert (listed.exit_code, taken) == (0, [])
    assert "a.pbn" in listed.output
    assert "nothing was removed" in listed.output

    (tmp_path / "logs" / "services.log").write_bytes(b'{"event":"one"}\n{"event":"two"}\n{"file":"a.pbn"}\n')
    done = forget(tmp_path, "event", "one", "--yes")
    assert (done.exit_code, taken) == (0, [Belongings(frozenset({"one"}), frozenset({DIGEST["a"]}))])
    assert (tmp_path / "logs" / "services.log").read_text().split() == ['{"event":"two"}']


def test_files_that_hold_other_events_are_not_removed_unasked(tmp_path: Path, taken: list[Belongings]) -> None:
    refused = forget(tmp_path, "event", "two", "--yes")
    assert (refused.exit_code, taken) == (2, [])
    assert "three" in refused.output
    assert "--with-them" in refused.output
    assert forget(tmp_path, "event", "two", "--yes", "--with-them").exit_code == 0
    assert forget(tmp_path, "event", "two", "three", "--yes").exit_code == 0
    assert [of.events for of in taken] == [{"two"}, {"two", "three"}]


def test_a_file_needs_the_originals_of_what_is_made_again(tmp_path: Path, taken: list[Belongings]) -> None:
    assert forget(tmp_path, "file", DIGEST["a"][:11]).exit_code == 2
    listed = forget(tmp_path, "file", DIGEST["a"][:12])
    assert (listed.exit_code, taken) == (0, [])
    assert "a.pbn" in listed.output
    assert "one" in listed.output


def test_what_a_stopped_command_took_from_the_bus_is_made_again_though_the_bus_does_not_know_of_it(
    tmp_path: Path, taken: list[Belongings], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It had taken away all files of an event, and was stopped before the one that is to go was the last."""
    forget(tmp_path)
    originals = OriginalsWriter(tmp_path / "originals")
    kept = [FileRef(sha256=DIGEST[name], name=f"{name}.pbn", size=1, format="pbn") for name in "ab"]
    originals.write([(file, (file.name[:1].encode(),)) for file in kept], NOW)
    monkeypatch.delitem(HELD, DIGEST["b"])
    announced: list[list[str]] = []

    async def rebuild(bus: object, remaining: list[Original], again: str) -> Rebuilt:
        announced.append([each.line.file.name for each in remaining])
        return Rebuilt()

    monkeypatch.setattr(command, "rebuild", rebuild)
    assert forget(tmp_path, "file", DIGEST["a"], "--yes").exit_code == 0
    assert announced == [["b.pbn"]]
    assert taken == [Belongings(frozenset({"one"}), frozenset({DIGEST["a"]}), stays=frozenset({"one"}))]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    refused = run(app, ["forget", "event", "one", "--originals", str(tmp_path / "none"), "--nats", "nats://x"])
    assert refused.exit_code == 2
    assert "is not a folder" in refused.output
