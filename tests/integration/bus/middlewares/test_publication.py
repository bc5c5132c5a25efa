"""Publishing on a real server."""

import json

import pytest

from contracts import subjects
from contracts.messages import EventMerged, FileReceived, FragmentParsed
from kibitz.stack.nats_server.server import EmbeddedServer
from shared.bus.errors import Conflict
from shared.bus.settings import BusSettings
from shared.bus.wire import BODY, decode, encode
from shared.errors import OperationFailed
from tests.integration.bus.samples import RECEIVED, merged, parsed, received, standings
from tests.support.nats_server import running_bus, running_server, settings_for

pytestmark = pytest.mark.connected


async def test_a_message_is_stored_with_cloudevents_headers_and_its_identity_as_id(bus_settings: BusSettings):
    async with running_bus(bus_settings, "intake") as bus:
        published = await bus.publish(RECEIVED, received("a.xml"))
        assert (published.stream, published.seq, published.duplicate) == ("INTAKE", 1, False)
        raw = await bus.client.jsm().get_msg("INTAKE", seq=1)
        assert decode(FileReceived, raw.data) == received("a.xml")
        assert raw.headers["Nats-Msg-Id"] == raw.headers["ce-id"] == received("a.xml").identity
        assert raw.headers["ce-type"] == "intake.file.received.v1"
        assert raw.headers["ce-source"] == "/kibitz/intake"
        assert raw.headers["ce-specversion"] == "1.0"


async def test_the_same_message_published_again_is_stored_once(bus_settings: BusSettings):
    async with running_bus(bus_settings, "intake") as bus:
        first = await bus.publish(RECEIVED, received("a.xml"))
        again = await bus.publish(RECEIVED, received("a.xml"))
        other = await bus.publish(RECEIVED, received("b.xml"))
        assert again.duplicate
        assert (first.seq, again.seq, other.seq) == (1, 1, 2)
        counted = [
            bus.metrics.registry.get_sample_value("kibitz_published_total", {"service": "intake", "outcome": outcome})
            for outcome in ("stored", "duplicate", "failed")
        ]
        assert counted == [2, 1, None]


async def test_a_writer_that_expects_the_wrong_last_message_gets_a_conflict(bus_settings: BusSettings):
    subject = subjects.standings_published("club-pairs")
    async with running_bus(bus_settings, "scoring") as bus:
        first = await bus.publish(subject, standings("club-pairs", 1), expect_last=0)
        with pytest.raises(Conflict):
            await bus.publish(subject, standings("club-pairs", 2), expect_last=0)
        second = await bus.publish(subject, standings("club-pairs", 2), expect_last=first.seq)
        assert (await bus.publish(subject, standings("club-pairs", 2), expect_last=first.seq)).duplicate
        last = await bus.last(subject, type(standings("club-pairs", 2)))
        assert last is not None
        assert (last.seq, last.message.position.seq) == (second.seq, 2)


async def test_a_message_of_another_class_is_refused_before_it_is_sent(bus_settings: BusSettings):
    async with running_bus(bus_settings, "intake") as bus:
        with pytest.raises(TypeError, match="carries FileReceived"):
            await bus.publish(RECEIVED, parsed("a"))


@pytest.mark.parametrize("megabytes", [5, 60])
async def test_a_body_that_does_not_fit_goes_through_the_object_store_and_comes_back(nats_server, megabytes: int):
    # The embedded server takes 8 MB; a user is sent there by KIBITZ_NATS_URL with the usual limit of 1 MB.
    async with (
        running_server(nats_server.folder.parent / "small", max_payload=1024 * 1024) as small,
        running_bus(settings_for(small), "validation") as bus,
    ):
        message = parsed("huge", size=megabytes * 1024 * 1024)
        subject = subjects.fragment_parsed("club-pairs")
        published = await bus.publish(subject, message)
        raw = await bus.client.jsm().get_msg("PARSED", seq=published.seq)
        assert raw.headers[BODY].startswith("BODIES_INTAKE/")
        assert not raw.data
        assert [stored.message async for stored in bus.history(subject, FragmentParsed)] == [message]
        assert (await bus.publish(subject, message)).duplicate


