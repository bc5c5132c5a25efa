"""A file or person is forgotten by a command that is stopped again and again: said again, it finishes."""

import asyncio
import re
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from nats.js.manager import JetStreamManager
from typer.testing import CliRunner

from contracts import subjects
from contracts.base import FileRef
from contracts.corrections.queries import Query
from contracts.messages import FileParsed, FileReceived, FragmentAccepted
from kibitz.belongings import taking_out
from kibitz.belongings.belonging import ALL_STREAMS, messages
from kibitz.cli import app
from kibitz.commands import forget, forget_person
from kibitz.rebuild.rebuild import Rebuilt
from shared.bus.bus import Bus
from shared.bus.settings import BusSettings
from shared.bus.wire import encode
from shared.kept.originals import Original, OriginalsFolder, OriginalsWriter
from shared.kept.queries import QueryBucket
from tests.support.fragments import fragment
from tests.support.nats_server import running_bus

pytestmark = [pytest.mark.asyncio, pytest.mark.connected]

NOW = datetime(2031, 10, 3, 20, tzinfo=UTC)
FILES = {"other": "club", "gone": "club", "elsewhere": "league"}
"""Files and their events; that of the same event goes first wherever messages go one by one."""
REFS = {
    name: FileRef(sha256=sha256(name.encode()).hexdigest(), name=f"{name}.xml", size=len(name), format="usebio")
    for name in FILES
}


class Stopped(Exception):
    """The process ended here."""


