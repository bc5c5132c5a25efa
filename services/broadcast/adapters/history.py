"""Standings of an earlier time or round: asked of the scoring service.

Over HTTP, where answers are remembered until the event moves; and those that the public sees of an event whose ranking
stays as it was after a round.
"""

import asyncio
import gzip
import logging
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

import orjson
from pydantic import ValidationError
from starlette.responses import Response

from contracts import subjects
from contracts.feed import CloseCode, Encoding, checksum, standings_channel
from contracts.messages import Position, StandingsPublished
from contracts.questions import EarlierStandings, StandingsAnswered, StandingsAsked
from services.broadcast.adapters.http_reply import PACK_FROM, conditional, later, no_channel, problem, unanswered
from services.broadcast.adapters.shared_work import SharedWork
from services.broadcast.domain import message_tables, wire
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.channel import TableState
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.message_tables import FeedStandingsPublished
from services.broadcast.domain.public.audiences import AskedAfter, Audiences
from shared.bus.bus import Bus
from shared.bus.wire import decode, encode
from shared.errors import OperationFailed
from shared.telemetry import fields

logger = logging.getLogger("kibitz.broadcast")

PATIENCE = 20.0
"""Seconds in which scoring has to answer; less than a client of HTTP is given."""

CACHE_BYTES = 32 * 1024 * 1024
"""Bytes of answers that are kept for the same question asked again."""

MAX_QUESTIONS = 64
"""Different questions that wait at the same time."""

PARAMETERS = frozenset({"as_of", "after_round", "session"})
"""What a query has that asks for standings of earlier."""

LOOK_EVERY = 0.5
"""Seconds between two looks for events whose ranking after a round is wanted."""

REST, LONGEST_REST = 10, 30.0
"""An answer takes scoring so long; it is left alone for so many times as long, and at most so many seconds."""

