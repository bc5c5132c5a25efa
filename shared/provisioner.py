"""Keeps the bus what the topology declares, as the operator: `python -m shared.provisioner`.

Where every service has a user, only the operator may make streams, buckets and durables. This process makes them at its
start, makes a durable again within ten seconds when it is gone, and shows its health as a service does.
"""

from collections.abc import Callable

from shared.bus.router import ServiceRouter
from shared.bus.settings import ServiceSettings
from shared.bus.topology import CONSUMERS, OPERATOR
from shared.service import Service, run


def create(settings: Callable[[], ServiceSettings] = ServiceSettings) -> Service[ServiceSettings]:
    """Make the process; nothing is read or connected before it starts.

    It is in the account of the streams, whatever is said to the services beside it.
    """

    def as_operator() -> ServiceSettings:
        given = settings()
        own = given.bus.model_copy(update={"domain": None, "provision": "create"})
        return given.model_copy(update={"bus": own})

    router = ServiceRouter(OPERATOR)
    router.specs |= {(spec.stream, spec.durable): spec for spec in CONSUMERS}
    return Service(router, as_operator)


if __name__ == "__main__":
    run([create()])
