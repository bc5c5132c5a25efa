"""Settings of the bus."""

import pytest
from pydantic import ValidationError

from shared.bus.settings import BusSettings


def test_without_an_environment_the_server_of_this_machine_is_used(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("KIBITZ_NATS_URL", raising=False)
    settings = BusSettings()
    assert settings.servers == ["nats://127.0.0.1:4222"]
    assert settings.tls() is None


def test_the_environment_decides(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("KIBITZ_NATS_URL", "nats://a:4222, nats://b:4222,")
    monkeypatch.setenv("KIBITZ_NATS_USER", "scoring")
    monkeypatch.setenv("KIBITZ_NATS_PASSWORD", "secret")
    monkeypatch.setenv("KIBITZ_NATS_REPLICAS", "3")
    settings = BusSettings()
    assert settings.servers == ["nats://a:4222", "nats://b:4222"]
    assert settings.replicas == 3
    assert settings.password is not None
    assert settings.password.get_secret_value() == "secret"


def test_a_password_is_never_shown():
    assert "secret" not in repr(BusSettings(password="secret"))


@pytest.mark.parametrize("change", [{"replicas": 0}, {"provision": "perhaps"}, {"publish_timeout": 0}])
def test_what_makes_no_sense_is_refused(change: dict[str, object]):
    with pytest.raises(ValidationError):
        BusSettings(**change)


def test_an_address_with_tls_checks_the_server():
    context = BusSettings(url="tls://a:4222").tls()
    assert context is not None
    assert context.check_hostname