class Stops:
    """Ends the command once before each of its steps, and after each message that it takes away."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: set[str] = set()
        self.taken = 0
        for owner, name in (
            (forget, "_blank_logs"),
            (taking_out, "_edit"),
            (taking_out, "_tell_audit"),
            (OriginalsFolder, "remove"),
        ):
            monkeypatch.setattr(owner, name, self._stopped_once(name, getattr(owner, name)))
        delete = JetStreamManager.delete_msg

        async def delete_msg(js: JetStreamManager, *given: Any) -> bool:
            await delete(js, *given)
            self.taken += 1
            raise Stopped

        monkeypatch.setattr(JetStreamManager, "delete_msg", delete_msg)

    def before(self, name: str) -> None:
        if name not in self.seen:
            self.seen.add(name)
            raise Stopped

    def _stopped_once(self, name: str, original: Callable[..., Any]) -> Callable[..., Any]:
        def step(*given: Any, **named: Any) -> Any:
            self.before(name)
            return original(*given, **named)

        return step


async def announce(bus: Bus, name: str, again: str = "") -> None:
    """As intake, parser and validation do."""
    event, ref = FILES[name], REFS[name]
    of = fragment(name, event=event)
    sent = (
        (subjects.file_received("usebio", ref.sha256), FileReceived(file=ref)),
        (subjects.file_parsed(ref.sha256), FileParsed(file=ref, fragments=(of.id,), events=(event,))),
        (subjects.fragment_accepted(event), FragmentAccepted(fragment=of)),
    )
    for stream, (subject, message) in zip(("INTAKE", "PARSED", "VALIDATED"), sent, strict=True):
        await bus.write(stream, subject, encode(message), {"Nats-Msg-Id": f"{stream}:{name}:{again}"})


async def told_of(bus: Bus, name: str) -> list[str]:
    """The streams and buckets in which a file is spoken of."""
    digest = REFS[name].sha256
    return [
        str(spec.name)
        for spec in ALL_STREAMS
        async for message in messages(bus, spec)
        if digest in f"{message.subject} {(message.data or b'').decode()}" and spec.name != "KV_AUDIT"
    ]


async def test_a_file_is_gone_and_its_event_made_again_wherever_the_command_was_stopped(
    bus_settings: BusSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, query = tmp_path / "originals", Query(id="ab" * 8, card="1", name="Ada Lind", text="x", asked_at=NOW)
    folder.mkdir()
    OriginalsWriter(folder).write([(REFS[name], (name.encode(),)) for name in FILES], NOW)

    async def nothing(*given: object) -> None:
        """`write_anew` has steps of its own: test_written_anew.py."""

    async with running_bus(bus_settings, "intake") as bus:
        for name in FILES:
            await announce(bus, name)
        await QueryBucket(bus).ask("club", query)
        stops = Stops(monkeypatch)
        monkeypatch.setattr(taking_out, "write_anew", nothing)
        monkeypatch.setattr(forget, "AT_REST", 0.1)

        async def rebuild(_: Bus, remaining: list[Original], again: str) -> Rebuilt:
            stops.before("rebuild")
            for original in remaining:
                name = original.line.file.name.removesuffix(".xml")
                if "INTAKE" not in await asyncio.wrap_future(
                    asyncio.run_coroutine_threadsafe(told_of(bus, name), loop)
                ):
                    await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(announce(bus, name, again), loop))
            return Rebuilt()

        loop = asyncio.get_running_loop()
        monkeypatch.setattr(forget, "rebuild", rebuild)
        words = ["forget", "file", REFS["gone"].sha256, "--yes", "--data", str(tmp_path), "--nats", bus_settings.url]
        runs = 0
        while True:
            runs += 1
            result = await asyncio.to_thread(CliRunner().invoke, app, words)
            if not isinstance(result.exception, Stopped):
                break
            assert runs < 40
        assert (result.exit_code, "forgotten" in result.output) == (0, True), result.output
        assert stops.seen == {"_blank_logs", "_edit", "_tell_audit", "remove", "rebuild"}
        assert (runs, stops.taken) == (12, 6)
        assert await told_of(bus, "gone") == []
        for name in ("other", "elsewhere"):
            assert await told_of(bus, name) == ["INTAKE", "PARSED", "VALIDATED"], name
        assert [each.name for each in (await QueryBucket(bus).of_event("club")).queries] == ["Ada Lind"]
    left = {original.line.file.name for original in OriginalsFolder(folder).originals()}
    assert left == {"other.xml", "elsewhere.xml"}


async def test_a_person_has_one_pseudonym_however_often_the_command_was_stopped(
    bus_settings: BusSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "originals"
    folder.mkdir()
    games = [
        b'[Event "%d"][North "%s"]' % (number, name) for number, name in enumerate((b"Ada Lind", b"Lind, Ada") * 2)
    ]
    for number, data in enumerate(games):
        ref = FileRef(sha256=sha256(data).hexdigest(), name=f"{number}.pbn", size=len(data), format="pbn")
        OriginalsWriter(folder).write([(ref, (data,))], NOW)

    async def rebuilt(*given: object, **named: object) -> Rebuilt:
        return Rebuilt()

    monkeypatch.setattr(forget_person, "rebuild", rebuilt)
    monkeypatch.setattr(forget, "AT_REST", 0.1)
    write, left = OriginalsWriter.write, [0]

    def stopped_write(self: OriginalsWriter, *given: Any) -> Any:
        if not left[0]:
            raise Stopped
        left[0] -= 1
        return write(self, *given)

    monkeypatch.setattr(OriginalsWriter, "write", stopped_write)
    words = ["forget", "person", "Ada Lind", "--yes", "--data", str(tmp_path), "--nats", bus_settings.url]
    async with running_bus(bus_settings, "intake"):
        for writes in range(len(games) + 1):
            left[0] = writes
            result = await asyncio.to_thread(CliRunner().invoke, app, words)
            assert isinstance(result.exception, Stopped) == (writes < len(games)), result.output
    names = {b" ".join(sorted(re.findall(rb"\w+", each.read().lower().split(b"north")[1]))) for each in kept_in(folder)}
    assert (len(kept_in(folder)), len(names)) == (len(games), 1)
    assert b"ada" not in names.pop()
    assert not [path for path in folder.iterdir() if path.is_file()], "nothing tells of whom the pseudonym was"


def kept_in(folder: Path) -> list[Original]:
    return OriginalsFolder(folder).originals()
