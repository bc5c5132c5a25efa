"""The live feed `standings.v1`: every message between a client and the broadcast service, and the codes that end it.

The feed carries tables. A channel is one table whose rows have identities; its single writer numbers every change
without a gap (`seq`) within a numbering that cannot be mixed up with another (`epoch`). A client holds a table and a
position; a snapshot replaces both, a delta moves both. `docs/feed.md` is the specification in words.

Names are camelCase on the wire. Both sides ignore fields that they do not know; a client ignores messages whose `type`
it does not know.
"""

import json
import re
import zlib
from collections.abc import Iterable, Sequence
from enum import IntEnum, StrEnum
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, ConfigDict, Field, JsonValue, StringConstraints, TypeAdapter
from pydantic.alias_generators import to_camel

from contracts.base import Contract, Instant

PROTOCOL = "standings.v1"
SUBPROTOCOL = "standings.v1+json"
"""What a client offers in `Sec-WebSocket-Protocol`."""

EVENTS_CHANNEL = "events"
"""The catalogue: one row for each event that has standings."""

_SLUG = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_CHANNEL = re.compile(rf"events|evt\.{_SLUG}\.(?:standings|matches|games|boards|seats|(?:board|analysis)\.{_SLUG})")


def standings_channel(event: str) -> str:
    """The channel of an event's standings."""
    return f"evt.{event}.standings"


def matches_channel(event: str) -> str:
    """The channel of an event's matches; only events that are played in matches have one."""
    return f"evt.{event}.matches"


def games_channel(event: str) -> str:
    """The channel of the games of an event of chess, in all rounds."""
    return f"evt.{event}.games"


def boards_channel(event: str) -> str:
    """The channel of the list of an event's boards; only events of bridge have one."""
    return f"evt.{event}.boards"


def board_channel(event: str, board: str) -> str:
    """The channel of one traveller of an event."""
    return f"evt.{event}.board.{board}"


def analysis_channel(event: str, board: str) -> str:
    """The channel of the double-dummy analysis of one board; only boards that were analysed have one."""
    return f"evt.{event}.analysis.{board}"


def seats_channel(event: str) -> str:
    """The channel of an event's next seats."""
    return f"evt.{event}.seats"


def is_channel(name: str) -> bool:
    """Whether a channel could have this name; there are no wildcards."""
    return len(name) <= 256 and _CHANNEL.fullmatch(name) is not None


def checksum(rows: Iterable[tuple[str, Sequence[JsonValue]]]) -> str:
    """Prove a table: CRC-32 of its canonical rows, eight lower-case hexadecimal digits.

    Canonical is the UTF-8 of one compact JSON array of `[id, cell, ...]`, sorted by id (by code point), cells in the
    order of the snapshot's `columns`, nothing escaped that JSON does not demand. Cells hold no fractions, so every
    JSON library writes them alike.
    """
    table = sorted(([key, *cells] for key, cells in rows), key=lambda row: str(row[0]))
    text = json.dumps(table, ensure_ascii=False, separators=(",", ":"))
    return f"{zlib.crc32(text.encode('utf-8', 'surrogatepass')):08x}"


class _Explained(IntEnum):
    """Numbers, those of RFC 6455 among them, each with one line that says what it means."""

    meaning: str

    def __new__(cls, value: int, meaning: str) -> Self:
        member = int.__new__(cls, value)
        member._value_ = value
        member.meaning = meaning
        return member


