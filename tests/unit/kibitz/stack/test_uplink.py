"""Both sides at work: tests/integration/kibitz/uplink and tests/e2e/test_uplink.py."""

from pathlib import Path

import pytest

from kibitz.stack.nats_server.server import EmbeddedServer
from kibitz.stack.uplink import StackUplink
from kibitz.uplink import settings
from kibitz.uplink.settings import PublicSide, new_token, read_address, read_line
from shared.errors import OperationFailed

PUBLIC = PublicSide(
    hall="old-town", token=new_token(), address=read_address("wss://live.club.example"), host="127.0.0.1", port=8090
)


class Server(EmbeddedServer):
    restarted = 0

    def restart(self) -> None:
        self.restarted += 1


async def test_a_hall_that_is_connected_while_it_runs_starts_its_nats_server_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    uplink, server = StackUplink(tmp_path, said.append), Server(tmp_path / "nats")
    uplink.configure(server)
    assert not uplink.is_public
    assert "leafnodes" not in server.include
    settings.write(tmp_path, read_line(PUBLIC.line))
    await uplink.follow(server)
    await uplink.stop()
    assert (server.restarted, server.domain) == (1, "hall")
    assert "live.club.example" in server.include
    monkeypatch.setattr(uplink, "_looked", 0.0)
    await uplink.follow(server)
    assert server.restarted == 1
    await uplink.stop()
    assert "new settings" in " ".join(said)


async def test_a_hall_does_not_become_a_public_server_while_it_runs(tmp_path: Path) -> None:
    said: list[str] = []
    uplink, server = StackUplink(tmp_path, said.append), Server(tmp_path / "nats")
    settings.write(tmp_path, PUBLIC)
    await uplink.follow(server)
    assert server.restarted == 0
    assert "start it again" in said[0]
    assert StackUplink(tmp_path, said.append).is_public


async def test_an_uplink_needs_a_nats_server_of_our_own(tmp_path: Path) -> None:
    StackUplink(tmp_path, print).refuse()
    settings.write(tmp_path, PUBLIC)
    with pytest.raises(OperationFailed, match="KIBITZ_NATS_URL"):
        StackUplink(tmp_path, print).refuse()
