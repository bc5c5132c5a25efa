"""Against a real server: what counts stays as it is, what does not is in no file, and each step may be the last."""

import asyncio
import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kibitz.belongings.written_anew import unfinished, write_anew
from shared.bus.bus import Bus
from shared.bus.errors import NotProvisioned
from shared.bus.jetstream.provision import COPY, provision_all
from shared.bus.settings import BusSettings
from shared.bus.topology import STREAMS, consumers
from shared.bus.wire import MSG_ID
from tests.support.nats_server import running_bus
from tests.support.time_limits import scaled

pytestmark = pytest.mark.asyncio

MERGED = next(spec for spec in STREAMS if spec.name == "MERGED")
SUBJECT = "scoring.event.merged.v1."
STEPS = ("update_stream", "add_stream", "delete_stream", "add_consumer")


class Stopped(Exception):
    """The process ended here."""


def stopping(bus: Bus, monkeypatch: pytest.MonkeyPatch, at: int) -> Callable[[], int]:
    """Have the process end before its step number `at`; how many steps there were."""
    steps = 0

    def counted(original: Any) -> Any:
        async def step(*given: Any, **named: Any) -> Any:
            nonlocal steps
            steps += 1
            if steps == at:
                raise Stopped
            return await original(*given, **named)

        return step

    for name in STEPS:
        monkeypatch.setattr(bus.client.js, name, counted(getattr(bus.client.js, name)))
    return lambda: steps


def held(folder: Path, text: bytes) -> bool:
    """Whether a text is in a file; files and folders that are gone meanwhile have nothing."""
    for place, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(FileNotFoundError):
                if text in Path(place, name).read_bytes():
                    return True
    return False


async def kept(bus: Bus) -> list[tuple[Any, ...]]:
    found = [await bus.raw("MERGED", subject=SUBJECT + event) for event in ("club", "league")]
    # A mirror drops what a publisher expected; that was for the moment of writing.
    return [
        (each.seq, each.time, each.data, [(each.headers or {}).get(name) for name in ("ce-id", MSG_ID)])
        for each in found
        if each is not None
    ]


async def test_what_was_replaced_is_in_no_file_wherever_it_was_stopped(
    bus_settings: BusSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_bus(bus_settings, "seating") as bus:
        for number in range(3):
            for event in ("club", "league"):
                await bus.write("MERGED", SUBJECT + event, b"version-%d" % number, {"ce-id": f"{event} {number}"})
        await provision_all(bus, (), consumers("seating"))
        pull = await bus.client.js.pull_subscribe_bind("seating-event-merged", "MERGED")
        for message in await pull.fetch(1, timeout=5):
            await message.ack_sync()
        before, of_old = await kept(bus), b"version-1"
        assert [each[0] for each in before] == [5, 6]
        assert any(of_old in path.read_bytes() for path in tmp_path.rglob("*.blk"))

        at = 0
        while True:
            at += 1
            with monkeypatch.context() as patch:
                steps = stopping(bus, patch, at)
                with contextlib.suppress(Stopped):
                    await write_anew(bus, MERGED)
                if steps() < at:
                    break
            with contextlib.suppress(NotProvisioned):
                assert not await provision_all(bus, [MERGED]), f"a service made it when it was stopped before step {at}"
            await unfinished(bus, STREAMS)
            assert await kept(bus) == before, f"stopped before step {at}"
            config = (await bus.client.js.stream_info("MERGED")).config
            assert (config.subjects, config.mirror) == (MERGED.subjects, None)
            names = {info.config.name for info in await bus.client.js.streams_info()}
            assert not [name for name in names if str(name).startswith(COPY)]
        assert at > 7
        async with asyncio.timeout(scaled(10)):
            # The server removes the folder of a stream some time after it has said so.
            while held(tmp_path, of_old):
                await asyncio.sleep(0.05)
        # The durable goes on behind what it had acknowledged, and nothing comes twice.
        info = await bus.client.js.consumer_info("MERGED", "seating-event-merged")
        assert info.num_pending == 1
        assert (await bus.write("MERGED", SUBJECT + "club", b"new")).seq == 7
