"""Who may send."""

import pytest

from services.intake.domain.senders import SHORT_TOKEN, is_local, sender_of

TOKENS = {"secret-of-the-club": "club", "another-secret-token": "Open 2031"}


def test_the_sender_is_the_one_whose_token_is_given():
    assert sender_of("Bearer secret-of-the-club", TOKENS) == "club"
    assert sender_of("bearer another-secret-token", TOKENS) == "Open 2031"


@pytest.mark.parametrize(
    "header", [None, "", "Bearer", "Bearer wrong", "Basic secret-of-the-club", "secret-of-the-club", "Bearer a b"]
)
def test_everything_else_is_nobody(header):
    assert sender_of(header, TOKENS) is None
    assert sender_of(header, {}) is None


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


def test_tokens_of_sixteen_characters_are_long_enough():
    assert SHORT_TOKEN == 16