class CloseCode(_Explained):
    """Why a connection ended; 4000 to 4099 mean: connect again and resume; 4400 to 4499: do not repeat the same."""

    NORMAL = 1000, "the client is done"
    GOING_AWAY = 1001, "the service stops; connect again after retryAfterMs and resume"
    POLICY = 1008, "refused by a rule of the operator"
    TOO_BIG = 1009, "a client message above the limit of welcome.limits.messageBytes"
    RESTART = 1012, "the service restarts; connect again after retryAfterMs and resume"
    OVERLOAD = 1013, "too many clients; connect again after retryAfterMs"
    STATE_LOST = 4001, "the service cannot continue this connection; connect again and resume"
    SLOW_CONSUMER = 4008, "the client read too slowly; connect again and resume"
    NO_PONG = 4010, "the client did not answer a ping in time"
    BAD_MESSAGE = 4400, "not a message of this protocol, or too many wrong ones"
    UNAUTHENTICATED = 4401, "no token or ticket, or one that is not valid"
    FORBIDDEN = 4403, "not allowed from this origin or with this token"
    NO_SUCH_CHANNEL = 4404, "there is no such channel"
    PROTOCOL_VERSION = 4406, "no version of the protocol that both sides speak"
    NOTHING_SAID = 4408, "no message from the client in time"
    RATE_LIMITED = 4429, "too many messages; retry after retryAfterMs"


class ErrorCode(_Explained):
    """Why one request failed while the connection lives on; the numbers are those of `CloseCode`."""

    BAD_MESSAGE = 4400, "a field is missing or wrong, or the type of the message is not known"
    FORBIDDEN = 4403, "not allowed with this token"
    NO_SUCH_CHANNEL = 4404, "there is no such channel, or not yet (retryable)"
    TOO_MANY_SUBSCRIPTIONS = 4413, "more channels than welcome.limits.subscriptions"
    RATE_LIMITED = 4429, "too many messages; the request was not carried out"


class Reason(StrEnum):
    """Why a table changed, strongest last; a conflated delta carries the strongest of its parts."""

    RESULT = "result"
    PUBLISH = "publish"
    PENALTY = "penalty"
    CORRECTION = "correction"


class Encoding(StrEnum):
    """How rows are written: as objects, or as arrays in the order of the snapshot's `columns`."""

    ROWS = "rows"
    COLUMNS = "columns"


class FeedModel(Contract):
    """A frozen value of the feed, camelCase in JSON.

    Attributes:
        type: which message it is.
        id: number of the request, chosen by the client; what answers it has the same.
    """

    model_config = ConfigDict(
        alias_generator=to_camel, validate_by_name=True, validate_by_alias=True, serialize_by_alias=True
    )


ChannelName = Annotated[str, StringConstraints(min_length=1, max_length=256)]
Epoch = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z_.-]{1,64}$")]
Seq = Annotated[int, Field(ge=0, le=2**53 - 1)]
RequestId = Annotated[int, Field(ge=0, le=2**53 - 1)]
Crc = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{8}$")]
Token = Annotated[
    str, BeforeValidator(lambda value: str(value) if type(value) is int else value), StringConstraints(max_length=64)
]
"""An identity that programs like to write as a number: 12 and "12" are the same."""


class FilterRequest(FeedModel):
    """Which rows a client wants; it saves bandwidth and hides nothing.

    A row is sent when its column `section` is one of `section`, its column `ranking` one of `ranking`, and it is either
    among the first `top` (column `rank`) or one of `pairs` (row id or column `number`). What is left out does not
    restrict; a column that the table lacks restricts nothing.

    Attributes:
        section: rows of these sections.
        ranking: rows of these rankings.
        top: rows with a rank up to this.
        pairs: these rows besides, by id or number.
    """

    section: tuple[Token, ...] = Field(default=(), max_length=64)
    ranking: tuple[Token, ...] = Field(default=(), max_length=64)
    top: int | None = Field(default=None, ge=1, le=100_000)
    pairs: tuple[Token, ...] = Field(default=(), max_length=256)


class ResumePoint(FeedModel):
    """The position that a client holds.

    Attributes:
        epoch: the numbering.
        seq: the number of the state in it.
    """

    epoch: Epoch
    seq: Seq


