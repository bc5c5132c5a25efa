"""The object store on a real server."""

import asyncio
import hashlib
import io
import time

import pytest

from shared.bus.bus import Bus
from shared.bus.errors import PayloadTooLarge
from shared.bus.jetstream.buckets import ObjectMissing
from shared.bus.settings import BusSettings
from shared.errors import OperationFailed
from tests.support.nats_server import running_bus
from tests.support.time_limits import scaled

pytestmark = pytest.mark.connected

CHUNK = 128 * 1024
"""Bytes in one message of the store, as all NATS clients write them."""

BUCKET = "STATES_SCORING"
"""Of the buckets from which objects go again."""

NAMES = ["a.xml", "../../x", "ü/ß 🂡", "x" * 300, "a.*.>", "new\nline"]


@pytest.mark.parametrize("name", NAMES)
async def test_any_name_is_a_name_and_never_a_path_or_a_pattern(bus_settings: BusSettings, name: str):
    async with running_bus(bus_settings, "intake") as bus:
        assert await bus.object_digest(BUCKET, name) is None
        await bus.put_object(BUCKET, name, b"bytes")
        assert await bus.get_object(BUCKET, name, limit=100) == b"bytes"
        for _ in range(2):
            await bus.delete_object(BUCKET, name)
            assert await bus.object_digest(BUCKET, name) is None
        with pytest.raises(ObjectMissing):
            await bus.get_object(BUCKET, name, limit=100)


