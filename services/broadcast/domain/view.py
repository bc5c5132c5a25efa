"""A view: a channel under one filter in one encoding, with each message about it made once for all who see it.

Rule 1: what a plan says is true at the channel's present position, and clients take it as one step.
Rule 2: a delta from p is for those who hold p and for nobody else: it says what is different now, not what happened
meanwhile.
Rule 3: a resumption gets the missed changes folded into one delta, or the snapshot when that is not larger.
"""

from dataclasses import dataclass, field

from contracts.feed import Encoding, Heartbeat, Reset, Synced, checksum
from services.broadcast.domain import meta_changes, wire
from services.broadcast.domain.channel import Channel, Fold, Row
from services.broadcast.domain.filters import Accepts, Filter
from services.broadcast.domain.limits import Moment
from services.broadcast.domain.payload import Payload

DELTAS_KEPT = 32
"""Deltas from different positions that are remembered until the channel moves."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What brings a client from where it is to the present.

    Attributes:
        recovered: the client keeps its table; nothing or a delta comes.
        payloads: the messages, in order.
        snapshot: whether they replace the table.
    """

    recovered: bool
    payloads: tuple[Payload, ...]
    snapshot: bool


@dataclass(eq=False)
class View:
    """A channel as some of its clients see it."""

    channel: Channel
    filter: Filter
    encoding: Encoding
    users: int = 0
    _columns: tuple[str, ...] | None = None
    _accepts: Accepts | None = None
    _at: tuple[str, int] | None = None
    _rows: list[tuple[str, Row]] | None = None
    _order: dict[str, int] | None = None
    _checksum: str | None = None
    _snapshot: tuple[Payload, ...] | None = None
    _document: bytes | None = None
    _deltas: dict[tuple[int, bool], tuple[Payload, ...] | None] = field(default_factory=dict)
    _synced: Payload | None = None

    def plan(self, epoch: str | None, position: int) -> Plan:
        """The way from a position of a client, which may be from another epoch or from the future, to the present."""
        channel = self.channel
        if epoch == channel.epoch and position == channel.seq:
            return Plan(True, (), False)
        if epoch == channel.epoch and 0 <= position < channel.seq:
            delta = self.delta(position, proven=True)
            size = sum(len(part.data) for part in delta or ())
            # Below that, writing the snapshot only to compare costs more than the delta.
            if delta is not None and (size < 1024 or size <= sum(len(part.data) for part in self.snapshot())):
                return Plan(True, delta, False)
        return Plan(False, self.snapshot(), True)

    def delta(self, position: int, *, proven: bool) -> tuple[Payload, ...] | None:
        """Everything after `position` as one delta, `proven` with a checksum; None when the past is too short."""
        self._forget_the_past()
        key = (position, proven)
        if key not in self._deltas:
            fold = self.channel.fold(position)
            if len(self._deltas) >= DELTAS_KEPT:
                self._deltas.clear()
            self._deltas[key] = (
                None
                if fold is None
                else wire.delta(
                    self._heading(),
                    before=fold.before,
                    meta=meta_changes.between(fold.meta, self.channel.meta),
                    rows=self._changes(fold),
                    order=self._numbered(),
                    reason=fold.reason,
                    checksum=self.proof() if proven else None,
                    part_bytes=self.channel.limits.part_bytes,
                )
            )
        return self._deltas[key]

    def snapshot(self) -> tuple[Payload, ...]:
        """The whole table as it is now, in parts."""
        self._forget_the_past()
        if self._snapshot is None:
            self._snapshot = self._write_snapshot(self.channel.limits.part_bytes)
        return self._snapshot

    def document(self) -> bytes:
        """The whole table as one JSON document, for HTTP."""
        self._forget_the_past()
        if self._document is None:
            self._document = self._write_snapshot(None)[0].data
        return self._document

    def synced(self) -> Payload:
        """The message that ends a recovery at the present position."""
        self._forget_the_past()
        if self._synced is None:
            channel = self.channel
            model = Synced(channel=channel.name, epoch=channel.epoch, seq=channel.seq, ts=channel.ts)
            self._synced = wire.message(model, wire.event_id(channel.epoch, channel.seq))
        return self._synced

    def proof(self) -> str:
        """The checksum of what is visible now."""
        self._forget_the_past()
        if self._checksum is None:
            self._checksum = checksum(self._visible())
        return self._checksum

    def _heading(self) -> wire.Heading:
        channel = self.channel
        return wire.Heading(channel.name, channel.epoch, channel.seq, channel.ts, self.encoding, channel.columns)

    def _write_snapshot(self, part_bytes: int | None) -> tuple[Payload, ...]:
        rows, meta = self._visible(), self.channel.meta
        return wire.snapshot(self._heading(), meta=meta, rows=rows, checksum=self.proof(), part_bytes=part_bytes)

    def _changes(self, fold: Fold) -> list[wire.RowChange]:
        """Every visible row that is new, different or gone, in the order of their numbers."""
        rows, accepts = self.channel.rows, self._accepts
        changes = [(key, old, rows.get(key)) for key, old in fold.rows.items()]
        if accepts is not None:
            changes = [(key, _seen(accepts, key, old), _seen(accepts, key, new)) for key, old, new in changes]
        places = self._numbered()
        changes.sort(key=lambda change: places.get(change[0], -1))
        return [change for change in changes if change[1] != change[2]]

    def _numbered(self) -> dict[str, int]:
        """The places of the visible rows when they are sorted by id."""
        if self._accepts is None:
            return self.channel.places()
        if self._order is None:
            self._order = {key: place for place, (key, _) in enumerate(self._visible())}
        return self._order

    def _visible(self) -> list[tuple[str, Row]]:
        if self._rows is None:
            accepts, rows = self._accepts, self.channel.rows
            self._rows = [
                (key, rows[key]) for key in self.channel.places() if accepts is None or accepts(key, rows[key])
            ]
        return self._rows

    def _forget_the_past(self) -> None:
        """Drop what was made for an earlier state of the channel."""
        channel = self.channel
        at = (channel.epoch, channel.seq)
        if at == self._at:
            return
        self._at = at
        if channel.columns != self._columns:
            self._columns = channel.columns
            self._accepts = self.filter.bind(channel.columns)
        self._rows = self._order = self._checksum = self._snapshot = self._document = self._synced = None
        self._deltas.clear()


def _seen(accepts: Accepts, key: str, row: Row | None) -> Row | None:
    return row if row is None or accepts(key, row) else None


def heartbeat(channel: Channel, seq: int, now: Moment, source_age_ms: int | None, degraded: bool) -> Payload:
    """Alive, and what a client should hold by now."""
    model = Heartbeat(
        channel=channel.name, epoch=channel.epoch, seq=seq, ts=now.utc, source_age_ms=source_age_ms, degraded=degraded
    )
    return wire.message(model)


def reset(channel: Channel, reason: str) -> Payload:
    """The numbering has started anew."""
    model = Reset(channel=channel.name, epoch=channel.epoch, seq=channel.seq, ts=channel.ts, reason=reason)
    return wire.message(model)