class Subscribe(FeedModel):
    """Follow a channel; a second one for the same channel replaces the first.

    Attributes:
        channel: name of the channel.
        filter: which rows; None for all.
        resume: the position that the client holds; None for a snapshot.
        encoding: how the rows of a snapshot are written.
    """

    type: Literal["subscribe"] = "subscribe"
    id: RequestId
    channel: ChannelName
    filter: FilterRequest | None = None
    resume: ResumePoint | None = None
    max_rate: float | None = Field(default=None, gt=0, le=1000, description="messages a second at most")
    encoding: Encoding = Encoding.ROWS


class Unsubscribe(FeedModel):
    """Stop following a channel.

    Attributes:
        channel: name of the channel.
    """

    type: Literal["unsubscribe"] = "unsubscribe"
    id: RequestId
    channel: ChannelName


class Ping(FeedModel):
    """Ask for a `pong`: for clients that cannot see the pings of WebSocket, as in browsers."""

    type: Literal["ping"] = "ping"
    id: RequestId


class FeedLimits(FeedModel):
    """What a connection may do.

    Attributes:
        message_bytes: of one message of the client at most.
        subscriptions: channels followed at once, at most.
        messages_per_second: of the client, at most.
        first_message_ms: within which the client says something.
    """

    message_bytes: int
    subscriptions: int
    messages_per_second: int
    first_message_ms: int


class Welcome(FeedModel):
    """The first message: who answers, and its limits.

    Attributes:
        server: who answers, with its version.
        protocol: the version of the protocol.
        heartbeat_ms: between two heartbeats of a channel.
        limits: of this connection.
        ts: when it was sent.
    """

    type: Literal["welcome"] = "welcome"
    server: str
    protocol: Literal["standings.v1"] = "standings.v1"
    heartbeat_ms: int
    limits: FeedLimits
    ts: Instant


class ChannelMessage(FeedModel):
    """What every message about a channel says: which, and where it stands.

    Attributes:
        ts: of the state that it speaks of, not of its sending; heartbeats: of their sending.
        channel: name of the channel.
        epoch: the numbering of the channel.
        seq: the number of the state in it.
    """

    channel: ChannelName
    epoch: Epoch
    seq: Seq
    ts: Instant


class Subscribed(ChannelMessage):
    """The client follows the channel from here; `seq` is a position to resume from even if nothing ever happens.

    Attributes:
        recovered: nothing was lost since `resume`: the client keeps its table.
        snapshot: whether one comes before `synced`.
        filter: as it is applied; None after too many different ones: then every row comes.
        interval_ms: two deltas are at least this far apart.
        encoding: how the rows of a snapshot are written.
    """

    type: Literal["subscribed"] = "subscribed"
    id: RequestId
    recovered: bool
    snapshot: Literal["follows", "none"]
    filter: FilterRequest | None = None
    encoding: Encoding = Encoding.ROWS
    interval_ms: int


class Unsubscribed(FeedModel):
    """The channel is not followed any more; without `id`: because it has ended.

    Attributes:
        channel: name of the channel.
        reason: why the channel has ended; empty for an answer.
        ts: when it was sent.
    """

    type: Literal["unsubscribed"] = "unsubscribed"
    id: RequestId | None = None
    channel: ChannelName
    reason: str = ""
    ts: Instant


class Pong(FeedModel):
    """The answer to `ping`.

    Attributes:
        ts: when it was sent.
    """

    type: Literal["pong"] = "pong"
    id: RequestId
    ts: Instant


RowObject = dict[str, JsonValue]
RowArray = list[JsonValue]


class Snapshot(ChannelMessage):
    """The whole table, possibly in parts; it replaces what the client holds, at any time.

    Attributes:
        columns, meta: in the first part only.
        checksum: of the whole table, in every part.
        encoding: how `rows` are written.
        part: number of this part, from 1.
        parts: how many there are.
        rows: by id, as objects or as arrays in the order of `columns`.
    """

    type: Literal["snapshot"] = "snapshot"
    encoding: Encoding = Encoding.ROWS
    part: int = Field(default=1, ge=1)
    parts: int = Field(default=1, ge=1)
    columns: tuple[str, ...] | None = None
    meta: dict[str, JsonValue] | None = None
    rows: dict[str, RowObject | RowArray]
    checksum: Crc


