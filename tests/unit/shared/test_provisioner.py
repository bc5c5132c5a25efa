"""The operator's process; with a server, tests/integration/bus/test_service.py."""

import pytest

from shared.bus.topology import CONSUMERS
from shared.provisioner import create


def test_it_makes_everything_in_the_account_of_the_streams_whatever_services_are_told(monkeypatch: pytest.MonkeyPatch):
    told = {"DOMAIN": "kibitz", "PROVISION": "check", "USER": "operator", "REPLICAS": "3"}
    for name, value in told.items():
        monkeypatch.setenv(f"KIBITZ_NATS_{name}", value)
    provisioner = create()
    provisioner.read_settings()
    bus = provisioner.bus
    assert (bus.service, bus.settings.user, bus.settings.replicas) == ("operator", "operator", 3)
    assert (bus.settings.domain, bus.settings.provision) == (None, "create")
    assert set(bus.router.specs.values()) == set(CONSUMERS)


@pytest.mark.parametrize(("replicas", "password", "watched"), [("3", "x", 1), ("1", "x", 0), ("3", "", 0)])
def test_it_watches_several_servers_where_it_may(
    monkeypatch: pytest.MonkeyPatch, replicas: str, password: str, watched: int
):
    monkeypatch.setenv("KIBITZ_NATS_REPLICAS", replicas)
    monkeypatch.setenv("KIBITZ_NATS_USER", "operator")
    monkeypatch.setenv("KIBITZ_PROVISIONER_SYSTEM_PASSWORD", password)
    works = create().read_settings().background
    assert [(work.args[0].user, work.args[0].password.get_secret_value()) for work in works] == [
        ("system", "x")
    ] * watched  # type: ignore[attr-defined]
