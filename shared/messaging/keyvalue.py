"""Keys and values with compare-and-set, on the layout of the NATS clients."""

from collections.abc import AsyncIterator
from secrets import token_hex

from nats.js.api import RawStreamMsg
from nats.js.errors import APIError, NotFoundError

from shared.errors import OperationFailed
from shared.messaging.connection import BusClient, BusJetStream
from shared.messaging.errors import Conflict, PayloadTooLarge
from shared.messaging.persist import persist
from shared.messaging.reading import StreamReader
from shared.messaging.wire import EXPECT_LAST, MSG_ID, fits

_GONE = ("KV-Operation", "Nats-Marker-Reason")


class KeyValues:
    """Buckets of keys."""

    def __init__(self, client: BusClient, js: BusJetStream, patience: float) -> None:
        """Use a connection; `patience` seconds for each operation on the server."""
        self._client = client
        self._js = js
        self._patience = patience

    async def get(self, bucket: str, key: str) -> tuple[bytes, int] | None:
        """The value and its revision; None for a key that is absent or was deleted."""
        value, revision, gone = await self._last(bucket, key)
        return None if gone else (value, revision)

    async def put(self, bucket: str, key: str, value: bytes, expect: int | None) -> int:
        """Set a key and return its revision.

        Raises:
            Conflict: the revision is not `expect` (0: the key must be absent).
            PayloadTooLarge: the value does not fit into a message.
        """
        try:
            return await self._write(bucket, key, value, expect, {})
        except Conflict:
            if expect != 0:
                raise
            _, revision, gone = await self._last(bucket, key)
            if not gone or not revision:
                raise
            return await self._write(bucket, key, value, revision, {})

    async def delete(self, bucket: str, key: str) -> None:
        """Remove a key; nothing happens to one that is absent."""
        if await self.get(bucket, key) is not None:
            await self._write(bucket, key, b"", None, {"KV-Operation": "DEL"})

    async def items(self, bucket: str) -> AsyncIterator[tuple[str, bytes, int]]:
        """Every key with its value and revision, as they are when the reading begins."""
        prefix = f"$KV.{bucket}."
        reader = StreamReader(
            self._client, self._js, f"KV_{bucket}", f"{prefix}>", last_per_subject=True, patience=self._patience
        )
        try:
            await reader.open()
            while reader.pending:
                message = await reader.next()
                if not any(name in (message.headers or {}) for name in _GONE):
                    yield message.subject.removeprefix(prefix), message.data, reader.position
        finally:
            await reader.close()

    async def _last(self, bucket: str, key: str) -> tuple[bytes, int, bool]:
        raw = await self._raw(bucket, key)
        if raw is None:
            return b"", 0, True
        return raw.data or b"", raw.seq or 0, any(name in (raw.headers or {}) for name in _GONE)

    async def _raw(self, bucket: str, key: str) -> RawStreamMsg | None:
        try:
            return await persist(
                self._client,
                f"key {bucket}/{key}",
                lambda: self._js.get_last_msg(f"KV_{bucket}", f"$KV.{bucket}.{key}"),
                self._patience,
            )
        except NotFoundError:
            return None

    async def _write(self, bucket: str, key: str, value: bytes, expect: int | None, extra: dict[str, str]) -> int:
        # The id makes a repeated attempt harmless: without it, its own first attempt would look like somebody else's.
        values = {MSG_ID: token_hex(12), **extra}
        if expect is not None:
            values[EXPECT_LAST] = str(expect)
        if not fits(value, values, self._client.max_payload):
            raise PayloadTooLarge(
                f"the value of {bucket}/{key} has {len(value)} bytes: too large for a key-value bucket"
            )
        try:
            ack = await persist(
                self._client,
                f"key {bucket}/{key}",
                lambda: self._js.publish(
                    f"$KV.{bucket}.{key}", value, headers=dict(values), stream=f"KV_{bucket}", timeout=5.0
                ),
                self._patience,
                expect,
            )
        except Conflict:
            # Perhaps our own first attempt, whose answer was lost: the server looks at the sequence before the id.
            last = await self._raw(bucket, key)
            if last is None or (last.headers or {}).get(MSG_ID) != values[MSG_ID]:
                raise
            return int(last.seq or 0)
        except APIError as error:
            raise OperationFailed(f"key {bucket}/{key}: {error.description} ({error.err_code})") from error
        return int(ack.seq)
