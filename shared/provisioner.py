"""Keeps the bus what the topology declares, as the operator: `python -m shared.provisioner`.

Where every service has a user, only the operator may make streams, buckets and durables. This process makes them at its
start, makes a durable again within ten seconds when it is gone, and shows its health as a service does. In a cluster it
also calls elections when a server stands still (`jetstream/elections.py`), if it has the password of the system user.
"""

import asyncio
from collections.abc import Callable
from functools import partial

from pydantic import SecretStr
from pydantic_settings import SettingsConfigDict

from shared.bus.bus import Bus
from shared.bus.jetstream.connection import BusClient, end_task
from shared.bus.jetstream.elections import call_elections
from shared.bus.router import ServiceRouter
from shared.bus.settings import BusSettings, ServiceSettings
from shared.bus.topology import ACCOUNT, CONSUMERS, OPERATOR, SYSTEM
from shared.service import Assembly, Service, run


class Settings(ServiceSettings):
    """Environment: `KIBITZ_PROVISIONER_…`, and `KIBITZ_NATS_…` for the bus.

    Attributes:
        system_password: of the user `system`, who calls elections in a cluster; without it nobody does.
    """

    model_config = SettingsConfigDict(env_prefix="KIBITZ_PROVISIONER_", extra="ignore")

    system_password: SecretStr | None = None


def operator_settings() -> Settings:
    """Those of the environment, but in the account of the streams, whatever is said to the services beside it."""
    return Settings(bus=BusSettings(domain=None, provision="create"))


def create(settings: Callable[[], Settings] = operator_settings) -> Service[Settings]:
    """Make the process; nothing is read or connected before it starts."""
    router = ServiceRouter(OPERATOR)
    router.specs |= {(spec.stream, spec.durable): spec for spec in CONSUMERS}
    return Service(router, settings, assemble)


def assemble(bus: Bus, settings: Settings) -> Assembly:
    """Watch the servers, where there are several and somebody may."""
    if not settings.system_password or settings.bus.replicas == 1:
        return Assembly()
    system = BusSettings(**{**dict(settings.bus), "user": SYSTEM, "password": settings.system_password})
    return Assembly(background=(partial(watch_servers, system, ACCOUNT),))


async def watch_servers(settings: BusSettings, account: str) -> None:
    """Call elections for servers that stand still, until cancelled, in the account of the streams."""
    clients = [BusClient(SYSTEM, BusSettings(**{**dict(settings), "url": server})) for server in settings.servers]
    connecting = [asyncio.create_task(client.connect_bus()) for client in clients]
    try:
        # A server may be away; a wrong password ends the process.
        await asyncio.gather(*connecting, call_elections(clients, (account,)))
    finally:
        for task in connecting:
            await end_task(task)
        await asyncio.gather(*(client.drain() for client in clients))


if __name__ == "__main__":
    run([create()])
