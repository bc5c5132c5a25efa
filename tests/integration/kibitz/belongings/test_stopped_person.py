"""A person is forgotten by a command that is stopped before any of its steps: said again, it leaves the name nowhere.

Steps are counted, each write to the disk and to the bus. `KIBITZ_FORGET_STOPS=all` stops before every one of them,
which takes a minute; otherwise before the first of each kind.
"""

import asyncio
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from nats.js.manager import JetStreamManager
from typer.testing import CliRunner

from contracts import subjects
from contracts.base import DECISIONS, FileRef
from contracts.corrections.queries import Query
from contracts.messages import FileParsed, FileReceived
from kibitz.belongings import taking_out
from kibitz.belongings.belonging import ALL_STREAMS, messages
from kibitz.cli import app
from kibitz.commands import forget, forget_person
from kibitz.rebuild.rebuild import Rebuilt
from shared.bus.bus import Bus
from shared.bus.settings import BusSettings
from shared.bus.wire import encode
from shared.kept import originals
from shared.kept.originals import Original, OriginalsFolder, OriginalsWriter
from shared.kept.queries import QueryBucket
from tests.support.nats_server import running_bus

pytestmark = [pytest.mark.asyncio, pytest.mark.connected]

NOW = datetime(2031, 10, 3, 20, tzinfo=UTC)
ALL = os.environ.get("KIBITZ_FORGET_STOPS") == "all"
NAME = re.compile(rb"lind\W+ada|ada\W+lind", re.IGNORECASE)


class Stopped(Exception):
    """The process ended here."""


KINDS: dict[str, tuple[object, ...]] = {
    "blank_lines": (originals, forget),
    "overwrite_lines": (originals,),
    "_write_whole": (originals,),
    "_append": (OriginalsWriter,),
    "unlink": (Path,),
    "keep": (forget_person.Seed,),
    "delete_msg": (JetStreamManager,),
    "write": (Bus,),
}
"""Everything that the command writes with, and whose it is."""


class Steps:
    """Counts the steps of the command, and ends it before one of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.counts, self.stop_before, self.names = False, -1, list[str]()
        for name, owners in KINDS.items():
            for owner in owners:
                monkeypatch.setattr(owner, name, self._counted(name, getattr(owner, name)))

    @contextmanager
    def counting(self, stop_before: int = -1) -> Iterator[None]:
        self.counts, self.stop_before, self.names = True, stop_before, []
        try:
            yield
        finally:
            self.counts = False

    def step(self, name: str) -> None:
        if self.counts:
            if len(self.names) == self.stop_before:
                raise Stopped(name)
            self.names.append(name)

    def _counted(self, name: str, original: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*given: Any, **named: Any) -> Any:
            self.step(name)
            return original(*given, **named)

        return counted


def files_of(number: int) -> dict[FileRef, bytes]:
    """Two files that name the person, a decision about one of them, and one that names somebody else."""
    at, event = NOW + timedelta(minutes=number), f"club-{number}"
    game = b'[Event "%d"][North "Ada Lind"]' % number
    contents = {
        ("game.pbn", "pbn"): game,
        ("Ada Lind.pbn", "pbn"): b'[Event "%d"][North "1"]' % number,
        ("ruling.json", DECISIONS): b'{"event": "%d", "file": "%s"}' % (number, sha256(game).hexdigest().encode()),
        ("other.pbn", "pbn"): b'[Event "%d"][North "Bo Berg"]' % number,
    }
    return {
        FileRef(
            sha256=sha256(data).hexdigest(), name=name, size=len(data), format=kind, received_at=at, event=event
        ): data
        for (name, kind), data in contents.items()
    }


async def announce(bus: Bus, ref: FileRef, again: str = "") -> None:
    """As intake and parser do."""
    received = FileReceived(file=ref)
    parsed = FileParsed(file=ref, fragments=(), events=(str(ref.event),))
    sent = (
        ("INTAKE", subjects.file_received("pbn", ref.sha256), received),
        ("PARSED", subjects.file_parsed(ref.sha256), parsed),
    )
    for stream, subject, message in sent:
        await bus.write(stream, subject, encode(message), {"Nats-Msg-Id": f"{stream}:{ref.sha256}:{again}"})


async def on_the_bus(bus: Bus) -> dict[str, list[bytes]]:
    """Everything that streams and buckets hold."""
    return {
        str(spec.name): [
            f"{each.subject} {each.headers}".encode() + (each.data or b"") async for each in messages(bus, spec)
        ]
        for spec in ALL_STREAMS
    }


@dataclass
class Case:
    """A server's originals, logs and messages in which the person is, and the command that forgets her."""

    bus: Bus
    number: int
    place: Path
    url: str

    async def arrive(self) -> None:
        for name in ("originals", "logs"):
            (self.place / name).mkdir(parents=True)
        (self.place / "logs" / "intake.log").write_text('{"file": "game.pbn"}\n{"name": "Ada Lind"}\n')
        self.files = files_of(self.number)
        kept = [(ref, (data,)) for ref, data in self.files.items()]
        OriginalsWriter(self.place / "originals").write(kept, NOW)
        for ref in self.files:
            await announce(self.bus, ref)
        query = Query(id=f"{self.number:016x}", card="1", name="Ada Lind", text="x", asked_at=NOW)
        await QueryBucket(self.bus).ask(f"club-{self.number}", query)

    async def run(self) -> Result:
        words = ["forget", "person", "Ada Lind", "--yes", "--data", str(self.place), "--nats", self.url]
        return await asyncio.to_thread(CliRunner().invoke, app, words)

    async def faults(self) -> list[str]:
        """Where the name still is, or a file as it was; and what has become of the files otherwise."""
        left = OriginalsFolder(self.place / "originals").originals()
        held = await on_the_bus(self.bus)
        gone = {ref.sha256 for ref in self.files} - {each.line.file.sha256 for each in left}
        disk = {str(path): path.read_bytes() for path in self.place.rglob("*") if path.is_file()}
        found = [f"{where} has the name" for where, data in disk.items() if NAME.search(where.encode() + data)]
        found += [f"{stream} has the name" for stream, texts in held.items() if any(map(NAME.search, texts))]
        found += [
            f"{stream} has a file as it was"
            for stream, texts in held.items()
            if stream != "KV_AUDIT" and any(digest.encode() in text for text in texts for digest in gone)
        ]
        contents = {each.line.file.name: each.read() for each in left}
        if len(left) != len(self.files) or len(gone) != 2:
            found.append(f"other originals: {sorted(contents)}")
        if sha256(contents["game.pbn"]).hexdigest().encode() not in contents["ruling.json"]:
            found.append("the decision is about another file")
        announced = b"".join(held["INTAKE"])
        found += [f"{each.line.file.name} is lost" for each in left if each.line.file.sha256.encode() not in announced]
        found += [f"{each} is left" for each in (self.place / "originals").iterdir() if each.is_file()]
        return found


