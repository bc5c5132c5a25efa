"""Three servers, three copies of everything, and the leader is killed."""

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import nats
import pytest
import pytest_asyncio
from pydantic import SecretStr

from contracts import subjects
from contracts.messages import FragmentAccepted, FragmentParsed
from kibitz.stack.nats_server.server import GLOBAL_ACCOUNT
from shared.bus.annotations import Delivery
from shared.bus.bus import Bus
from shared.bus.jetstream.connection import BusClient
from shared.bus.jetstream.elections import GROUPS, send_away
from shared.bus.jetstream.provision import provision_all
from shared.bus.router import ServiceRouter
from shared.bus.settings import BusSettings
from shared.bus.topology import BUCKETS, STREAMS, SYSTEM, parked_bucket
from shared.provisioner import watch_servers
from tests.integration.bus.samples import parsed, until
from tests.support.nats_cluster import Member, cluster
from tests.support.nats_server import unexpected
from tests.support.time_limits import scaled

pytestmark = [pytest.mark.connected, pytest.mark.slow]


@pytest_asyncio.fixture
async def members(tmp_path: Path) -> AsyncIterator[list[Member]]:
    async with cluster(tmp_path) as members:
        yield members


async def groups(url: str) -> dict[str, tuple[int, str]]:
    """The term of each group and its leader, as far as the server at an address knows it."""
    client = await nats.connect(url, user=SYSTEM, password=SYSTEM)
    try:
        request = json.dumps({"account": GLOBAL_ACCOUNT}).encode()
        answer = json.loads((await client.request(GROUPS, request, timeout=scaled(5))).data)
        states = answer["data"][GLOBAL_ACCOUNT]
        return {name: (state["term"], state.get("leader", "")) for name, state in states.items()}
    finally:
        await client.close()


async def elections_are_called_for_the_leader_of_a_stream_that_stands_still(
    members: list[Member], sender: Bus, caplog: pytest.LogCaptureFixture
) -> None:
    """The terms tell: an election that the servers begin by themselves has the next one, that of a call the second."""
    system = sender.settings.model_copy(update={"user": SYSTEM, "password": SecretStr(SYSTEM)})
    caplog.set_level("INFO", "kibitz.bus")
    watching = asyncio.ensure_future(watch_servers(system, GLOBAL_ACCOUNT))
    info = await sender.client.jsm().stream_info("PARSED")
    frozen = members[int(info.cluster.leader.rpartition("-")[2])]
    other = members[(frozen.number + 1) % 3]
    before = await groups(frozen.url)
    [peer] = {leader for name, (_, leader) in before.items() if name == info.cluster.raft_group}
    led = {name: term for name, (term, leader) in before.items() if leader == peer}
    await until(lambda: "watching member-0, member-1, member-2" in caplog.text)
    assert frozen.pid is not None
    os.kill(frozen.pid, signal.SIGSTOP)
    try:
        await sender.publish(subjects.fragment_parsed("event-5"), parsed("after", "event-5"))
        async with asyncio.timeout(scaled(20)):
            after = await groups(other.url)
            while {"", peer}.intersection(leader for _, leader in after.values()):
                await asyncio.sleep(0.2)
                after = await groups(other.url)
    finally:
        os.kill(frozen.pid, signal.SIGCONT)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
    # A group may have had an election of its own meanwhile, after the kill before.
    called = [name for name, term in led.items() if after[name][0] >= term + 2]
    assert 2 * len(called) > len(led), (led, after)


async def test_a_server_ends_the_connections_of_others_and_these_find_another_server(members: list[Member]):
    servers = [member.url for member in members]
    theirs = BusClient("validation", BusSettings(url=",".join(servers), reconnect_wait=0.1), unexpected)
    await theirs.connect_bus()
    before = str(theirs.connected_url and theirs.connected_url.netloc)
    [left] = [url for url in servers if url.endswith(before)]
    ours = BusClient(SYSTEM, BusSettings(url=left, user=SYSTEM, password=SecretStr(SYSTEM)), unexpected)
    await ours.connect_bus()
    assert await send_away(ours, ours._server_info["server_id"]) == 1
    await until(lambda: theirs.is_connected and str(theirs.connected_url and theirs.connected_url.netloc) != before)
    assert ours.is_connected
    await theirs.drain()
    await ours.drain()


async def test_nothing_is_lost_doubled_or_out_of_order_when_the_leader_is_killed(
    members: list[Member], caplog: pytest.LogCaptureFixture
):
    settings = BusSettings(
        url=",".join(member.url for member in members), replicas=3, reconnect_wait=0.1, publish_timeout=3.0
    )
    router, handled, followed = ServiceRouter("validation", delays=(0.2,) * 9), [], []
    sender = Bus("usebio_parser", settings, on_fatal=unexpected)

    @router.subscribe("parser.fragment.parsed.v1", ack_wait=4.0)
    async def on_fragment_parsed(message: FragmentParsed, delivery: Delivery) -> None:
        event = message.fragment.event
        await validation.publish(subjects.fragment_accepted(event), FragmentAccepted(fragment=message.fragment))
        handled.append((event, message.fragment.file.name))

    async def follow() -> None:
        async for item in sender.follow("validation.fragment.accepted.v1.>", FragmentAccepted, 1):
            followed.append((item.message.fragment.event, item.message.fragment.file.name))

    validation = Bus("validation", settings, router=router, on_fatal=unexpected)
    needed = [spec for spec in STREAMS if spec.name in ("PARSED", "VALIDATED")]
    needed += [bucket.stream for bucket in BUCKETS if bucket.name == parked_bucket("validation")]
    await validation.connect()
    await provision_all(validation, needed, router.specs.values())
    await validation.broker.start()
    await sender.connect()
    following = asyncio.ensure_future(follow())
    expected = [(f"event-{number % 5}", f"file-{number}.xml") for number in range(100)]
    for number, (event, name) in enumerate(expected):
        if number == 40:
            info = await sender.client.jsm().stream_info("PARSED")
            leader = members[int(info.cluster.leader.rpartition("-")[2])]
            assert leader.pid is not None
            os.kill(leader.pid, signal.SIGKILL)
        await sender.publish(subjects.fragment_parsed(event), parsed(name.removesuffix(".xml"), event))
    await until(lambda: len(set(handled)) == 100, patience=30)
    await until(lambda: len(followed) == 100, patience=15)
    stored = [
        (item.message.fragment.event, item.message.fragment.file.name)
        async for item in validation.history("validation.fragment.accepted.v1.>", FragmentAccepted)
    ]
    # The durables choose leaders of their own, each in its time; until then the service is not ready and says so.
    async with asyncio.timeout(scaled(20)):
        while not (await validation.healthy()).ok:
            await asyncio.sleep(0.2)
    following.cancel()
    await elections_are_called_for_the_leader_of_a_stream_that_stands_still(members, sender, caplog)
    await validation.stop()
    await sender.stop()
    assert stored == followed
    assert sorted(stored) == sorted(expected)
    for event in {event for event, _ in expected}:
        assert [item for item in stored if item[0] == event] == [item for item in expected if item[0] == event]