@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 5_000_000])
async def test_every_size_comes_back(bus_settings: BusSettings, size: int):
    data = (b"0123456789abcdef!" * (size // 17 + 1))[:size]
    async with running_bus(bus_settings, "intake") as bus:
        await bus.put_object(BUCKET, "a", data)
        info = await (await bus.client.js.object_store(BUCKET)).get_info("a")
        assert (info.size, await bus.object_digest(BUCKET, "a")) == (size, hashlib.sha256(data).hexdigest())
        assert await bus.get_object(BUCKET, "a", limit=size) == data


async def test_sixty_megabytes_take_seconds_and_not_minutes(bus_settings: BusSettings):
    data = b"".join(n.to_bytes(4, "big") * 250 for n in range(60_000))
    async with running_bus(bus_settings, "intake") as bus:
        await bus.put_object(BUCKET, "a", data)
        started = time.monotonic()
        assert await bus.get_object(BUCKET, "a", limit=len(data)) == data
        assert time.monotonic() - started < scaled(5)


async def test_more_than_the_limit_is_refused_before_it_is_read(bus_settings: BusSettings):
    async with running_bus(bus_settings, "intake") as bus:
        await bus.put_object(BUCKET, "a", bytes(2_000))
        with pytest.raises(PayloadTooLarge, match="2000 bytes"):
            await bus.get_object(BUCKET, "a", limit=1_999)


async def test_an_object_that_goes_leaves_two_messages_without_its_bytes(bus_settings: BusSettings):
    async with running_bus(bus_settings, "scoring") as bus:
        for name, size in (("large", 5 * CHUNK), ("small", 5)):
            await bus.put_object(BUCKET, name, bytes(size))
            await bus.delete_object(BUCKET, name)
        state = (await bus.client.jsm().stream_info(f"OBJ_{BUCKET}")).state
        assert (state.messages, state.bytes < 2_000) == (4, True)


async def test_objects_of_other_buckets_stay(bus_settings: BusSettings):
    hurried = bus_settings.model_copy(update={"publish_patience": 0.3})
    async with running_bus(hurried, "intake") as bus:
        await bus.put_object("FILES", "a", b"bytes")
        with pytest.raises(OperationFailed, match="rollup not permitted"):
            await bus.delete_object("FILES", "a")
        assert await bus.get_object("FILES", "a", limit=10) == b"bytes"


async def test_a_reader_never_gets_a_mixture_while_the_object_is_replaced(bus_settings: BusSettings):
    versions = [bytes([number]) * (4 * CHUNK) for number in range(12)]
    async with running_bus(bus_settings, "intake") as bus:
        await bus.put_object(BUCKET, "a", versions[0])

        async def replace() -> None:
            for version in versions:
                await bus.put_object(BUCKET, "a", version)

        replacing = asyncio.ensure_future(replace())
        while not replacing.done():
            assert await bus.get_object(BUCKET, "a", limit=10**7) in versions
        await replacing


async def test_the_layout_is_that_of_the_nats_clients(bus_settings: BusSettings):
    async with running_bus(bus_settings, "intake") as bus:
        store = await bus.client.jetstream().object_store(BUCKET)
        await bus.put_object(BUCKET, "ours", bytes(CHUNK + 5))
        out = io.BytesIO()
        await store.get("ours", writeinto=out)
        assert out.getvalue() == bytes(CHUNK + 5)
        await store.put("theirs", b"from another client")
        assert await bus.get_object(BUCKET, "theirs", limit=100) == b"from another client"
        await store.delete("theirs")
        assert await bus.object_digest(BUCKET, "theirs") is None


async def test_an_object_with_other_bytes_than_its_digest_says_is_never_handed_out(bus_settings: BusSettings):
    hurried = bus_settings.model_copy(update={"publish_patience": 0.3})
    async with running_bus(hurried, "intake") as bus:
        await bus.put_object(BUCKET, "a", b"what was sent")
        chunks = f"$O.{BUCKET}.C.{(await (await bus.client.js.object_store(BUCKET)).get_info('a')).nuid}"
        await bus.client.jsm().purge_stream(f"OBJ_{BUCKET}", subject=chunks)
        await bus.client.jetstream().publish(chunks, b"what was SENT", stream=f"OBJ_{BUCKET}")
        with pytest.raises(OperationFailed, match="damaged"):
            await bus.get_object(BUCKET, "a", limit=100)


async def test_a_bus_that_is_not_connected_says_so(bus_settings: BusSettings):
    with pytest.raises(Exception, match="not connected"):
        await Bus("intake", bus_settings).get_object(BUCKET, "a", limit=1)


async def test_a_small_object_is_two_messages_and_writing_it_again_is_none(bus_settings: BusSettings):
    async with running_bus(bus_settings, "intake") as bus:
        for _ in range(2):
            await bus.put_object(BUCKET, "small", b"bytes")
        assert (await bus.client.jsm().stream_info(f"OBJ_{BUCKET}")).state.last_seq == 2
        theirs = await (await bus.client.jetstream().object_store(BUCKET)).get("small")
        assert theirs.data == b"bytes"


async def test_a_small_object_that_goes_comes_again_and_one_of_other_bytes_takes_its_place(bus_settings: BusSettings):
    async with running_bus(bus_settings, "intake") as bus:
        for data in (b"first", b"first", b"second"):
            await bus.put_object(BUCKET, "a", data)
            assert await bus.get_object(BUCKET, "a", limit=10) == data
            if data == b"first":
                await bus.delete_object(BUCKET, "a")
                with pytest.raises(ObjectMissing):
                    await bus.get_object(BUCKET, "a", limit=10)
        await bus.put_object(BUCKET, "a", b"third")
        assert await bus.get_object(BUCKET, "a", limit=10) == b"third"


async def test_an_object_whose_description_cannot_be_read_is_stored_again(bus_settings: BusSettings):
    async with running_bus(bus_settings, "intake") as bus:
        data = bytes(2_000_000)
        await bus.put_object("FILES", "a", data)
        last = await bus.raw("OBJ_FILES", subject="$O.FILES.M.>")
        assert last is not None
        await bus.write("OBJ_FILES", str(last.subject), b"no JSON")
        with pytest.raises(ObjectMissing):
            await bus.get_object("FILES", "a", limit=len(data))
        await bus.put_object("FILES", "a", data)
        assert await bus.get_object("FILES", "a", limit=len(data)) == data
