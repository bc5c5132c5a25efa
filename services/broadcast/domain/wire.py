"""From the core's values to messages of `standings.v1`: the only place that writes JSON for clients."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import orjson
from pydantic import JsonValue

from contracts.feed import Encoding, Reason, ServerMessage
from services.broadcast.domain.channel import Row
from services.broadcast.domain.payload import Payload

Rows = Sequence[tuple[str, Row | None]]


def message(model: ServerMessage, event_id: str = "") -> Payload:
    """A small message from its model; what is None is left out."""
    return Payload(model.model_dump_json(exclude_none=True).encode(), model.type, event_id)


def stamp(ts: datetime) -> str:
    """A moment in UTC with milliseconds (RFC 3339)."""
    return ts.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def event_id(epoch: str, seq: int) -> str:
    """A position in one word: id of a server-sent event, ETag of a snapshot."""
    return f"{epoch}-{seq}"


def position_of(text: str) -> tuple[str, int] | None:
    """The position that `event_id` wrote; None for anything else."""
    epoch, _, seq = text.rpartition("-")
    if not epoch or len(epoch) > 64 or not (seq.isascii() and seq.isdigit()) or len(seq) > 16:
        return None
    return epoch, int(seq)


@dataclass(frozen=True, slots=True)
class Heading:
    """What the messages of a table have in common: whose it is, at which position, and how rows are written."""

    channel: str
    epoch: str
    seq: int
    ts: datetime
    encoding: Encoding
    columns: Sequence[str]

    def fields(self, kind: str) -> dict[str, object]:
        """The fields of every message of this kind."""
        return {"type": kind, "channel": self.channel, "epoch": self.epoch, "seq": self.seq, "ts": stamp(self.ts)}


def snapshot(
    heading: Heading, *, meta: Mapping[str, JsonValue], rows: Rows, checksum: str, part_bytes: int | None
) -> tuple[Payload, ...]:
    """The whole table in messages of about `part_bytes`; None for one message of any size."""
    head = {**heading.fields("snapshot"), "encoding": heading.encoding.value, "checksum": checksum}
    return _cut(heading, head, {"columns": heading.columns, "meta": meta}, rows, part_bytes)


def delta(
    heading: Heading,
    *,
    before: int,
    meta: Mapping[str, JsonValue],
    rows: Rows,
    reason: Reason,
    checksum: str | None,
    part_bytes: int,
) -> tuple[Payload, ...]:
    """The rows that changed since `before`, None for those that are gone, in messages of about `part_bytes`."""
    head = {**heading.fields("delta"), "from": before, "reason": reason.value}
    if checksum is not None:
        head["checksum"] = checksum
    return _cut(heading, head, {"meta": meta} if meta else {}, rows, part_bytes)


def _cut(
    heading: Heading, head: dict[str, object], first: dict[str, object], rows: Rows, part_bytes: int | None
) -> tuple[Payload, ...]:
    """Write the message whole, and again in parts of equally many rows when it came out too big."""
    kind, position = str(head["type"]), event_id(heading.epoch, heading.seq)
    columns, encoding = heading.columns, heading.encoding
    whole = orjson.dumps({**head, **first, "rows": encoded(rows, columns, encoding)})
    if part_bytes is None or len(whole) <= part_bytes or len(rows) < 2:
        return (Payload(whole, kind, position),)
    parts = min(len(rows), -(-len(whole) // part_bytes))
    size = -(-len(rows) // parts)
    parts = -(-len(rows) // size)
    cut: list[Payload] = []
    for number in range(parts):
        body = {**head, "part": number + 1, "parts": parts, **(first if number == 0 else {})}
        body["rows"] = encoded(rows[number * size : (number + 1) * size], columns, encoding)
        # Only the last part completes the position: a reader that breaks off before it resumes from the one before.
        cut.append(Payload(orjson.dumps(body), kind, position if number + 1 == parts else ""))
    return tuple(cut)


def encoded(rows: Rows, columns: Sequence[str], encoding: Encoding) -> dict[str, object]:
    """The rows by id as JSON has them, None for those that are gone."""
    if encoding is Encoding.COLUMNS:
        return dict(rows)
    return {key: None if row is None else dict(zip(columns, row, strict=True)) for key, row in rows}
