"""The request that tells a target: body and headers, signed as Standard Webhooks 1.0 has it.

The id follows from what is told, so that whoever is told twice can see it: after a lost answer, a kill, a replay. The
time stamp in the headers is that of the try, and so is the signature.
"""

import hashlib
import hmac
from base64 import b64encode
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

import orjson

from contracts.messages import TableChanged


class Told(NamedTuple):
    """A body, and the id by which it is the same as another."""

    id: str
    body: bytes


def change_told(change: TableChanged, sequence: int) -> Told:
    """A change; `sequence` is its number among all that are told."""
    rows = None
    if change.rows is not None:
        rows = {key: dict(zip(change.columns, row, strict=True)) for key, row in change.rows.items()}
    data: dict[str, Any] = {
        "event": change.event,
        "channel": f"evt.{change.event}.{change.table}",
        "epoch": change.epoch,
        "seq": change.seq,
        "from": change.since,
        "reason": change.reason,
        "rows": rows,
        "removed": change.removed,
        "meta": change.meta,
    }
    return _told(change.identity, f"{change.table}.changed", change.changed_at, sequence, data)


def trial(target: str, now: datetime) -> Told:
    """A test message, which is about no event."""
    return _told(f"test:{target}:{now.isoformat()}", "webhook.test", now, 0, {"target": target})


def headers_of(told: Told, key: bytes, now: datetime) -> Mapping[str, str]:
    """The headers of one try."""
    stamp = str(int(now.timestamp()))
    signature = hmac.digest(key, b".".join((told.id.encode(), stamp.encode(), told.body)), "sha256")
    return {
        "Content-Type": "application/json",
        "User-Agent": "Kibitz",
        "Webhook-Id": told.id,
        "Webhook-Timestamp": stamp,
        "Webhook-Signature": f"v1,{b64encode(signature).decode()}",
    }


def _told(identity: str, kind: str, at: datetime, sequence: int, data: Mapping[str, Any]) -> Told:
    name = f"msg_{hashlib.sha256(identity.encode()).hexdigest()[:32]}"
    body = {"id": name, "type": kind, "timestamp": at.isoformat(), "sequence": sequence, "data": data}
    return Told(name, orjson.dumps(body))
