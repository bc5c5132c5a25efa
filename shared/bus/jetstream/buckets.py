"""Buckets of objects, the bytes of files and bodies too large for a message, and of keys, laid out as by NATS clients.

An object of one chunk is written as one batch and read by one request: its chunk lies where its name says, and carries
its digest. For larger ones, and those that other programs wrote, nats-py's object store writes, describes and removes;
reading is our own: its `get` copies the whole result for each chunk unless it writes elsewhere, and waits for ever when
the object is replaced while it reads.
"""

import hashlib
import json
import logging
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncGenerator, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from secrets import token_hex

from nats.js.api import ObjectInfo, ObjectMetaOptions, RawStreamMsg
from nats.js.errors import DigestMismatchError
from nats.js.object_store import ObjectStore

from shared.bus.errors import Conflict, PayloadTooLarge
from shared.bus.jetstream.batch import Outgoing, store_batch
from shared.bus.jetstream.session import Session
from shared.bus.jetstream.stream_reader import StreamReader
from shared.bus.wire import BODY, EXPECT_LAST, MSG_ID, BodyRef, fits
from shared.errors import OperationFailed, Superseded
from shared.telemetry import fields

logger = logging.getLogger("kibitz.bus")

LARGEST_BODY = 512 * 1024 * 1024

ONE_CHUNK = 256 * 1024
"""Bytes of the largest object that is written as one chunk; less where the server takes smaller messages."""

KV_OPERATION = "KV-Operation"

TTL = "Nats-TTL"

DIGEST = "Kibitz-Sha256"
"""The header of a chunk that is a whole object."""


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
        if not 0 < len(data) <= min(ONE_CHUNK, self.client.max_payload // 2):
            await self.retry(f"object {bucket}/{name}", lambda: self._store(bucket).put(name, data), stores=True)
            return
        try:
            await store_batch(self, f"OBJ_{bucket}", _one_chunk(bucket, name, data))
        except Conflict:
            # There is one of this name, or there was.
            if await self.object_digest(bucket, name) != hashlib.sha256(data).hexdigest():
                await self.retry(f"object {bucket}/{name}", lambda: self._store(bucket).put(name, data), stores=True)

    async def get_object(self, bucket: str, name: str, *, limit: int) -> bytes:
        """The bytes of an object, checked against its digest.

        Raises:
            ObjectMissing: there is none.
            PayloadTooLarge: it is larger than `limit` bytes.
        """
        if (chunk := await self.raw(f"OBJ_{bucket}", subject=_chunk_subject(bucket, name))) is not None:
            data = chunk.data or b""
            if (chunk.headers or {}).get(DIGEST) == hashlib.sha256(data).hexdigest():
                if len(data) > limit:
                    raise PayloadTooLarge(f"object {bucket}/{name} has {len(data)} bytes, more than {limit}")
                return data

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

        found = await self.in_stream(f"OBJ_{bucket}", read)
        if found is None:
            raise ObjectMissing(f"there is no object {bucket}/{name}")
        return found

    async def delete_object(self, bucket: str, name: str) -> None:
        """Remove an object; nothing happens when there is none."""
        await self.in_stream(f"OBJ_{bucket}", lambda: self._store(bucket).delete(name))

    async def drop_body(self, header: str) -> None:
        """Remove a body whose message has been replaced; one that stays behind costs space and nothing else."""
        ref = BodyRef.parse(header)
        try:
            await self.delete_object(ref.bucket, ref.name)
        except Exception:
            logger.info("a body stays behind", extra=fields(bucket=ref.bucket, object=ref.name))

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
        return None if _is_removal(last) else last.data or b"", last.seq or 0

    async def kv_items(self, bucket: str) -> AsyncGenerator[tuple[str, bytes], None]:
        """Every key with its value, as they are by now."""
        prefix = f"$KV.{bucket}."
        async for message in StreamReader(self, f"KV_{bucket}", f"{prefix}>", last_per_subject=True).up_to_now():
            if not _is_removal(message):
                yield str(message.subject).removeprefix(prefix), message.data or b""

    async def kv_set(self, bucket: str, key: str, value: bytes | None, *, ttl: timedelta) -> None:
        """Set a key whatever it was, or remove it (None); after `ttl` the server forgets either."""
        removal = {KV_OPERATION: "DEL"} if value is None else {}
        headers = {MSG_ID: token_hex(12), TTL: _seconds(ttl), **removal}
        stream, subject = f"KV_{bucket}", f"$KV.{bucket}.{key}"
        send = partial(self.client.js.publish, subject, value or b"", stream=stream, headers=headers)
        await self.store(stream, subject, headers, send)

    async def kv_put(self, bucket: str, key: str, value: bytes, *, expect: int, ttl: timedelta | None = None) -> int:
        """Set a key and return its revision; after `ttl` the server forgets it.

        Raises:
            Conflict: the revision is not `expect`.
            PayloadTooLarge: the value does not fit into a message.
        """
        stream, subject = f"KV_{bucket}", f"$KV.{bucket}.{key}"
        # The id makes a repeated attempt harmless: without it, its own first attempt would look like somebody else's.
        headers = {MSG_ID: token_hex(12), EXPECT_LAST: str(expect)}
        if ttl is not None:
            headers[TTL] = _seconds(ttl)
        if not fits(value, headers, self.client.max_payload):
            raise PayloadTooLarge(f"the value of {bucket}/{key} has {len(value)} bytes: too large for a message")
        send = partial(self.client.js.publish, subject, value, stream=stream, headers=headers)
        return (await self.store(stream, subject, headers, send)).seq


def _seconds(ttl: timedelta) -> str:
    return f"{int(ttl.total_seconds())}s"


def _is_removal(message: RawStreamMsg) -> bool:
    return any(name in (message.headers or {}) for name in (KV_OPERATION, "Nats-Marker-Reason"))


def _digest(info: ObjectInfo) -> str:
    return urlsafe_b64decode(str(info.digest).partition("=")[2]).hex()


def _nuid(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()[:22]


def _chunk_subject(bucket: str, name: str) -> str:
    return f"$O.{bucket}.C.{_nuid(name)}"


def _one_chunk(bucket: str, name: str, data: bytes) -> list[Outgoing]:
    """An object as its chunk and its description, as NATS clients lay it out, where nothing lies yet."""
    digest, attempt = hashlib.sha256(data), token_hex(12)
    info = ObjectInfo(
        name=name,
        bucket=bucket,
        nuid=_nuid(name),
        size=len(data),
        chunks=1,
        digest=f"SHA-256={urlsafe_b64encode(digest.digest()).decode()}",
        mtime=datetime.now(UTC).isoformat(),
        options=ObjectMetaOptions(max_chunk_size=ONE_CHUNK),
    )
    # The ids make a repeated attempt harmless, and are others the next time: an object may go and come again.
    chunk = {MSG_ID: f"{attempt}-chunk", EXPECT_LAST: "0", DIGEST: digest.hexdigest()}
    described = f"$O.{bucket}.M.{urlsafe_b64encode(name.encode()).decode()}"
    return [
        Outgoing(_chunk_subject(bucket, name), data, chunk),
        Outgoing(described, json.dumps(info.as_dict()).encode(), {MSG_ID: attempt, EXPECT_LAST: "0"}),
    ]
