"""Buckets of objects, the bytes of files and bodies too large for a message, and of keys, laid out as by NATS clients.

An object of one chunk is written as one batch and read by one request: its chunk lies where its name says, and carries
its digest. nats-py's object store is not used: it makes consumers, purges, and rolls up, which no service may; and its
`get` waits for ever when the object is replaced while it reads.
"""

import hashlib
import json
import logging
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncGenerator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from secrets import token_hex

from nats.js.api import Header, ObjectInfo, ObjectMetaOptions, RawStreamMsg
from nats.js.errors import DigestMismatchError, NotFoundError

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
        info = await self._info(bucket, name)
        return _digest(info) if info is not None else None

    async def put_object(self, bucket: str, name: str, data: bytes) -> None:
        """Store an object, in place of an older one of this name, or of this one if it is damaged; old chunks stay."""
        stream, size = f"OBJ_{bucket}", min(ONE_CHUNK, self.client.max_payload // 2)
        if 0 < len(data) <= size:
            try:
                await store_batch(self, stream, _one_chunk(bucket, name, data))
                return
            except Conflict:
                # There is one of this name, or there was.
                pass
        if await self._holds(bucket, name, data):
            return
        nuid, starts = token_hex(11), range(0, len(data), size)
        for start in starts:
            await self.write(stream, f"$O.{bucket}.C.{nuid}", data[start : start + size])
        info = _described(bucket, name, nuid, data, len(starts), size)
        await self.write(stream, _info_subject(bucket, name), json.dumps(info.as_dict()).encode())

    async def _holds(self, bucket: str, name: str, data: bytes) -> bool:
        """Whether these bytes can be read under a name."""
        if await self.object_digest(bucket, name) != hashlib.sha256(data).hexdigest():
            return False
        try:
            return await self.get_object(bucket, name, limit=len(data)) == data
        except OperationFailed:
            # Gone, or damaged, or not to be had now: storing it again is right in each case.
            return False

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
            if (info := await self._info(bucket, name)) is None:
                raise NotFoundError
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
        """Remove an object; nothing happens when there is none. Only buckets of states let their objects go."""
        if (info := await self._info(bucket, name)) is None:
            return
        gone = replace(info, size=0, chunks=0, digest="", deleted=True)
        for subject, data in (
            (_info_subject(bucket, name), json.dumps(gone.as_dict()).encode()),
            (f"$O.{bucket}.C.{info.nuid}", b""),
        ):
            await self.write(f"OBJ_{bucket}", subject, data, {Header.ROLLUP: "sub"})

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

    async def _info(self, bucket: str, name: str) -> ObjectInfo | None:
        """The description of an object; None where there is none, or none that can be read."""
        if (last := await self.raw(f"OBJ_{bucket}", subject=_info_subject(bucket, name))) is None:
            return None
        try:
            info = ObjectInfo.from_response(json.loads(last.data or b""))
        except (ValueError, TypeError, AttributeError, KeyError):
            return None
        return None if info.deleted else info


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
        async for message in StreamReader(self, f"KV_{bucket}", f"{prefix}>").up_to_now():
            if not _is_removal(message):
                yield str(message.subject).removeprefix(prefix), message.data or b""

    async def kv_set(self, bucket: str, key: str, value: bytes | None, *, ttl: timedelta) -> None:
        """Set a key whatever it was, or remove it (None); after `ttl` the server forgets either."""
        removal = {KV_OPERATION: "DEL"} if value is None else {}
        await self.write(f"KV_{bucket}", f"$KV.{bucket}.{key}", value or b"", {TTL: _seconds(ttl), **removal})

    async def kv_put(self, bucket: str, key: str, value: bytes, *, expect: int, ttl: timedelta | None = None) -> int:
        """Set a key and return its revision; after `ttl` the server forgets it.

        Raises:
            Conflict: the revision is not `expect`.
            PayloadTooLarge: the value does not fit into a message.
        """
        headers = {EXPECT_LAST: str(expect)}
        if ttl is not None:
            headers[TTL] = _seconds(ttl)
        if not fits(value, headers, self.client.max_payload):
            raise PayloadTooLarge(f"the value of {bucket}/{key} has {len(value)} bytes: too large for a message")
        return (await self.write(f"KV_{bucket}", f"$KV.{bucket}.{key}", value, headers)).seq


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


def _info_subject(bucket: str, name: str) -> str:
    return f"$O.{bucket}.M.{urlsafe_b64encode(name.encode()).decode()}"


def _described(bucket: str, name: str, nuid: str, data: bytes, chunks: int, chunk_size: int) -> ObjectInfo:
    return ObjectInfo(
        name=name,
        bucket=bucket,
        nuid=nuid,
        size=len(data),
        chunks=chunks,
        digest=f"SHA-256={urlsafe_b64encode(hashlib.sha256(data).digest()).decode()}",
        mtime=datetime.now(UTC).isoformat(),
        options=ObjectMetaOptions(max_chunk_size=chunk_size),
    )


def _one_chunk(bucket: str, name: str, data: bytes) -> list[Outgoing]:
    """An object as its chunk and its description, as NATS clients lay it out, where nothing lies yet."""
    digest, attempt = hashlib.sha256(data), token_hex(12)
    info = _described(bucket, name, _nuid(name), data, 1, ONE_CHUNK)
    # The ids make a repeated attempt harmless, and are others the next time: an object may go and come again.
    chunk = {MSG_ID: f"{attempt}-chunk", EXPECT_LAST: "0", DIGEST: digest.hexdigest()}
    return [
        Outgoing(_chunk_subject(bucket, name), data, chunk),
        Outgoing(_info_subject(bucket, name), json.dumps(info.as_dict()).encode(), {MSG_ID: attempt, EXPECT_LAST: "0"}),
    ]
