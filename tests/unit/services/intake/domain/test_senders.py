"""Who may send."""

import pytest

from services.intake.domain.senders import SHORT_TOKEN, sender_of

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


def test_tokens_of_sixteen_characters_are_long_enough():
    assert SHORT_TOKEN == 16
