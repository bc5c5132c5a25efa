"""Provision the whole bus: `python -m shared.bus`, as a user who may (KIBITZ_NATS_USER=operator).

Once; `python -m shared.provisioner` goes on doing it.
"""

import asyncio
import sys

from shared.bus.bus import Bus
from shared.bus.jetstream.provision import provision_all
from shared.bus.settings import BusSettings
from shared.bus.topology import CONSUMERS, OPERATOR, streams_of
from shared.errors import OperationFailed


async def provision() -> int:
    """Make everything that the topology declares; how much was created or changed."""
    bus = Bus(OPERATOR, BusSettings(domain=None, provision="create"))
    try:
        await bus.connect()
        return await provision_all(bus, streams_of(OPERATOR), CONSUMERS)
    finally:
        await bus.stop()


if __name__ == "__main__":
    try:
        print(f"{asyncio.run(provision())} created or changed")
    except OperationFailed as error:
        print(error, file=sys.stderr)
        raise SystemExit(1) from None