class MetaChange(FeedModel):
    """An operation of a JSON Patch (RFC 6902) on the meta of a table.

    Attributes:
        path: a JSON Pointer (RFC 6901).
        value: what is added or takes the place; absent where something is removed.
        op: what is done at the path.
    """

    op: Literal["add", "remove", "replace"]
    path: str
    value: JsonValue = None


class Delta(ChannelMessage):
    """What is different at `seq` from what was at `from`; it applies to the table at `from` and to no other.

    Attributes:
        added: rows that came, by id, cells in the order of the snapshot's `columns`.
        removed: ids of rows that are gone.
        cells: by column, where cells changed and what they are now. Places are those of the rows after `added` and
            `removed`, sorted by id as for the checksum; each is said as the step from the one before, the first from 0.
        meta: what changed in it, to be done in this order.
        reason: the strongest of the changes that it covers.
        checksum: of the table after it, now and then.
        from_: the number of the state that it changes.
        part: number of this part, from 1.
        parts: how many there are.
    """

    type: Literal["delta"] = "delta"
    from_: Seq = Field(alias="from")
    part: int = Field(default=1, ge=1)
    parts: int = Field(default=1, ge=1)
    added: dict[str, RowArray] = Field(default_factory=dict)
    removed: tuple[str, ...] = ()
    cells: dict[str, tuple[list[int], list[JsonValue]]] = Field(default_factory=dict)
    meta: tuple[MetaChange, ...] = ()
    reason: Reason = Reason.RESULT
    checksum: Crc | None = None


class Synced(ChannelMessage):
    """Recovery is over: what the client holds is the table at `seq`."""

    type: Literal["synced"] = "synced"


class Heartbeat(ChannelMessage):
    """Alive; a client that holds less than `seq` has lost something and resumes.

    Attributes:
        source_age_ms: since the service last heard from the bus; None before the first time.
        degraded: the service is cut off from the bus: tables may be old.
    """

    type: Literal["heartbeat"] = "heartbeat"
    source_age_ms: int | None = None
    degraded: bool = False


class Reset(ChannelMessage):
    """The numbering starts anew with this epoch; a snapshot follows.

    Attributes:
        reason: why, for a log.
    """

    type: Literal["reset"] = "reset"
    reason: str


class Error(FeedModel):
    """A request was not carried out; the connection lives on.

    Attributes:
        channel: of the request, if it was about one.
        code: why, as a number.
        message: why, in words.
        retryable: whether the same request may succeed later.
        retry_after_ms: how long to wait before that.
        ts: when it was sent.
    """

    type: Literal["error"] = "error"
    id: RequestId | None = None
    channel: ChannelName | None = None
    code: ErrorCode
    message: str
    retryable: bool
    retry_after_ms: int | None = None
    ts: Instant


class Bye(FeedModel):
    """The service closes the connection with this code.

    Attributes:
        code: with which the connection is closed.
        reason: why, in words.
        reconnect: whether to connect again.
        retry_after_ms: how long to wait before that.
        ts: when it was sent.
    """

    type: Literal["bye"] = "bye"
    code: CloseCode
    reason: str
    reconnect: bool
    retry_after_ms: int | None = None
    ts: Instant


ClientMessage = Annotated[Subscribe | Unsubscribe | Ping, Field(discriminator="type")]
ServerMessage = Annotated[
    Welcome | Subscribed | Unsubscribed | Pong | Snapshot | Delta | Synced | Heartbeat | Reset | Error | Bye,
    Field(discriminator="type"),
]

CLIENT_MESSAGES: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
SERVER_MESSAGES: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
