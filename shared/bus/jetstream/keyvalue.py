"""Keys and values with compare-and-set, on the layout of the NATS clients."""

from functools import partial
from secrets import token_hex

from nats.js.api import RawStreamMsg

from shared.bus.errors import Conflict, PayloadTooLarge
from shared.bus.jetstream.session import Session
from shared.bus.wire import EXPECT_LAST, MSG_ID, fits


class KeyValues(Session):
    """Buckets of keys, over the connection of a service."""

    async def kv_get(self, bucket: str, key: str) -> tuple[bytes, int] | None:
        """The value and its revision; None for a key that is absent or was deleted."""
        last = await self.raw(f"KV_{bucket}", subject=f"$KV.{bucket}.{key}")
        return None if last is None or _removed(last) else (last.data or b"", last.seq or 0)

    async def kv_put(self, bucket: str, key: str, value: bytes, *, expect: int | None = None) -> int:
        """Set a key and return its revision.

        Raises:
            Conflict: the revision is not `expect` (0: the key must be absent).
            PayloadTooLarge: the value does not fit into a message.
        """
        stream, subject = f"KV_{bucket}", f"$KV.{bucket}.{key}"
        # The id makes a repeated attempt harmless: without it, its own first attempt would look like somebody else's.
        headers = {MSG_ID: token_hex(12)} | ({} if expect is None else {EXPECT_LAST: str(expect)})
        if not fits(value, headers, self.client.max_payload):
            raise PayloadTooLarge(f"the value of {bucket}/{key} has {len(value)} bytes: too large for a message")
        try:
            send = partial(self.js.publish, subject, value, stream=stream, headers=headers)
            return (await self.store(stream, subject, headers, send)).seq
        except Conflict:
            last = await self.raw(stream, subject=subject)
            if expect != 0 or last is None or not _removed(last):
                raise
            # What was removed is absent, but its subject has a last message.
            return await self.kv_put(bucket, key, value, expect=last.seq)


def _removed(last: RawStreamMsg) -> bool:
    return any(name in (last.headers or {}) for name in ("KV-Operation", "Nats-Marker-Reason"))
