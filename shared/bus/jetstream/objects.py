"""The object store: bytes of files and bodies that do not fit into a message.

nats-py's object store writes, describes and removes; reading is our own: its `get` copies the whole result for each
chunk unless it writes elsewhere, and waits for ever when the object is replaced while it reads.
"""

import asyncio
import base64
import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass

from nats.js import api
from nats.js.errors import NotFoundError
from nats.js.object_store import ObjectStore

from shared.bus.errors import PayloadTooLarge
from shared.bus.jetstream.session import Session
from shared.bus.jetstream.stream_reader import StreamReader
from shared.bus.wire import BODY, BodyRef
from shared.errors import OperationFailed, Superseded

LARGEST_BODY = 512 * 1024 * 1024


@dataclass(frozen=True)
class ObjectInfo:
    """An object that is stored: its size in bytes, their digest, and a revision that changes when it is replaced."""

    bucket: str
    name: str
    size: int
    sha256: str
    revision: str


class ObjectMissing(OperationFailed):
    """There is no object of this name."""


class Objects(Session):
    """Objects in buckets, over the connection of a service."""

    async def has_object(self, bucket: str, name: str) -> ObjectInfo | None:
        """What is stored under this name, or None."""
        try:
            return _info(await self.retry(f"object {bucket}/{name}", lambda: self._store(bucket).get_info(name)))
        except NotFoundError:
            return None

    async def put_object(self, bucket: str, name: str, data: bytes) -> ObjectInfo:
        """Store an object, in place of an older one of this name.

        Raises:
            ValueError: the name is empty.
            OperationFailed: not stored.
        """
        if not name:
            raise ValueError("an object needs a name")
        return _info(await self.retry(f"object {bucket}/{name}", lambda: self._store(bucket).put(name, data)))

    async def get_object(self, bucket: str, name: str, *, limit: int) -> bytes:
        """The bytes of an object, checked against its digest.

        Raises:
            ObjectMissing: there is none.
            PayloadTooLarge: it is larger than `limit` bytes; nothing of it is read.
            OperationFailed: it cannot be read.
        """
        deadline = time.monotonic() + self.settings.publish_patience
        while True:
            info = await self.has_object(bucket, name)
            if info is None:
                raise ObjectMissing(f"there is no object {bucket}/{name}")
            if info.size > limit:
                raise PayloadTooLarge(f"object {bucket}/{name} has {info.size} bytes, more than {limit}")
            reader = StreamReader(self, f"OBJ_{bucket}", f"$O.{bucket}.C.{info.revision}", batch=64)
            data = b"".join([chunk.data async for chunk in reader.up_to_now()])
            if hashlib.sha256(data).hexdigest() == info.sha256:
                return data
            # Replaced while it was read, or damaged.
            if time.monotonic() >= deadline:
                raise OperationFailed(f"object {bucket}/{name} is damaged: its chunks do not have its digest")
            await asyncio.sleep(0.2)

    async def delete_object(self, bucket: str, name: str) -> bool:
        """Remove an object; whether there was one."""
        try:
            await self.retry(f"object {bucket}/{name}", lambda: self._store(bucket).delete(name))
        except NotFoundError:
            return False
        return True

    async def body_of(self, headers: Mapping[str, str] | None, data: bytes) -> bytes:
        """The body of a message: its own bytes, or those that it refers to.

        Raises:
            Superseded: a newer body has taken its place.
            OperationFailed: the object is missing or damaged.
            Unreadable: the reference has another form.
        """
        value = (headers or {}).get(BODY)
        if not value:
            return data
        ref = BodyRef.parse(value)
        info = await self.has_object(ref.bucket, ref.name)
        if info is not None and info.sha256 != ref.sha256:
            raise OperationFailed(f"object {ref.bucket}/{ref.name} is not the body that the message names")
        try:
            return await self.get_object(ref.bucket, ref.name, limit=LARGEST_BODY)
        except ObjectMissing:
            if ref.replaced:
                raise Superseded(f"a newer body has taken the place of {ref.bucket}/{ref.name}") from None
            raise

    def _store(self, bucket: str) -> ObjectStore:
        return ObjectStore(bucket, f"OBJ_{bucket}", self.js)


def _info(stored: api.ObjectInfo) -> ObjectInfo:
    digest = base64.urlsafe_b64decode(str(stored.digest).partition("=")[2]).hex()
    return ObjectInfo(stored.bucket, stored.name, stored.size or 0, digest, stored.nuid)
