import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest
import typer

from kibitz import bus_session
from shared.bus.settings import BusSettings
from shared.errors import OperationFailed


@pytest.mark.slow
def test_a_server_that_does_not_answer_ends_the_command_with_advice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus_session, "CONNECTING", 0.3)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"nats://127.0.0.1:{probe.getsockname()[1]}"

    async def nothing(bus: object) -> None:
        raise AssertionError("there is no bus")

    with pytest.raises(typer.Exit) as left:
        bus_session.with_bus(address, tmp_path, nothing)
    assert left.value.exit_code == 2
    assert "kibitz up" in capsys.readouterr().err


def test_what_the_bus_refuses_is_said_in_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Refusing:
        async def connect(self) -> None:
            raise OperationFailed("the server refuses this user")

        async def stop(self) -> None:
            return None

    monkeypatch.setattr(bus_session, "Bus", lambda *_, **__: Refusing())
    with pytest.raises(typer.Exit):
        bus_session.with_bus("nats://127.0.0.1:4222", tmp_path, _one)
    assert "refuses this user" in capsys.readouterr().err


async def _one(bus: Any) -> int:
    return 1


def test_the_work_is_done_on_a_connected_bus_that_is_stopped_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    did: list[str] = []

    class Quiet:
        def __init__(self, name: str, settings: BusSettings, *, on_fatal: object) -> None:
            did.append(settings.url)

        async def connect(self) -> None:
            did.append("connected")

        async def stop(self) -> None:
            did.append("stopped")

    monkeypatch.setattr(bus_session, "Bus", Quiet)
    assert bus_session.with_bus("nats://127.0.0.1:4222", tmp_path, _one) == 1
    assert did == ["nats://127.0.0.1:4222", "connected", "stopped"]


def test_work_that_takes_too_long_ends_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Quiet:
        async def connect(self) -> None:
            return None

        async def stop(self) -> None:
            return None

    async def long(bus: object) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(bus_session, "Bus", lambda *_, **__: Quiet())
    with pytest.raises(typer.Exit) as left:
        bus_session.with_bus("nats://127.0.0.1:4222", tmp_path, long, patience=0.05)
    assert left.value.exit_code == 2
