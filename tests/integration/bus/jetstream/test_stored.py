"""Reading by position on a real server."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from contracts import subjects
from contracts.messages import EventMerged, FileReceived, StandingsPublished
from kibitz.stack.nats_server.server import EmbeddedServer
from shared.bus.settings import BusSettings
from shared.bus.wire import body_ref, encode
from shared.errors import OperationFailed
from tests.integration.bus.samples import RECEIVED, merged, received, standings, until
from tests.support.nats_server import kill, running_bus, running_server, settings_for
from tests.support.time_limits import scaled

pytestmark = pytest.mark.connected

STANDINGS = subjects.standings_published(subjects.ANY)


async def test_history_gives_everything_up_to_now_and_stops(bus_settings: BusSettings):
    async with running_bus(bus_settings, "intake") as bus:
        assert [item async for item in bus.history(RECEIVED, FileReceived)] == []
        for number in range(450):
            await bus.publish(RECEIVED, received(f"{number}.xml"))
        stored = [item async for item in bus.history("intake.file.received.v1.*.*", FileReceived)]
        assert [item.seq for item in stored] == list(range(1, 451))
        assert [item.message.file.name for item in stored] == [f"{number}.xml" for number in range(450)]
        assert {item.subject for item in stored} == {RECEIVED}
        middle = stored[225].time
        later = [item async for item in bus.history(RECEIVED, FileReceived, since=middle)]
        assert [item.seq for item in later] == [item.seq for item in stored if item.time >= middle]
        tomorrow = datetime.now(UTC) + timedelta(days=1)
        assert [item async for item in bus.history(RECEIVED, FileReceived, since=tomorrow)] == []


async def test_a_reader_leaves_no_consumer_behind(bus_settings: BusSettings):
    async with running_bus(bus_settings, "intake") as bus:
        await bus.publish(RECEIVED, received("a.xml"))
        for _ in range(5):
            assert len([item async for item in bus.history(RECEIVED, FileReceived)]) == 1
            async for _item in bus.follow(RECEIVED, FileReceived, 1):
                break
        await bus.put_object("FILES", "a", b"x")
        await bus.get_object("FILES", "a", limit=1)
        await bus.client.flush()
        assert await bus.client.jsm().consumers_info("INTAKE") == []
        assert await bus.client.jsm().consumers_info("OBJ_FILES") == []


async def test_history_can_give_the_newest_of_each_subject_only(bus_settings: BusSettings):
    async with running_bus(bus_settings, "scoring") as bus:
        for seq in (1, 2, 3):
            for event in ("a", "b"):
                await bus.publish(subjects.standings_published(event), standings(event, seq))
        newest = [item.message async for item in bus.history(STANDINGS, StandingsPublished, last_per_subject=True)]
        assert sorted((item.standings.event, item.position.seq) for item in newest) == [("a", 3), ("b", 3)]


async def test_the_newest_of_more_subjects_than_a_server_looks_through_come_too(bus_settings: BusSettings):
    async with running_bus(bus_settings, "scoring") as bus:
        events = [f"event-{number}" for number in range(1_100)]
        messages = [(subjects.standings_published(event), standings(event, 1), 0) for event in events]
        await bus.publish_together(messages)
        newest = await bus.newest(StandingsPublished, STANDINGS, subjects.standings_published(events[0]))
        assert sorted(item.message.standings.event for item in newest) == sorted(events)


async def test_one_damaged_message_hides_no_newest_of_another_subject(tmp_path: Path):
    for damaged in (False, True):
        async with running_server(tmp_path) as server, running_bus(settings_for(server), "scoring") as bus:
            if not damaged:
                for event in "abc":
                    await bus.publish(subjects.standings_published(event), standings(event, 1))
            newest = await bus.newest(StandingsPublished, STANDINGS)
            assert [item.message.standings.event for item in newest] == (["b", "c"] if damaged else ["a", "b", "c"])
        block = next(tmp_path.glob("store/jetstream/$G/streams/SCORED/msgs/*.blk"))
        data = bytearray(block.read_bytes())
        data[data.index(subjects.standings_published("a").encode()) + 200] ^= 1
        block.write_bytes(data)


async def test_the_newest_of_each_subject_come_by_one_request(bus_settings: BusSettings):
    async with running_bus(bus_settings, "scoring") as bus:
        assert await bus.newest(StandingsPublished, STANDINGS) == []
        for seq in (1, 2, 3):
            for event in ("a", "b"):
                await bus.publish(subjects.standings_published(event), standings(event, seq))
        newest = await bus.newest(StandingsPublished, STANDINGS)
        assert newest == [item async for item in bus.history(STANDINGS, StandingsPublished, last_per_subject=True)]
        assert [(item.message.standings.event, item.seq) for item in newest] == [("a", 5), ("b", 6)]
        firsts = [await bus.first_seq(subjects.standings_published(event)) for event in ("a", "b", "none")]
        assert firsts == [1, 2, 0]
        assert [await bus.first_seq(subjects.standings_published("a"), after) for after in (1, 4, 5)] == [3, 5, 0]
        overlapping = await bus.newest(StandingsPublished, STANDINGS, subjects.standings_published("a"))
        assert overlapping == newest
        assert newest[0] == await bus.last(subjects.standings_published("a"), StandingsPublished)


async def test_the_last_message_of_a_subject_is_none_before_there_is_one(bus_settings: BusSettings):
    async with running_bus(bus_settings, "scoring") as bus:
        assert await bus.last(subjects.standings_published("a"), StandingsPublished) is None
        assert await bus.last_seq(subjects.standings_published("a")) == 0
        await bus.publish(subjects.standings_published("b"), standings("b", 1))
        await bus.publish(subjects.standings_published("a"), standings("a", 1))
        last = await bus.last(subjects.standings_published("a"), StandingsPublished)
        assert last is not None
        assert last.message == standings("a", 1)
        assert last.seq == await bus.last_seq(subjects.standings_published("a")) == 2
        assert last.time.tzinfo is not None


async def test_a_message_is_found_by_its_sequence_until_it_is_deleted(bus_settings: BusSettings):
    async with running_bus(bus_settings, "scoring") as bus:
        for event in ("a", "b"):
            await bus.publish(subjects.standings_published(event), standings(event, 1))
        first = await bus.at("SCORED", StandingsPublished, seq=1)
        assert first is not None
        assert (first.seq, first.subject, first.message) == (1, subjects.standings_published("a"), standings("a", 1))
        for _ in range(2):
            await bus.delete_message("SCORED", 1)
            assert await bus.at("SCORED", StandingsPublished, seq=1) is None
        assert await bus.at("SCORED", StandingsPublished, seq=2) is not None


async def test_what_cannot_be_read_is_left_out_and_counted(bus_settings: BusSettings):
    async with running_bus(bus_settings, "intake") as bus:
        await bus.publish(RECEIVED, received("a.xml"))
        await bus.send(RECEIVED, b"{", {"Nats-Msg-Id": "broken"})
        await bus.publish(RECEIVED, received("b.xml"))
        names = [item.message.file.name async for item in bus.history(RECEIVED, FileReceived)]
        assert names == ["a.xml", "b.xml"]
        assert bus.metrics.registry.get_sample_value("kibitz_unreadable_total", {"service": "intake"}) == 1


async def test_following_goes_on_in_order_over_a_restart_of_the_server(nats_server: EmbeddedServer):
    settings = settings_for(nats_server)
    async with running_bus(settings, "scoring") as writer, running_bus(settings, "broadcast") as reader:
        seen: list[tuple[int, int]] = []

        async def follow() -> None:
            async for item in reader.follow(STANDINGS, StandingsPublished, 3):
                seen.append((item.seq, item.message.position.seq))

        for seq in range(1, 6):
            await writer.publish(subjects.standings_published("a"), standings("a", seq))
        following = asyncio.ensure_future(follow())
        await until(lambda: len(seen) == 3)
        for seq in range(6, 41):
            if seq in (15, 30):
                kill(nats_server)
            await writer.publish(subjects.standings_published("a"), standings("a", seq))
        await until(lambda: len(seen) == 38)
        following.cancel()
    assert seen == [(seq, seq) for seq in range(3, 41)]


async def test_following_a_quiet_stream_hears_of_the_next_message_at_once(bus_settings: BusSettings):
    import time

    async with running_bus(bus_settings, "scoring") as bus:
        following = bus.follow(STANDINGS, StandingsPublished, 1)
        waiting = asyncio.ensure_future(anext(following))
        await asyncio.sleep(0.3)
        started = time.monotonic()
        await bus.publish(subjects.standings_published("a"), standings("a", 1))
        assert (await waiting).seq == 1
        assert time.monotonic() - started < scaled(0.2)
        await following.aclose()


async def test_a_state_that_was_replaced_while_it_was_read_is_left_out(nats_server: EmbeddedServer):
    folder = nats_server.folder.parent / "small"
    async with (
        running_server(folder, max_payload=256 * 1024) as small,
        running_bus(settings_for(small), "scoring") as bus,
    ):
        subject = subjects.event_merged("a")
        state = merged("a", 1, size=600_000)
        await bus.publish(subject, state)
        ref = body_ref(subject, encode(state), "scoring")
        await bus.delete_object(ref.bucket, ref.name)
        assert [item async for item in bus.history(subject, EventMerged)] == []


async def test_a_stream_that_does_not_exist_is_an_error(bus_settings: BusSettings):
    async with running_bus(bus_settings, "scoring") as bus:
        await bus.client.jsm().delete_stream("SCORED")
        with pytest.raises(OperationFailed, match="no stream SCORED"):
            await anext(bus.follow(STANDINGS, StandingsPublished, 1))
        with pytest.raises(OperationFailed):
            await bus.last(subjects.standings_published("a"), StandingsPublished)
        with pytest.raises(OperationFailed):
            await bus.stream_created("SCORED")


async def test_a_stream_made_anew_has_another_moment_of_making(bus_settings: BusSettings):
    async with running_bus(bus_settings, "scoring") as bus:
        first = await bus.stream_created("SCORED")
        assert await bus.stream_created("SCORED") == first
        await bus.client.jsm().delete_stream("SCORED")
        await bus.provision()
        assert await bus.stream_created("SCORED") > first
