"""Keys and values with compare-and-set, on the layout of the NATS clients."""

from functools import partial
from secrets import token_hex

from shared.bus.errors import PayloadTooLarge
from shared.bus.jetstream.session import Session
from shared.bus.wire import EXPECT_LAST, MSG_ID, fits


class KeyValues(Session):
    """Buckets of keys, over the connection of a service."""

    async def kv_get(self, bucket: str, key: str) -> tuple[bytes | None, int]:
        """The value, None for a key that is absent or was deleted, and its revision, 0 if there never was one."""
        last = await self.raw(f"KV_{bucket}", subject=f"$KV.{bucket}.{key}")
        if last is None:
            return None, 0
        removed = any(name in (last.headers or {}) for name in ("KV-Operation", "Nats-Marker-Reason"))
        return None if removed else last.data or b"", last.seq or 0

    async def kv_put(self, bucket: str, key: str, value: bytes, *, expect: int) -> int:
        """Set a key and return its revision.

        Raises:
            Conflict: the revision is not `expect`.
            PayloadTooLarge: the value does not fit into a message.
        """
        stream, subject = f"KV_{bucket}", f"$KV.{bucket}.{key}"
        # The id makes a repeated attempt harmless: without it, its own first attempt would look like somebody else's.
        headers = {MSG_ID: token_hex(12), EXPECT_LAST: str(expect)}
        if not fits(value, headers, self.client.max_payload):
            raise PayloadTooLarge(f"the value of {bucket}/{key} has {len(value)} bytes: too large for a message")
        send = partial(self.js.publish, subject, value, stream=stream, headers=headers)
        return (await self.store(stream, subject, headers, send)).seq
