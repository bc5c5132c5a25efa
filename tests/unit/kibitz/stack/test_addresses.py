import socket

import pytest

from kibitz.stack.addresses import bracketed, is_loopback, network_address, own_name


@pytest.mark.parametrize(
    ("host", "own", "loopback"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("0.0.0.0", "127.0.0.1", False),
        ("::", "127.0.0.1", False),
        ("::1", "[::1]", True),
        ("localhost", "localhost", True),
        ("127.0.0.2", "127.0.0.2", True),
        ("192.0.2.7", "192.0.2.7", False),
        ("club.example", "club.example", False),
    ],
)
def test_how_this_machine_reaches_what_listens_there(host: str, own: str, loopback: bool) -> None:
    assert own_name(host) == own
    assert is_loopback(host) == loopback


def test_the_network_reaches_an_address_as_it_is_and_every_address_by_the_way_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert network_address("192.0.2.7") == "192.0.2.7"
    assert network_address("0.0.0.0") not in ("", "0.0.0.0")

    def no_way(*_: object) -> None:
        raise OSError("network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", no_way)
    assert network_address("0.0.0.0") == socket.gethostname()


def test_an_address_of_ipv6_stands_in_brackets() -> None:
    assert bracketed("2001:db8::1") == "[2001:db8::1]"
    assert bracketed("club.example") == "club.example"
