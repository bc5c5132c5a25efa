"""The streams of a public server: copies of those of its hall, with their sequences and times.

Rules kept here:

1. nats-server copies, catches up and goes on where it was; nothing of that is done here. A copy is made here, and made
   again when it is no longer one: the hall has another stream of that name, or has taken messages out of it. So what is
   forgotten in the hall is forgotten here.
2. To copy, nats-server asks the hall for a consumer. Unanswered, it waits for half a minute and then for up to two
   minutes more, whenever the hall comes back. So it asks here: where the hall does not answer it is
   told that all is well, and the hall is asked as soon as it is there.
3. A copy knows when the hall's stream was made, which names the epoch of the feed.
"""

import contextlib
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import nats.errors
from nats.aio.msg import Msg
from nats.js.api import ExternalStream, StreamConfig, StreamInfo, StreamSource
from nats.js.errors import NotFoundError

from kibitz.uplink.rights import API, DELIVERY, copied
from shared.bus.bus import Bus
from shared.bus.topology import MADE_AT, StreamSpec
from shared.telemetry import fields

logger = logging.getLogger("kibitz.uplink")

PATIENCE = 2.0
"""Seconds for the hall to answer."""

REPLACED_OBJECTS = 100
"""Messages that a copy of a bucket of objects may have beside those of the hall, and as many as these once more:
bodies that were replaced go one by one, and a copy keeps them."""


ASKED = "copy.API"
"""Where nats-server asks for the consumers of its copies."""


def mirror(spec: StreamSpec, made: datetime) -> StreamConfig:
    """The configuration of a copy of a stream that was made in the hall at this time."""
    source = StreamSource(spec.name, external=ExternalStream(api=ASKED, deliver=f"{DELIVERY}.{spec.name}"))
    return StreamConfig(
        name=spec.name,
        description=f"Copy of the hall's: {spec.description}",
        retention=spec.retention,
        storage=spec.storage,
        max_msgs_per_subject=spec.max_msgs_per_subject,
        allow_direct=True,
        allow_msg_ttl=spec.allow_msg_ttl,
        republish=spec.republish,
        mirror=source,
        metadata={MADE_AT: made.isoformat()},
    )


def made_at(stream: StreamInfo) -> datetime:
    """When a stream was made."""
    if stream.created is None:
        raise ValueError("a stream does not say when it was made")
    return stream.created


def is_copy(copy: StreamInfo, original: StreamInfo) -> bool:
    """Whether one stream is a copy of another, or will be when it has caught up."""
    if (copy.config.metadata or {}).get(MADE_AT) != made_at(original).isoformat():
        return False
    if copy.state.last_seq != original.state.last_seq:
        return True
    surplus = copy.state.messages - original.state.messages
    replaced = str(copy.config.name).startswith("OBJ_")
    return surplus <= (REPLACED_OBJECTS + original.state.messages if replaced else 0)


def promised(request: bytes, now: datetime) -> bytes:
    """What the hall would answer to the request for a consumer that it is going to make.

    Raises:
        ValueError, KeyError, TypeError: it is no such request.
    """
    asked = json.loads(request)
    config: Mapping[str, Any] = asked["config"]
    before = {"consumer_seq": 0, "stream_seq": max(0, int(config.get("opt_start_seq", 1)) - 1)}
    answer = {
        "type": "io.nats.jetstream.api.v1.consumer_create_response",
        "stream_name": asked["stream_name"],
        "name": config["name"],
        "created": now.isoformat().replace("+00:00", "Z"),
        "config": config,
        "delivered": before,
        "ack_floor": before,
        "num_pending": 0,
    }
    return json.dumps(answer).encode()


@dataclass
class Mirrors:
    """The copies on a bus.

    Attributes:
        suspects: copies that had more than the hall when they were last looked at, or another origin.
        owed: requests for consumers that the hall has still to make, by their subjects.
    """

    bus: Bus
    suspects: set[str] = field(default_factory=set)
    owed: dict[str, bytes] = field(default_factory=dict)

    async def listen(self) -> None:
        """Answer the requests for consumers from now on."""
        await self.bus.client.subscribe(f"{ASKED}.CONSUMER.CREATE.*", cb=self._consumer)

    async def serve(self) -> bool:
        """Whether services can work with the copies: they have what nobody but the hall may make."""
        secrets = await self._info("KV_SECRETS")
        return secrets is not None and secrets.state.last_seq > 0

    async def look(self) -> int | None:
        """Compare all copies with the hall's streams, and make again what has to be.

        Returns how many messages of standings and travellers are still to come, None where the hall does not answer.
        """
        behind, suspects = 0, set[str]()
        for subject, request in list(self.owed.items()):
            if await self._ask(subject, request) is not None and self.owed.get(subject) == request:
                del self.owed[subject]
        for spec in copied():
            original, copy = await self.original(spec), await self._info(spec.name)
            if original is None:
                return None
            if copy is None or not is_copy(copy, original):
                # Between two answers a message may come or go.
                if copy is None or spec.name in self.suspects:
                    await self._make_again(spec, original)
                else:
                    suspects.add(spec.name)
            if spec.name == "SCORED":
                behind = max(0, original.state.last_seq - (copy.state.last_seq if copy is not None else 0))
        self.suspects = suspects
        return behind

    async def original(self, spec: StreamSpec) -> StreamInfo | None:
        """The hall's stream; None where the hall does not answer, or has not made it yet."""
        answer = await self._ask(f"{API}.STREAM.INFO.{spec.name}", b"")
        try:
            found = json.loads(answer or b"{}")
            return StreamInfo.from_response(found) if "state" in found and "created" in found else None
        except (ValueError, KeyError, TypeError):
            return None

    async def _consumer(self, asked: Msg) -> None:
        """Have the hall make a consumer, now or when it is there."""
        subject = f"{API}{asked.subject.removeprefix(ASKED)}"
        answer = await self._ask(subject, asked.data)
        if answer is None:
            try:
                answer = promised(asked.data, datetime.now(UTC))
            except (ValueError, KeyError, TypeError):
                logger.exception("a request for a consumer cannot be understood")
                return
            self.owed[subject] = asked.data
        else:
            self.owed.pop(subject, None)
        await asked.respond(answer)

    async def _ask(self, subject: str, request: bytes) -> bytes | None:
        try:
            return (await self.bus.client.request(subject, request, timeout=PATIENCE)).data
        except (nats.errors.Error, TimeoutError):
            return None

    async def _info(self, stream: str) -> StreamInfo | None:
        try:
            return await self.bus.client.js.stream_info(stream)
        except NotFoundError:
            return None

    async def _make_again(self, spec: StreamSpec, original: StreamInfo) -> None:
        js = self.bus.client.js
        with contextlib.suppress(NotFoundError):
            await js.delete_stream(spec.name)
        await js.add_stream(mirror(spec, made_at(original)))
        logger.info("the copy of a stream is made anew", extra=fields(stream=spec.name))
