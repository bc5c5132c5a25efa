"""Keeps the bus what the topology declares, as the operator: `python -m shared.provisioner`.

Where every service has a user, only the operator may make streams, buckets and durables. This process makes them at its
start, makes a durable again within ten seconds when it is gone, and shows its health as a service does.
"""

from collections.abc import Callable

from shared.bus.router import ServiceRouter
from shared.bus.settings import BusSettings, ServiceSettings
from shared.bus.topology import CONSUMERS, OPERATOR
from shared.service import Service, run


def operator_settings() -> ServiceSettings:
    """Those of the environment, but in the account of the streams, whatever is said to the services beside it."""
    return ServiceSettings(bus=BusSettings(domain=None, provision="create"))


def create(settings: Callable[[], ServiceSettings] = operator_settings) -> Service[ServiceSettings]:
    """Make the process; nothing is read or connected before it starts."""
    router = ServiceRouter(OPERATOR)
    router.specs |= {(spec.stream, spec.durable): spec for spec in CONSUMERS}
    return Service(router, settings)


if __name__ == "__main__":
    run([create()])
