"""Which requests come from this machine."""

import pytest

from shared.http.this_machine import is_local


@pytest.mark.parametrize(
    ("peer", "host"),
    [
        ("127.0.0.1", "localhost:8081"),
        ("127.0.0.1", "127.0.0.1:8081"),
        ("::1", "[::1]:8081"),
        ("127.0.0.1", None),
        ("::ffff:127.0.0.1", "LOCALHOST"),
    ],
)
def test_this_machine_is_local(peer, host):
    assert is_local(peer, host)


@pytest.mark.parametrize(
    ("peer", "host"),
    [
        ("192.0.2.1", "localhost"),
        (None, "localhost"),
        ("127.0.0.1", "evil.example"),
        ("127.0.0.1", "evil.example:8081"),
        ("127.0.0.1", "localhost.evil.example"),
        ("127.0.0.1", ""),
        ("unix", "localhost"),
    ],
)
def test_other_machines_and_other_names_of_this_one_are_not(peer, host):
    assert not is_local(peer, host)
