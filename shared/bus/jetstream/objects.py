"""The object store: bytes of files and bodies that do not fit into a message.

nats-py's object store writes, describes and removes; reading is our own: its `get` copies the whole result for each
chunk unless it writes elsewhere, and waits for ever when the object is replaced while it reads.
"""

import hashlib
from base64 import urlsafe_b64decode
from collections.abc import Mapping

from nats.js.api import ObjectInfo
from nats.js.errors import DigestMismatchError
from nats.js.object_store import ObjectStore

from shared.bus.errors import PayloadTooLarge
from shared.bus.jetstream.session import Session
from shared.bus.jetstream.stream_reader import StreamReader
from shared.bus.wire import BODY, BodyRef
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
            if ref.replaced:
                raise Superseded(f"a newer body has taken the place of {ref.bucket}/{ref.name}") from None
            raise
        if hashlib.sha256(body).hexdigest() != ref.sha256:
            raise OperationFailed(f"object {ref.bucket}/{ref.name} is not the body that the message names")
        return body

    def _store(self, bucket: str) -> ObjectStore:
        return ObjectStore(bucket, f"OBJ_{bucket}", self.js)


def _digest(info: ObjectInfo) -> str:
    return urlsafe_b64decode(str(info.digest).partition("=")[2]).hex()
