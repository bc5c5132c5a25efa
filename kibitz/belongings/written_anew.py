"""Writing a stream anew, with the messages, sequences and times that it has, and no byte of those that it had.

nats-server overwrites a message that is deleted by its sequence. One that makes room for a newer one of its subject, or
that is purged, stays in its block until more than half of the block is unused, and longer in the newest (nats-server
2.15.1). A mirror copies what counts, with sequences, times and headers. So the stream is mirrored to a copy, removed
and mirrored back. Writers find no stream meanwhile and try again; services start over, as when a stream is made
again, and wait for it.

Each step can be found out afterwards, so what was stopped is finished by `unfinished`.
"""

import asyncio
import json
import time
from collections.abc import Iterable
from dataclasses import replace

from nats.js.api import ConsumerInfo, DeliverPolicy, StreamConfig, StreamInfo, StreamSource
from nats.js.errors import NotFoundError

from shared.bus.bus import Bus
from shared.bus.jetstream.provision import ASIDE, COPY, consumer_config
from shared.bus.topology import CONSUMERS, StreamSpec
from shared.errors import OperationFailed

PATIENCE, LOOK = 120.0, 0.02
"""Seconds for a copy to be whole, and between two looks."""

STARTS = "kibitz-starts"
"""In the description of a copy: from which sequence each durable goes on."""


async def write_anew(bus: Bus, spec: StreamSpec) -> None:
    """Write a stream anew.

    Raises:
        OperationFailed: it did not come to its end; `unfinished` goes on.
    """
    js, name = bus.client.js, str(spec.name)
    config = (await js.stream_info(name)).config
    await js.update_stream(replace(config, subjects=[ASIDE + name], republish=None))
    infos = [info for info in await _consumers(bus, name) if info.name in {each.durable for each in CONSUMERS}]
    starts = {info.name: (info.ack_floor.stream_seq if info.ack_floor else 0) + 1 for info in infos}
    await _mirror(bus, name, COPY + name, config)
    await js.update_stream(_plain(COPY + name, config, {STARTS: json.dumps(starts)}))
    await _bring_back(bus, spec)


async def unfinished(bus: Bus, specs: Iterable[StreamSpec]) -> None:
    """Finish what was stopped.

    Raises:
        OperationFailed: as `write_anew`.
    """
    js = bus.client.js
    for spec in specs:
        name = str(spec.name)
        copy, own = await _info(bus, COPY + name), await _info(bus, name)
        if copy is None:
            if own is not None and own.config.subjects == [ASIDE + name]:
                await write_anew(bus, spec)
        elif copy.config.mirror is not None:
            await js.delete_stream(COPY + name)
            await write_anew(bus, spec)
        elif own is not None and own.config.subjects == spec.subjects and own.state.last_seq >= copy.state.last_seq:
            await _go_on(bus, spec, copy)
        else:
            await _bring_back(bus, spec)


async def _bring_back(bus: Bus, spec: StreamSpec) -> None:
    """Put a whole copy in the place of its stream."""
    js, name = bus.client.js, str(spec.name)
    copy = await js.stream_info(COPY + name)
    if await _info(bus, name) is not None:
        await js.delete_stream(name)
    wanted = replace(spec, num_replicas=copy.config.num_replicas)
    await _mirror(bus, COPY + name, name, wanted)
    await js.update_stream(wanted)
    await _go_on(bus, spec, copy)


async def _go_on(bus: Bus, spec: StreamSpec, copy: StreamInfo) -> None:
    """Have the durables go on where they were, and remove the copy."""
    js, name = bus.client.js, str(spec.name)
    starts, last = json.loads((copy.config.metadata or {}).get(STARTS, "{}")), copy.state.last_seq
    there = {info.name for info in await _consumers(bus, name)}
    for each in CONSUMERS:
        if each.stream == name and each.durable in starts.keys() - there:
            start = min(starts[each.durable], last + 1)
            config = consumer_config(each)
            config.deliver_policy, config.opt_start_seq = DeliverPolicy.BY_START_SEQUENCE, start
            await js.add_consumer(name, config)
    await js.delete_stream(COPY + name)


async def _mirror(bus: Bus, source: str, name: str, like: StreamConfig) -> None:
    js = bus.client.js
    await js.add_stream(replace(_plain(name, like), subjects=None, mirror=StreamSource(name=source)))
    deadline = time.monotonic() + PATIENCE
    while True:
        of, made = (await js.stream_info(source)).state, (await js.stream_info(name)).state
        if made.messages == of.messages:
            return
        if time.monotonic() > deadline:
            raise OperationFailed(f"stream {source} was not copied in {PATIENCE:g} s: do this again")
        await asyncio.sleep(LOOK)


def _plain(name: str, like: StreamConfig, metadata: dict[str, str] | None = None) -> StreamConfig:
    """A stream that keeps what another one does, and that nobody writes to."""
    return StreamConfig(
        name=name,
        subjects=[ASIDE + name],
        discard=like.discard,
        max_msgs_per_subject=like.max_msgs_per_subject,
        allow_msg_ttl=like.allow_msg_ttl,
        allow_direct=True,
        num_replicas=like.num_replicas,
        metadata=metadata,
    )


async def _consumers(bus: Bus, stream: str) -> list[ConsumerInfo]:
    found: list[ConsumerInfo] = []
    while page := await bus.client.js.consumers_info(stream, offset=len(found)):
        found += page
    return found


async def _info(bus: Bus, name: str) -> StreamInfo | None:
    try:
        return await bus.client.js.stream_info(name)
    except NotFoundError:
        return None
