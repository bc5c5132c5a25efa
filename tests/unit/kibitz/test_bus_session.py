import socket
from pathlib import Path
from typing import Any

import pytest
import typer

from kibitz import bus_session
from shared.errors import OperationFailed


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