async def test_payload_and_headers_together_are_guarded_so_that_the_server_never_cuts_the_connection(nats_server):
    async with (
        running_server(nats_server.folder.parent / "small", max_payload=128 * 1024) as small,
        running_bus(settings_for(small), "validation") as bus,
    ):
        for size in range(120_000, 131_073, 1_000):
            message = parsed(f"near-the-limit-{size}", size=60_000)
            padding = size - len(encode(message))
            body = json.dumps({"padding": "z" * max(0, padding)}).encode()
            await bus.send(subjects.fragment_parsed("club-pairs"), body, {"Nats-Msg-Id": f"{size}"})
        assert bus.client.is_connected
        assert bus.client.stats["reconnects"] == 0


async def test_the_body_of_the_newest_state_takes_the_place_of_the_one_before(nats_server: EmbeddedServer):
    async with (
        running_server(nats_server.folder.parent / "small", max_payload=256 * 1024) as small,
        running_bus(settings_for(small), "scoring") as bus,
    ):
        subject, last_seq = subjects.event_merged("club-pairs"), 0
        for applied in (1, 2, 3):
            stored = await bus.publish(subject, merged("club-pairs", applied, size=600_000), expect_last=last_seq)
            last_seq = stored.seq
        last = await bus.last(subject, EventMerged)
        assert last is not None
        assert last.message.applied == 3
        assert len([item async for item in _names(bus)]) == 1
        bus.bodies.clear()  # as in another process
        await bus.publish(subject, merged("club-pairs", 4), expect_last=last_seq)
        assert [item async for item in _names(bus)] == []
        asked = bus.client.stats["out_msgs"]
        await bus.publish(subject, merged("club-pairs", 5), expect_last=last_seq + 1)
        assert bus.client.stats["out_msgs"] == asked + 1, "what it has stored itself it does not ask for"


async def test_a_writer_that_is_refused_leaves_the_state_that_stands(nats_server: EmbeddedServer):
    async with (
        running_server(nats_server.folder.parent / "small", max_payload=256 * 1024) as small,
        running_bus(settings_for(small), "scoring") as bus,
    ):
        subject = subjects.event_merged("club-pairs")
        first = await bus.publish(subject, merged("club-pairs", 1, size=600_000), expect_last=0)
        newer = await bus.publish(subject, merged("club-pairs", 3, size=600_000), expect_last=first.seq)
        with pytest.raises(Conflict):
            await bus.publish(subject, merged("club-pairs", 2, size=600_000), expect_last=first.seq)
        last = await bus.last(subject, EventMerged)
        assert last is not None
        assert (last.seq, last.message.applied) == (newer.seq, 3)
        again = await bus.publish(subject, merged("club-pairs", 3, size=600_000), expect_last=newer.seq)
        assert (again.seq, again.duplicate) == (newer.seq, True)
        assert await bus.last(subject, EventMerged) is not None


async def test_a_stream_that_nobody_provisioned_is_an_error_and_not_a_silent_loss(nats_server: EmbeddedServer):
    from shared.bus.bus import Bus

    bus = Bus("intake", settings_for(nats_server, publish_patience=0.5, publish_timeout=0.2))
    await bus.connect()
    try:
        with pytest.raises(OperationFailed, match="publishing to"):
            await bus.publish(RECEIVED, received("a.xml"))
    finally:
        await bus.stop()


async def _names(bus):
    from shared.bus.jetstream.stream_reader import StreamReader

    reader = StreamReader(bus, "OBJ_STATES_SCORING", "$O.STATES_SCORING.M.>")
    async for message in reader.up_to_now():
        described = json.loads(message.data)
        if not described.get("deleted"):
            yield described["name"]
