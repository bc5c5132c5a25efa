"""Buckets that follow from no file, copied and set again; with a server, tests/e2e/test_director.py."""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from nats.js.api import RawStreamMsg
from pydantic import ValidationError

from kibitz.rebuild import backup as module
from kibitz.rebuild.backup import Backup, Entry, back_up, restore

NOW = datetime(2031, 10, 3, 20, 0, tzinfo=UTC)

STORED: list[tuple[str, bytes, dict[str, str]]] = [
    ("$KV.GRANTS.ada", b"older", {}),
    ("$KV.GRANTS.ada", b"\xff new", {"Nats-TTL": "3600s"}),
    ("$KV.GRANTS.bo", b"bo", {}),
    ("$KV.GRANTS.bo", b"", {"KV-Operation": "DEL"}),
    ("$KV.QUERIES.q.1", b"", {"Nats-Marker-Reason": "MaxAge"}),
    ("$KV.SCREENS.all", b"[]", {}),
]


class Reader:
    """Stands in for the reader of a stream."""

    def __init__(self, _bus: object, stream: str, pattern: str) -> None:
        self.prefix = pattern.removesuffix(">")
        assert self.prefix == f"$KV.{stream.removeprefix('KV_')}."

    async def up_to_now(self) -> AsyncGenerator[RawStreamMsg, None]:
        for subject, data, headers in STORED:
            if subject.startswith(self.prefix):
                yield RawStreamMsg(subject=subject, data=data, headers=headers, time=NOW)


async def test_what_is_there_is_copied_and_set_again_for_as_long_as_it_has_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "StreamReader", Reader)
    backup = await back_up(SimpleNamespace(), NOW)  # type: ignore[arg-type]
    assert Backup.model_validate_json(backup.model_dump_json()) == backup
    assert [(entry.bucket, entry.key, entry.until) for entry in backup.entries] == [
        ("GRANTS", "ada", NOW + timedelta(hours=1)),
        ("SCREENS", "all", None),
    ]
    written: list[tuple[Any, ...]] = []

    async def write(*words: object) -> None:
        written.append(words)

    bus: Any = SimpleNamespace(write=write)
    assert await restore(bus, backup.entries, NOW + timedelta(minutes=20)) == 2
    assert written == [
        ("KV_GRANTS", "$KV.GRANTS.ada", b"\xff new", {"Nats-TTL": "2400s"}),
        ("KV_SCREENS", "$KV.SCREENS.all", b"[]", {}),
    ]
    assert await restore(bus, backup.entries, NOW + timedelta(hours=2)) == 1


@pytest.mark.parametrize(("bucket", "key"), [("FILES", "x"), ("GRANTS", "a b"), ("GRANTS", ""), ("GRANTS", "a>*")])
def test_a_backup_names_no_other_bucket_and_no_key_that_is_none(bucket: str, key: str) -> None:
    with pytest.raises(ValidationError):
        Entry(bucket=bucket, key=key, value="")  # type: ignore[arg-type]
