"""From the core's values to messages of `standings.v1`: the only place that writes JSON for clients."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import compress
from operator import ne, sub
from typing import Any

import orjson
from pydantic import JsonValue

from contracts.feed import Encoding, Reason, ServerMessage
from services.broadcast.domain.channel import Row
from services.broadcast.domain.payload import Payload

Rows = Sequence[tuple[str, Row]]

RowChange = tuple[str, Row | None, Row | None]
"""A row's id, and what it was and is; None where there was or is none."""


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
    first = {"columns": heading.columns, "meta": meta}
    columns, encoding = heading.columns, heading.encoding
    return _cut(heading, head, first, rows, lambda part: {"rows": encoded(part, columns, encoding)}, part_bytes)


def delta(
    heading: Heading,
    *,
    before: int,
    meta: Sequence[Mapping[str, JsonValue]],
    rows: Sequence[RowChange],
    order: Mapping[str, int],
    reason: Reason,
    checksum: str | None,
    part_bytes: int,
) -> tuple[Payload, ...]:
    """What changed since `before`, in messages of about `part_bytes`; `order` has the places of the rows by id."""
    head = {**heading.fields("delta"), "from": before, "reason": reason.value}
    if checksum is not None:
        head["checksum"] = checksum
    first = {"meta": meta} if meta else {}
    return _cut(heading, head, first, rows, lambda part: _changed(part, heading.columns, order), part_bytes)


def _changed(rows: Sequence[RowChange], columns: Sequence[str], order: Mapping[str, int]) -> dict[str, object]:
    """The fields of a delta that change rows; without those that would be empty."""
    removed = [key for key, _, new in rows if new is None]
    added = {key: new for key, old, new in rows if old is None}
    altered = [(order[key], old, new) for key, old, new in rows if old is not None and new is not None]
    cells: dict[str, object] = {}
    if altered:
        places, olds, news = zip(*altered, strict=True)
        for name, before, now in zip(columns, zip(*olds, strict=True), zip(*news, strict=True), strict=True):
            if before != now:
                other = [*map(ne, before, now)]
                at = [*compress(places, other)]
                # Steps instead of places: short and alike, so that they all but vanish when they are compressed.
                cells[name] = [*map(sub, at, [0, *at])], [*compress(now, other)]
    return {name: part for name, part in (("added", added), ("removed", removed), ("cells", cells)) if part}


def _cut(
    heading: Heading,
    head: dict[str, object],
    first: Mapping[str, object],
    rows: Sequence[Any],
    write: Callable[[Sequence[Any]], dict[str, object]],
    part_bytes: int | None,
) -> tuple[Payload, ...]:
    """Write the message whole, and again in parts of equally many rows when it came out too big."""
    kind, position = str(head["type"]), event_id(heading.epoch, heading.seq)
    whole = orjson.dumps({**head, **first, **write(rows)})
    if part_bytes is None or len(whole) <= part_bytes or len(rows) < 2:
        return (Payload(whole, kind, position),)
    parts = min(len(rows), -(-len(whole) // part_bytes))
    size = -(-len(rows) // parts)
    parts = -(-len(rows) // size)
    cut: list[Payload] = []
    for number in range(parts):
        body = {**head, "part": number + 1, "parts": parts, **(first if number == 0 else {})}
        body |= write(rows[number * size : (number + 1) * size])
        # Only the last part completes the position: a reader that breaks off before it resumes from the one before.
        cut.append(Payload(orjson.dumps(body), kind, position if number + 1 == parts else ""))
    return tuple(cut)


def encoded(rows: Rows, columns: Sequence[str], encoding: Encoding) -> dict[str, object]:
    """The rows by id as JSON has them."""
    if encoding is Encoding.COLUMNS:
        return dict(rows)
    return {key: dict(zip(columns, row, strict=True)) for key, row in rows}
