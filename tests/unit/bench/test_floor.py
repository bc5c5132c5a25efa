"""The floor of the fan-out is the same program in C and in Python."""

import shutil
import socket
from pathlib import Path

import pytest

from bench.floor import Floor


@pytest.mark.parametrize("kind", ["c", "python"])
def test_the_floor_writes_a_frame_to_everybody_so_many_times(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind == "python":
        monkeypatch.setattr(shutil, "which", lambda _name: None)
    elif not shutil.which("cc"):
        pytest.skip("no C compiler")
    with Floor(tmp_path) as floor:
        assert floor.kind == kind
        floor.accept(3)
        clients = [socket.create_connection(("127.0.0.1", floor.port)) for _ in range(3)]
        floor.accepted()
        assert floor.send(b"\x81\x02ab", 2, 0.001) >= 0
        assert [client.recv(8, socket.MSG_WAITALL) for client in clients] == [b"\x81\x02ab" * 2] * 3
        with pytest.raises(RuntimeError, match="cut short"):
            floor.send(bytes(60_000), 200, 0)
        for client in clients:
            client.close()
