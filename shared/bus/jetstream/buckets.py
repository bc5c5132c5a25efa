"""Buckets of objects, the bytes of files and bodies too large for a message, and of keys, laid out as by NATS clients.

nats-py's object store writes, describes and removes; reading is our own: its `get` copies the whole result for each
chunk unless it writes elsewhere, and waits for ever when the object is replaced while it reads.
"""

import hashlib
from base64 import urlsafe_b64decode
from collections.abc import Mapping
from functools import partial
from secrets import token_hex

from nats.js.api import ObjectInfo
from nats.js.errors import DigestMismatchError
from nats.js.object_store import ObjectStore

from shared.bus.errors import PayloadTooLarge
from shared.bus.jetstream.session import Session
from shared.bus.jetstream.stream_reader import StreamReader
from shared.bus.wire import BODY, EXPECT_LAST, MSG_ID, BodyRef, fits
from shared.errors import OperationFailed, Superseded

LARGEST_BODY = 512 * 1024 * 1024


class ObjectMissing(OperationFailed):
    """There is no object of this name."""


class Objects(Session):
    """Objects in buckets, over the connection of a service."""

    async def object_digest(self, bucket: str, name: str) -> str | None:
        """The SHA-256 of what is stored under this name, in hexadecimal; None when there is nothing."""
        info = await self.in_stream(f"OBJ_{bucket}", lambda: self._store(bucket).get_info(name))
        return _digest(info) if info is not None else None

    async def put_object(self, bucket: str, name: str, data: bytes) -> None:
        """Store an object, in place of an older one of this name."""
        await self.retry(f"object {bucket}/{name}", lambda: self._store(bucket).put(name, data))

    async def get_object(self, bucket: str, name: str, *, limit: int) -> bytes:
        """The bytes of an object, checked against its digest.

        Raises:
            ObjectMissing: there is none.
            PayloadTooLarge: it is larger than `limit` bytes; nothing of it is read.
        """

        async def read() -> bytes:
            info = await self._store(bucket).get_info(name)
            if (info.size or 0) > limit:
                raise PayloadTooLarge(f"object {bucket}/{name} has {info.size} bytes, more than {limit}")
            reader = StreamReader(self, f"OBJ_{bucket}", f"$O.{bucket}.C.{info.nuid}", batch=64)
            data = b"".join([chunk.data or b"" async for chunk in reader.up_to_now()])
            if hashlib.sha256(data).hexdigest() != _digest(info):
                # Replaced while it was read, and intact the next time; or damaged.
                raise DigestMismatchError(f"object {name} is damaged: its chunks do not have its digest")
            return data

        data = await self.in_stream(f"OBJ_{bucket}", read)
        if data is None:
            raise ObjectMissing(f"there is no object {bucket}/{name}")
        return data

    async def delete_object(self, bucket: str, name: str) -> None:
        """Remove an object; nothing happens when there is none."""
        await self.in_stream(f"OBJ_{bucket}", lambda: self._store(bucket).delete(name))

    async def body_of(self, headers: Mapping[str, str] | None, data: bytes) -> bytes:
        """The body of a message: its own bytes, or those that it refers to.

        Raises:
            Superseded: a newer body has taken its place.
            Unreadable: the reference has another form.
        """
        value = (headers or {}).get(BODY)
        if not value:
            return data
        ref = BodyRef.parse(value)
        try:
            body = await self.get_object(ref.bucket, ref.name, limit=LARGEST_BODY)
        except ObjectMissing:
            if ref.name != ref.sha256:
                raise Superseded(f"a newer body has taken the place of {ref.bucket}/{ref.name}") from None
            raise
        if hashlib.sha256(body).hexdigest() != ref.sha256:
            raise OperationFailed(f"object {ref.bucket}/{ref.name} is not the body that the message names")
        return body

    def _store(self, bucket: str) -> ObjectStore:
        return ObjectStore(bucket, f"OBJ_{bucket}", self.client.js)


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
        send = partial(self.client.js.publish, subject, value, stream=stream, headers=headers)
        return (await self.store(stream, subject, headers, send)).seq


def _digest(info: ObjectInfo) -> str:
    return urlsafe_b64decode(str(info.digest).partition("=")[2]).hex()
