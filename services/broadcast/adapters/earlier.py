"""Standings of an earlier time or round over HTTP: asked of the scoring service, remembered until the event moves."""

import asyncio
import gzip
import re
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

import orjson
from pydantic import ValidationError

from contracts import subjects
from contracts.feed import CloseCode, Encoding, checksum, standings_channel
from contracts.messages import Position, StandingsPublished
from contracts.questions import EarlierStandings, StandingsAnswered, StandingsAsked
from services.broadcast.adapters.http_reply import PACK_FROM, Reply, matches, problem, takes_gzip
from services.broadcast.domain import tables, wire
from services.broadcast.domain.hub import Hub
from shared.errors import OperationFailed
from shared.messaging.bus import Bus
from shared.messaging.errors import Unanswered

PATIENCE = 20.0
"""Seconds in which scoring has to answer; less than a client of HTTP is given."""

REMEMBERED = 32 * 1024 * 1024
"""Bytes of answers that are kept for whoever asks the same again."""

MOST_ASKING = 64
"""Different questions that wait at the same time."""

PARAMETERS = frozenset({"as_of", "after_round", "session"})
"""What a query has that asks for standings of earlier."""

_STATUS = {"busy": 503, "absent": 503, "late": 504, "too-large": 507, "misunderstood": 500, "failed": 500}
_OFFSET = re.compile(r" (\d\d:?\d\d)$")


@dataclass(frozen=True, slots=True)
class Known:
    """An answer as it is sent."""

    body: bytes
    packed: bytes
    etag: str

    @property
    def size(self) -> int:
        """Bytes that it takes."""
        return len(self.body) + len(self.packed)


Key = tuple[StandingsAsked, Encoding, tuple[str, int]]


class Earlier:
    """Asks, and remembers what it was told for as long as the event stands where it stood."""

    def __init__(self, bus: Bus, hub: Hub, patience: float = PATIENCE) -> None:
        """Ask over this bus about the events of this hub."""
        self._bus = bus
        self._hub = hub
        self._patience = patience
        self._known: OrderedDict[Key, Known] = OrderedDict()
        self._asking: dict[Key, asyncio.Task[Known | Reply]] = {}

    async def reply(self, event: str, query: Mapping[str, str], headers: Mapping[str, str]) -> Reply:
        """Answer a request for standings of earlier."""
        channel = self._hub.channels.get(standings_channel(event))
        if channel is None:
            return problem(404, CloseCode.NO_SUCH_CHANNEL, CloseCode.NO_SUCH_CHANNEL.meaning)
        try:
            asked, encoding = read_query(event, query)
        except ValueError as error:
            return problem(400, CloseCode.BAD_MESSAGE, str(error)[:200])
        found = await self._find((asked, encoding, (channel.epoch, channel.seq)))
        if isinstance(found, Reply):
            return found
        fields = {
            "Content-Type": "application/json",
            "ETag": found.etag,
            "Cache-Control": "no-cache",
            "Vary": "Accept-Encoding",
        }
        if matches(headers.get("if-none-match"), found.etag):
            return Reply(304, b"", fields)
        if found.packed and takes_gzip(headers):
            return Reply(200, found.packed, {**fields, "Content-Encoding": "gzip"})
        return Reply(200, found.body, fields)

    async def _find(self, key: Key) -> Known | Reply:
        known = self._known.get(key)
        if known is not None:
            self._known.move_to_end(key)
            return known
        task = self._asking.get(key)
        if task is None:
            if len(self._asking) >= MOST_ASKING:
                return _later(503, "too many questions: ask again later")
            task = self._asking[key] = asyncio.ensure_future(self._ask(key))
            task.add_done_callback(lambda _: self._asking.pop(key, None))
        # Somebody who leaves does not take the answer from the others who asked the same.
        return await asyncio.shield(task)

    async def _ask(self, key: Key) -> Known | Reply:
        asked, encoding, _ = key
        subject = subjects.standings_asked(asked.event)
        try:
            answer = await self._bus.ask(subject, asked, StandingsAnswered, patience=self._patience)
        except OperationFailed as error:
            return _later(_STATUS[error.why] if isinstance(error, Unanswered) else 503, str(error))
        if answer.found is None:
            why = f"{answer.refusal.message}. {answer.refusal.advice}".strip() if answer.refusal else "there are none"
            return problem(404, CloseCode.NO_SUCH_CHANNEL, why)
        body = document(asked, answer.found, encoding)
        packed = await asyncio.to_thread(gzip.compress, body, 5, mtime=0) if len(body) >= PACK_FROM else b""
        known = Known(body, packed, f'"{answer.found.digest[:24]}-{answer.found.accepted}-{encoding.value}"')
        self._remember(key, known)
        return known

    def _remember(self, key: Key, known: Known) -> None:
        self._known[key] = known
        while len(self._known) > 1 and sum(one.size for one in self._known.values()) > REMEMBERED:
            self._known.popitem(last=False)


def read_query(event: str, query: Mapping[str, str]) -> tuple[StandingsAsked, Encoding]:
    """What a query asks for.

    Raises:
        ValueError: it asks for nothing that there could be; the text says why.
    """
    given = {name: query[name] for name in PARAMETERS if name in query}
    if "as_of" in given:
        # A plus that was not escaped has become a space.
        given["as_of"] = _OFFSET.sub(r"+\1", given["as_of"])
    try:
        asked = StandingsAsked.model_validate({"event": event, **given})
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ValueError(f"{where}: {first['msg']}".removeprefix(": ")) from None
    return asked, Encoding(query.get("encoding", Encoding.ROWS.value))


def document(asked: StandingsAsked, found: EarlierStandings, encoding: Encoding) -> bytes:
    """The answer as JSON: what was asked, what it rests on, and a table as in a snapshot, without position."""
    message = StandingsPublished(
        standings=found.standings,
        position=Position(seq=1, applied=0),
        digest=found.digest,
        calculated_at=found.calculated_at,
    )
    table = tables.standings_table(message)
    rows = sorted(table.rows.items())
    head = {
        "type": "earlier",
        "event": asked.event,
        "asOf": asked.as_of and wire.stamp(asked.as_of),
        "afterRound": asked.after_round,
        "session": asked.session,
        "accepted": found.accepted,
        "acceptedToday": found.accepted_today,
        "lastAcceptedAt": wire.stamp(found.last_accepted_at),
        "encoding": encoding.value,
        "checksum": checksum(rows),
        "columns": table.columns,
        "meta": table.meta,
        "rows": wire.encoded(rows, table.columns, encoding),
    }
    return orjson.dumps({name: value for name, value in head.items() if value is not None})


def _later(status: int, why: str) -> Reply:
    refusal = problem(status, CloseCode.OVERLOAD, why)
    return Reply(status, refusal.body, {**refusal.headers, "Retry-After": "5"})
