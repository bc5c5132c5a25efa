from pathlib import Path

import pytest

from kibitz.uplink import settings
from kibitz.uplink.settings import HallSide, PublicSide, new_token, read_address, read_line
from shared.errors import OperationFailed

TOKEN = "t" * 43


def public(address: str = "wss://live.club.example/uplink") -> PublicSide:
    return PublicSide(hall="old-town", token=TOKEN, address=read_address(address), host="127.0.0.1", port=8090)


def test_the_hall_reads_what_the_public_server_printed() -> None:
    for address in (
        "wss://live.club.example/uplink",
        "wss://live.club.example:8443",
        "ws://[::1]:8090",
        "ws://10.0.0.7",
    ):
        side = public(address)
        hall = read_line(f" {side.line}\n", ["queries", "queries"])
        assert (hall.hall, hall.token, hall.address, hall.allows) == ("old-town", TOKEN, side.address, ("queries",))
    assert str(read_address("wss://live.club.example/")) == "wss://live.club.example:443"
    assert new_token() != new_token()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "no address"),
        ("https://a:b@live.club.example", "no address"),
        (f"wss://old-town:{TOKEN}@live.club.example:99999", "no address"),
        ("wss://live.club.example", "missing"),
        ("wss://old-town:short@live.club.example", "token"),
        (f"wss://Old%20Town:{TOKEN}@live.club.example", "hall"),
        (f"ws://old-town:{TOKEN}@live.club.example", "use wss://"),
        (f"ws://old-town:{TOKEN}@192.0.3.1", "use wss://"),
        (f'wss://old-town:{TOKEN}@live.club.example/up"link', "path"),
        (f"wss://old-town:{TOKEN}@live.club.example/?a=b", "no address"),
    ],
)
def test_what_is_no_such_line_is_refused_with_the_reason(line: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_line(line)


def test_only_what_there_is_can_be_allowed() -> None:
    with pytest.raises(ValueError, match="allows"):
        read_line(public().line, ["everything"])


def test_settings_are_kept_where_nobody_else_reads_them(tmp_path: Path) -> None:
    assert settings.read(tmp_path / "none") is None
    for side in (public(), read_line(public().line, ["desk"])):
        settings.write(tmp_path / "data", side)
        assert settings.read(tmp_path / "data") == side
        assert (tmp_path / "data" / settings.FILE).stat().st_mode & 0o077 == 0
    assert isinstance(side, HallSide)
    assert settings.remove(tmp_path / "data")
    assert not settings.remove(tmp_path / "data")


def test_settings_that_cannot_be_read_say_so(tmp_path: Path) -> None:
    (tmp_path / settings.FILE).write_text('{"side": "hall", "token": "\\""}')
    with pytest.raises(OperationFailed, match="connect the hall again"):
        settings.read(tmp_path)
