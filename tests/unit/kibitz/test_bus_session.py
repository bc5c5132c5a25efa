import socket
from pathlib import Path
from typing import Any

import pytest
import typer

from kibitz import bus_session as on_the_bus
from kibitz.stack.layout import Layout
from shared.errors import OperationFailed


def test_a_server_that_does_not_answer_ends_the_command_with_advice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"nats://127.0.0.1:{probe.getsockname()[1]}"

    async def nothing(bus: object) -> None:
        raise AssertionError("there is no bus")

    with pytest.raises(typer.Exit) as left:
        on_the_bus.with_bus(address, tmp_path, nothing, patience=0.3)
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

    monkeypatch.setattr(on_the_bus, "_bus", lambda nats, data: Refusing())
    with pytest.raises(typer.Exit):
        on_the_bus.with_bus(None, tmp_path, _one)
    assert "refuses this user" in capsys.readouterr().err


async def _one(bus: Any) -> int:
    return 1


def test_the_address_is_that_of_the_server_of_the_folder(tmp_path: Path) -> None:
    tmp_path.mkdir(exist_ok=True)
    Layout(tmp_path).write_state({"nats": "nats://127.0.0.1:5222"})
    assert on_the_bus._bus(None, tmp_path).settings.url == "nats://127.0.0.1:5222"
    assert on_the_bus._bus("nats://127.0.0.1:6222", tmp_path).settings.url == "nats://127.0.0.1:6222"
