"""Settings of broadcast: who may read."""

import re
from datetime import timedelta
from pathlib import Path

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


ISSUER = {"ISSUER": "https://id.example", "CLIENT": "kibitz", "ROLES": '{"directors": "director"}'}


def signing_in(monkeypatch: pytest.MonkeyPatch, **more: str) -> Settings:
    for name, value in {**ISSUER, **more}.items():
        monkeypatch.setenv(f"KIBITZ_BROADCAST_OIDC_{name}", value)
    return Settings()


def test_without_an_issuer_nobody_signs_in(monkeypatch: pytest.MonkeyPatch) -> None:
    assert signing_in(monkeypatch, ISSUER="", ROLES="{}").oidc.issuer == ""


def test_who_may_sign_in_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_text("from a file\n")
    settings = signing_in(
        monkeypatch,
        ROLES='{"cn=directors,dc=example": "director", "*": "scorer of a b"}',
        DOMAINS=" Bridge.example, chess.example",
        SUBJECTS="u-1",
        SECRET="from the environment",
        HOURS="6",
    ).oidc
    members = settings.members()
    assert members.roles == {"cn=directors,dc=example": ("director", ()), "*": ("scorer", ("a", "b"))}
    assert members.domains == {"bridge.example", "chess.example"}
    assert (members.subjects, members.lasts) == ({"u-1"}, timedelta(hours=6))
    assert settings.client_secret() == "from the environment"
    assert "from the environment" not in repr(settings)
    assert signing_in(monkeypatch, SECRET_FILE=str(path), DOMAINS="a").oidc.client_secret() == "from a file"


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"ISSUER": "http://id.example"}, "begins with https://"),
        ({"CLIENT": ""}, "KIBITZ_BROADCAST_OIDC_CLIENT"),
        ({"ROLES": "{}"}, "KIBITZ_BROADCAST_OIDC_ROLES"),
        ({"ROLES": '{"a": "owner"}'}, "a role is one of"),
        ({"ROLES": '{"*": "scorer"}'}, "needs the domains or subjects"),
        ({"HOURS": "0"}, "hours"),
    ],
)
def test_signing_in_that_cannot_be_is_refused_at_start(
    monkeypatch: pytest.MonkeyPatch, more: dict[str, str], text: str
) -> None:
    with pytest.raises(ValidationError, match=re.escape(text)) as error:
        signing_in(monkeypatch, SECRET="hidden", **more)
    assert "hidden" not in str(error.value)
