"""The clients of the fan-out count frames however they are cut."""

import socket
from collections.abc import Iterator
from itertools import pairwise

import pytest

from bench.crowd import PONG, Client
from services.broadcast.domain.payload import frame


@pytest.fixture
def line() -> Iterator[tuple[socket.socket, Client]]:
    sender, reader = socket.socketpair()
    yield sender, Client(reader)
    sender.close()
    reader.close()


@pytest.mark.parametrize("piece", [1, 2, 3, 7, 100])
def test_frames_are_counted_in_whatever_pieces_they_come(line: tuple[socket.socket, Client], piece: int) -> None:
    sender, client = line
    data = b"".join(frame(bytes(size)) for size in (0, 5, 125, 126, 300, 70_000, 1))
    cuts = [*range(0, 600, piece), *range(600, len(data) - 20, 20_000), *range(len(data) - 20, len(data), piece)]
    for start, end in pairwise([*cuts, len(data)]):
        sender.sendall(data[start:end])
        client.read()
    assert (client.frames, client.left, client.start) == (7, 0, b"")


def test_a_ping_is_answered_and_is_no_data(line: tuple[socket.socket, Client]) -> None:
    sender, client = line
    sender.sendall(b"\x89\x00" + frame(b"x"))
    client.read()
    assert client.frames == 1
    assert sender.recv(100) == PONG
