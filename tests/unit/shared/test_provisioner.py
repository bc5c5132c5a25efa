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
