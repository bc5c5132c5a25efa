"""Provisioning a real server: once, twice, by several at once, and after the declaration changed."""

import asyncio
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from nats.js.api import StreamConfig

from shared.bus.bus import Bus
from shared.bus.errors import NotProvisioned, ProvisioningRefused
from shared.bus.jetstream.provision import provision_all
from shared.bus.router import ServiceRouter
from shared.bus.settings import BusSettings
from shared.bus.topology import ACK_WAIT, CONSUMERS, STREAMS, consumers, streams_of
from shared.errors import OperationFailed
from tests.support.nats_server import start, unexpected

pytestmark = pytest.mark.connected

SCORED = next(spec for spec in STREAMS if spec.name == "SCORED")
INTAKE = next(spec for spec in STREAMS if spec.name == "INTAKE")
DURABLE = consumers("usebio_parser")[0]


@pytest.fixture
async def bus(bus_settings: BusSettings):
    bus = Bus("operator", bus_settings, on_fatal=unexpected)
    await bus.connect()
    yield bus
    await bus.stop()


async def test_everything_is_made_once_and_the_second_time_changes_nothing(bus: Bus):
    assert await provision_all(bus, streams_of("operator"), CONSUMERS) == len(streams_of("operator")) + len(CONSUMERS)
    assert await provision_all(bus, streams_of("operator"), CONSUMERS) == 0
    info = await bus.client.jsm().stream_info("VALIDATED")
    assert info.config.storage == "file"
    assert info.config.discard == "new"
    assert info.config.duplicate_window == 600


async def test_the_whole_bus_can_be_provisioned_by_a_command(bus_settings: BusSettings):
    for said in ("created or changed", "0 created or changed"):
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "shared.bus",
            cwd=Path(__file__).resolve().parents[4],
            env={**os.environ, "KIBITZ_NATS_URL": bus_settings.url},
            stdout=asyncio.subprocess.PIPE,
        )
        out, _ = await process.communicate()
        assert process.returncode == 0
        assert out.decode().strip().endswith(said)


async def test_several_services_may_provision_at_the_same_time(bus_settings: BusSettings):
    names = ("intake", "usebio_parser", "pbn_parser", "validation", "scoring", "seating", "export", "broadcast")
    buses = [Bus(name, bus_settings, on_fatal=unexpected) for name in names]
    try:
        await asyncio.gather(*(start(one) for one in buses))
        assert [one.service for one in buses if not (await one.healthy()).ok] == []
    finally:
        await asyncio.gather(*(one.stop() for one in buses))


async def test_a_changed_wait_is_changed_on_the_server(bus: Bus):
    await provision_all(bus, [INTAKE], [DURABLE])
    assert await provision_all(bus, [INTAKE], [replace(DURABLE, ack_wait=9.0, max_ack_pending=7)]) == 1
    info = await bus.client.jsm().consumer_info("INTAKE", DURABLE.durable)
    assert (info.config.ack_wait, info.config.max_ack_pending) == (9.0, 7)


async def test_a_limit_is_raised_and_never_lowered(bus: Bus):
    await provision_all(bus, [replace(SCORED, max_msgs_per_subject=100)])
    assert await provision_all(bus, [SCORED])
    with pytest.raises(ProvisioningRefused, match=r"stream SCORED: max_msgs_per_subject is 5000, not 10"):
        await provision_all(bus, [replace(SCORED, max_msgs_per_subject=10)])
    assert (await bus.client.jsm().stream_info("SCORED")).config.max_msgs_per_subject == 5000


async def test_a_filter_that_differs_is_refused_by_name(bus: Bus):
    await provision_all(bus, [INTAKE], [DURABLE])
    with pytest.raises(ProvisioningRefused, match="filter_subject"):
        await provision_all(bus, [], [replace(DURABLE, filter_subject="intake.file.received.v1.pbn.*")])


async def test_a_stream_in_memory_is_refused(bus: Bus):
    await bus.client.jsm().add_stream(StreamConfig(name="INTAKE", subjects=list(INTAKE.subjects), storage="memory"))
    with pytest.raises(ProvisioningRefused, match="storage"):
        await bus.provision()


async def test_a_user_who_may_only_check_is_told_what_is_missing(bus_settings: BusSettings):
    bus = Bus("scoring", bus_settings.model_copy(update={"provision": "check"}), on_fatal=unexpected)
    await bus.connect()
    try:
        with pytest.raises(NotProvisioned, match="does not exist"):
            await bus.provision()
    finally:
        await bus.stop()


async def test_a_stream_that_was_deleted_a_moment_ago_is_made_again(bus: Bus):
    js = bus.client.jetstream()
    for _ in range(5):
        await provision_all(bus, [INTAKE])
        for number in range(50):
            await js.publish("intake.file.received.v1.usebio.ab", b"x" * 10_000, headers={"Nats-Msg-Id": f"{number}"})
        await js.delete_stream("INTAKE")
    assert await provision_all(bus, [INTAKE])


async def test_a_declaration_that_the_server_refuses_is_an_error_with_its_reason(bus: Bus):
    await provision_all(bus, [INTAKE])
    with pytest.raises(OperationFailed, match="subjects overlap"):
        await provision_all(bus, [replace(INTAKE, name="OTHER")])


async def test_a_router_with_changed_settings_starts_on_what_is_there(bus_settings: BusSettings):
    for ack_wait in (None, 12.0):
        router = ServiceRouter("usebio_parser")

        @router.subscribe("intake.file.received.v1", ack_wait=ack_wait)
        async def on_file_received(message, delivery) -> None:
            """Nothing comes."""

        bus = Bus("usebio_parser", bus_settings, router=router, on_fatal=unexpected)
        await start(bus)
        info = await bus.client.jsm().consumer_info("INTAKE", DURABLE.durable)
        await bus.stop()
        assert info.config.ack_wait == (ack_wait or ACK_WAIT)
