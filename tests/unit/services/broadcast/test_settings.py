"""Settings of broadcast: who may read."""

import pytest
from pydantic import ValidationError

from services.broadcast.settings import Settings


def test_tokens_are_known_without_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_BROADCAST_TOKENS", "hall=secret-of-the-hall, app = secret-of-the-app")
    assert Settings().token_values() == {"secret-of-the-hall", "secret-of-the-app"}
    monkeypatch.setenv("KIBITZ_BROADCAST_TOKENS", "")
    assert Settings().token_values() == frozenset()


@pytest.mark.parametrize("text", ["hall=", "just-a-token", "hall=two words", "a=same,b=same"])
def test_a_name_never_becomes_a_token(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("KIBITZ_BROADCAST_TOKENS", text)
    with pytest.raises(ValidationError, match="entry") as error:
        Settings()
    assert "same" not in str(error.value)


@pytest.mark.parametrize("address", ["http://192.0.2.1:8080/", "https://club.example/live/", ""])
def test_the_address_for_others_is_a_root(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("KIBITZ_BROADCAST_ADDRESS", address)
    assert Settings().address == address


@pytest.mark.parametrize("address", ["club.example", "http://club.example", "javascript:alert(1)/", "http://a/?b/"])
def test_what_is_no_root_is_refused(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("KIBITZ_BROADCAST_ADDRESS", address)
    with pytest.raises(ValueError, match="address"):
        Settings()


def test_names_are_those_listed_and_that_of_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_BROADCAST_HOSTS", "Live.club.example, www.club.example,")
    monkeypatch.setenv("KIBITZ_BROADCAST_ADDRESS", "https://desk.club.example/live/")
    assert Settings().names() == {"live.club.example", "www.club.example", "desk.club.example"}
    monkeypatch.setenv("KIBITZ_BROADCAST_HOSTS", "https://club.example")
    with pytest.raises(ValueError, match=r"written as club\.example"):
        Settings()
