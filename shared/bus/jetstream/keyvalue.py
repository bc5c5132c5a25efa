"""Keys and values with compare-and-set, on the layout of the NATS clients."""

from secrets import token_hex

from nats.js.api import RawStreamMsg
from nats.js.errors import APIError, NotFoundError

from shared.bus.errors import Conflict, PayloadTooLarge
from shared.bus.jetstream.session import Session
from shared.bus.wire import EXPECT_LAST, MSG_ID, fits
from shared.errors import OperationFailed

_GONE = ("KV-Operation", "Nats-Marker-Reason")


class KeyValues(Session):
    """Buckets of keys, over the connection of a service."""

    async def kv_get(self, bucket: str, key: str) -> tuple[bytes, int] | None:
        """The value and its revision; None for a key that is absent or was deleted."""
        value, revision, gone = await self._last_value(bucket, key)
        return None if gone else (value, revision)

    async def kv_put(self, bucket: str, key: str, value: bytes, *, expect: int | None = None) -> int:
        """Set a key and return its revision.

        Raises:
            Conflict: the revision is not `expect` (0: the key must be absent).
            PayloadTooLarge: the value does not fit into a message.
        """
        try:
            return await self._write_value(bucket, key, value, expect)
        except Conflict:
            if expect != 0:
                raise
            _, revision, gone = await self._last_value(bucket, key)
            if not gone or not revision:
                raise
            return await self._write_value(bucket, key, value, revision)

    async def _last_value(self, bucket: str, key: str) -> tuple[bytes, int, bool]:
        raw = await self._raw_value(bucket, key)
        if raw is None:
            return b"", 0, True
        return raw.data or b"", raw.seq or 0, any(name in (raw.headers or {}) for name in _GONE)

    async def _raw_value(self, bucket: str, key: str) -> RawStreamMsg | None:
        try:
            return await self.retry(
                f"key {bucket}/{key}", lambda: self.js.get_last_msg(f"KV_{bucket}", f"$KV.{bucket}.{key}")
            )
        except NotFoundError:
            return None

    async def _write_value(self, bucket: str, key: str, value: bytes, expect: int | None) -> int:
        # The id makes a repeated attempt harmless: without it, its own first attempt would look like somebody else's.
        values = {MSG_ID: token_hex(12)}
        if expect is not None:
            values[EXPECT_LAST] = str(expect)
        if not fits(value, values, self.client.max_payload):
            raise PayloadTooLarge(
                f"the value of {bucket}/{key} has {len(value)} bytes: too large for a key-value bucket"
            )
        try:
            ack = await self.retry(
                f"key {bucket}/{key}",
                lambda: self.js.publish(
                    f"$KV.{bucket}.{key}", value, headers=dict(values), stream=f"KV_{bucket}", timeout=5.0
                ),
                expect,
            )
        except Conflict:
            # Perhaps our own first attempt, whose answer was lost: the server looks at the sequence before the id.
            last = await self._raw_value(bucket, key)
            if last is None or (last.headers or {}).get(MSG_ID) != values[MSG_ID]:
                raise
            return int(last.seq or 0)
        except APIError as error:
            raise OperationFailed(f"key {bucket}/{key}: {error.description} ({error.err_code})") from error
        return int(ack.seq)