_OFFSET = re.compile(r" (\d\d:?\d\d)$")


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it is sent."""

    body: bytes
    packed: bytes
    etag: str


Key = tuple[StandingsAsked, Encoding, tuple[str, int]]


class History:
    """Asks the scoring service, and remembers its answers until the event moves."""

    def __init__(self, bus: Bus, hub: Hub, audiences: Callable[[], Audiences], patience: float = PATIENCE) -> None:
        """Ask over this bus about the events of this hub, and show them as its audiences see them."""
        self._bus = bus
        self._audiences = audiences
        self._hub = hub
        self._patience = patience
        self._answers: OrderedDict[Key, Answer] = OrderedDict()
        self._questions = SharedWork(self._ask)

    async def reply(self, event: str, query: Mapping[str, str], headers: Mapping[str, str]) -> Response:
        """Answer a request for standings of earlier."""
        channel = self._hub.channels.get(standings_channel(event))
        if channel is None:
            return no_channel()
        try:
            asked, encoding = read_query(event, query)
        except ValueError as error:
            return problem(400, CloseCode.BAD_MESSAGE, str(error)[:200])
        answer = await self._answer((asked, encoding, (channel.epoch, channel.seq)))
        if isinstance(answer, Response):
            return answer
        fields = {
            "Content-Type": "application/json",
            "ETag": answer.etag,
            "Cache-Control": "no-cache",
            "Vary": "Accept-Encoding",
        }
        return conditional(headers, fields, answer.body, answer.packed)

    async def table(self, event: str, after_round: int, session: str) -> tuple[TableState | None, str]:
        """The standings of an event after a round; without them, why there are none."""
        channel = self._hub.channels.get(standings_channel(event))
        if channel is None:
            return None, ""
        try:
            asked, encoding = read_query(
                event, {"after_round": str(after_round)} | ({"session": session} if session else {})
            )
        except ValueError as error:
            return None, str(error)[:200]
        answer = await self._answer((asked, encoding, (channel.epoch, channel.seq)))
        if isinstance(answer, Response):
            return None, str(orjson.loads(answer.body)["message"])
        return table_read(answer.body), ""

    async def _answer(self, key: Key) -> Answer | Response:
        answer = self._answers.get(key)
        if answer is not None:
            self._answers.move_to_end(key)
            return answer
        if key not in self._questions and len(self._questions) >= MAX_QUESTIONS:
            return later(503, "too many questions: ask again later")
        return await self._questions.of(key)

    async def _ask(self, key: Key) -> Answer | Response:
        asked, encoding, (epoch, _) = key
        subject = subjects.standings_asked(asked.event)
        try:
            answer = await self._bus.ask(subject, asked, StandingsAnswered, patience=self._patience)
        except OperationFailed as error:
            return unanswered(error)
        if answer.earlier is None:
            why = f"{answer.refusal.message}. {answer.refusal.advice}".strip() if answer.refusal else "there are none"
            return problem(404, CloseCode.NO_SUCH_CHANNEL, why)
        body = document(asked, answer.earlier, encoding, self._audiences().shown)
        packed = await asyncio.to_thread(gzip.compress, body, 5, mtime=0) if len(body) >= PACK_FROM else b""
        state = f"{answer.earlier.digest[:24]}-{answer.earlier.accepted}-{encoding.value}-{epoch}"
        cached = Answer(body, packed, f'"{state}"')
        self._answers[key] = cached
        while len(self._answers) > 1 and sum(len(a.body) + len(a.packed) for a in self._answers.values()) > CACHE_BYTES:
            self._answers.popitem(last=False)
        return cached


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


def table_of(earlier: EarlierStandings) -> TableState:
    """Earlier standings as a table of the feed."""
    message = StandingsPublished(
        standings=earlier.standings,
        position=Position(seq=1, applied=0),
        digest=earlier.digest,
        calculated_at=earlier.calculated_at,
    )
    read = decode(FeedStandingsPublished, encode(message))
    return message_tables.standings_table(read, message_tables.followed(None, read))


def table_read(body: bytes) -> TableState:
    """The table of a document whose rows are by names, as `document` makes it."""
    known = orjson.loads(body)
    columns = tuple(known["columns"])
    rows = {key: tuple(row[name] for name in columns) for key, row in known["rows"].items()}
    return TableState(columns, rows, known["meta"])


def document(
    asked: StandingsAsked, earlier: EarlierStandings, encoding: Encoding, shown: Callable[[str, Table], TableState]
) -> bytes:
    """The answer as JSON: what was asked, what it rests on, and a table as in a snapshot, without position."""
    table = shown(standings_channel(asked.event), table_of(earlier))
    rows = sorted(table.rows.items())
    head = {
        "type": "earlier",
        "event": asked.event,
        "asOf": asked.as_of and wire.stamp(asked.as_of),
        "afterRound": asked.after_round,
        "session": asked.session,
        "accepted": earlier.accepted,
        "acceptedToday": earlier.accepted_today,
        "lastAcceptedAt": wire.stamp(earlier.last_accepted_at),
        "encoding": encoding.value,
        "checksum": checksum(rows),
        "columns": table.columns,
        "meta": table.meta,
        "rows": wire.encoded(rows, table.columns, encoding),
    }
    return orjson.dumps({name: value for name, value in head.items() if value is not None})


async def ask_for_rankings(bus: Bus, audiences: Audiences) -> None:
    """Ask for every ranking after a round that the public is to see, for ever; again where it cannot be had now."""
    clock = asyncio.get_running_loop().time
    while True:
        began = clock()
        for asked in audiences.unasked():
            try:
                await _ask_for(bus, audiences, asked)
            except OperationFailed as error:
                logger.warning("no ranking after a round: %s", error, extra=fields(event=asked.event))
        await asyncio.sleep(min(max(LOOK_EVERY, REST * (clock() - began)), LONGEST_REST))


async def _ask_for(bus: Bus, audiences: Audiences, asked: AskedAfter) -> None:
    then = datetime.now(UTC) - asked.delay if asked.delay else None
    question = StandingsAsked(event=asked.event, as_of=then, after_round=asked.round, counted=True)
    answer = await bus.ask(subjects.standings_asked(asked.event), question, StandingsAnswered, patience=PATIENCE)
    audiences.take_ranking(asked, table_of(answer.earlier) if answer.earlier is not None else None)