async def test_wherever_the_command_was_stopped_a_second_run_leaves_the_name_nowhere(
    bus_settings: BusSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps, loop = Steps(monkeypatch), asyncio.get_running_loop()

    async def nothing(*given: object) -> None:
        """`write_anew` has steps of its own: test_written_anew.py."""

    monkeypatch.setattr(taking_out, "write_anew", nothing)
    monkeypatch.setattr(forget, "AT_REST", 0.0)
    async with running_bus(bus_settings, "intake") as bus:

        async def announce_again(remaining: list[Original], again: str) -> None:
            known = b"".join((await on_the_bus(bus))["INTAKE"])
            for file in (original.line.file for original in remaining):
                if file.sha256.encode() not in known:
                    await announce(bus, file, again)

        async def rebuild(_: Bus, remaining: list[Original], again: str) -> Rebuilt:
            steps.step("rebuild")
            # The command has a loop of its own.
            done = asyncio.run_coroutine_threadsafe(announce_again(remaining, again), loop)
            await asyncio.wrap_future(done)
            return Rebuilt()

        monkeypatch.setattr(forget_person, "rebuild", rebuild)

        async def forgotten(number: int, stop_before: int | None) -> list[str]:
            case = Case(bus, number, tmp_path / str(number), bus_settings.url)
            await case.arrive()
            if stop_before is not None:
                with steps.counting(stop_before):
                    assert isinstance((await case.run()).exception, Stopped)
            with steps.counting():
                result = await case.run()
            assert (result.exit_code, "forgotten" in result.output) == (0, True), (stop_before, result.output)
            return await case.faults()

        assert await forgotten(0, None) == []
        names = steps.names
        assert {*names} == {*KINDS, "rebuild"}
        stops = range(len(names)) if ALL else sorted({names.index(name) for name in names})
        faults = {f"{stop} {names[stop]}": await forgotten(1 + stop, stop) for stop in stops}
    assert {stop: found for stop, found in faults.items() if found} == {}
