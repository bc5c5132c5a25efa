"""A service that is at work when something is forgotten: it is waited for, and what it publishes goes, too."""

import asyncio
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from contracts import subjects
from contracts.base import FileRef
from contracts.messages import FileReceived
from kibitz.belongings.belonging import ALL_STREAMS, messages
from kibitz.cli import app
from kibitz.commands import forget
from shared.bus.bus import Bus
from shared.bus.jetstream.provision import consumer_config
from shared.bus.settings import BusSettings
from shared.bus.topology import CONSUMERS
from shared.bus.wire import encode
from tests.support.nats_server import running_bus

pytestmark = [pytest.mark.asyncio, pytest.mark.connected]

FILE = FileRef(sha256=sha256(b"1").hexdigest(), name="a.pbn", size=1, format="pbn", event="club")
EXPORT = next(each for each in CONSUMERS if each.durable == "export-event-merged")


async def held_by_export(bus: Bus) -> Any:
    """A file of the event, and standings of it that export has been given and has not answered."""
    received = FileReceived(file=FILE, content=b"")
    await bus.write("INTAKE", subjects.file_received("pbn", FILE.sha256), encode(received), {"Nats-Msg-Id": "1"})
    await bus.write("MERGED", subjects.event_merged("club"), b"{}", {"Nats-Msg-Id": "2"})
    await bus.client.js.add_consumer("MERGED", consumer_config(EXPORT))
    pulled = await bus.client.js.pull_subscribe_bind(EXPORT.durable, "MERGED")
    (message,) = await pulled.fetch(1)
    return message


async def told_of_the_event(bus: Bus) -> set[str]:
    return {
        str(spec.name)
        for spec in ALL_STREAMS
        if not str(spec.name).startswith("KV_")
        async for message in messages(bus, spec)
        if "club" in str(message.subject)
    }


def event_forgotten(url: str, folder: Path) -> Result:
    (folder / "originals").mkdir(exist_ok=True)
    return CliRunner().invoke(app, ["forget", "event", "club", "--yes", "--data", str(folder), "--nats", url])


async def test_what_a_service_publishes_while_it_is_waited_for_is_forgotten_too(
    bus_settings: BusSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forget, "AT_REST", 1.0)
    async with running_bus(bus_settings, "intake") as bus:
        held = await held_by_export(bus)
        command = asyncio.create_task(asyncio.to_thread(event_forgotten, bus_settings.url, tmp_path))
        await asyncio.sleep(0.5)
        await bus.write("RENDERINGS", subjects.file_rendered("csv", "club"), b"{}", {"Nats-Msg-Id": "3"})
        await held.ack()
        result = await command
        assert (result.exit_code, "forgotten" in result.output) == (0, True), result.output
        assert await told_of_the_event(bus) == set()


async def test_nothing_is_removed_while_a_service_holds_a_message_and_does_not_go_on(
    bus_settings: BusSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forget, "AT_REST", 0.3)
    async with running_bus(bus_settings, "intake") as bus:
        await held_by_export(bus)
        before = await told_of_the_event(bus)
        result = await asyncio.to_thread(event_forgotten, bus_settings.url, tmp_path)
        assert result.exit_code == 2
        assert "stream MERGED is not read on: do these services run: export?" in result.output
        assert await told_of_the_event(bus) == before == {"MERGED"}
