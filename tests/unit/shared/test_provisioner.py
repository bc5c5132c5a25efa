"""The operator's process; with a server, tests/integration/bus/test_service.py."""

from shared.bus.settings import BusSettings, ServiceSettings
from shared.bus.topology import CONSUMERS
from shared.provisioner import create


def test_it_makes_everything_in_the_account_of_the_streams_whatever_services_are_told():
    told = ServiceSettings(bus=BusSettings(domain="kibitz", provision="check", user="operator", replicas=3))
    provisioner = create(lambda: told)
    provisioner.read_settings()
    bus = provisioner.bus
    assert (bus.service, bus.settings.user, bus.settings.replicas) == ("operator", "operator", 3)
    assert (bus.settings.domain, bus.settings.provision) == (None, "create")
    assert set(bus.router.specs.values()) == set(CONSUMERS)
