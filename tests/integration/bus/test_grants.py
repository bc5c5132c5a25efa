"""Grants on a real server, seen by two replicas."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from contracts.access.grants import Wanted
from contracts.access.journal import Doing
from shared.bus.settings import BusSettings
from shared.kept.grants import GrantBucket
from tests.support.nats_server import running_bus

pytestmark = pytest.mark.connected

HOUR = timedelta(hours=1)


async def test_one_of_many_opens_a_link_and_revoking_ends_it_at_every_replica(bus_settings: BusSettings):
    now = datetime.now(UTC)
    async with running_bus(bus_settings, "broadcast") as here, running_bus(bus_settings, "broadcast") as there:
        replicas = [GrantBucket(here), GrantBucket(there)]
        grant, token = await replicas[0].make(Wanted("Ada", "scorer", HOUR, HOUR), Doing("desk", "desk", now))
        entered = await asyncio.gather(*(replicas[number % 2].enter(token, now) for number in range(10)))
        (session,) = [one[1] for one in entered if one is not None]
        for replica in replicas:
            assert await replica.of_session(session, now) is not None
        await replicas[0].revoke(grant.id, Doing("desk", "desk", now))
        for replica in replicas:
            assert await replica.of_session(session, now) is None
            assert [one.state(now) for one in await replica.all()] == ["revoked"]
