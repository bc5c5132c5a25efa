"""The object store: bytes of files and bodies that do not fit into a message.

The layout is that of the NATS clients (`nats object get` reads it). nats-py's own `get` copies the whole result for
each chunk unless it writes elsewhere, and waits for ever when the object is replaced while it reads; its `put` takes no
asynchronous source. So both are written here, on the same subjects.
"""

import asyncio
import base64
import hashlib
import json
import logging
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from nats.js.errors import NotFoundError

from shared.bus.errors import PayloadTooLarge
from shared.bus.jetstream.session import Session
from shared.bus.jetstream.stream_reader import StreamReader
from shared.errors import OperationFailed
from shared.telemetry import fields

logger = logging.getLogger("kibitz.bus")

CHUNK = 128 * 1024
"""Bytes in one message of the store, as all NATS clients write them."""

QUIET = 1.0
"""Seconds without a chunk after which it is asked whether the object was replaced meanwhile."""


@dataclass(frozen=True)
class ObjectInfo:
    """An object that is stored.

    Attributes:
        size: bytes.
        sha256: of its bytes, hexadecimal.
        revision: changes when the object is replaced.
    """

    bucket: str
    name: str
    size: int
    sha256: str
    revision: str
    chunks: int


class ObjectMissing(OperationFailed):
    """There is no object of this name."""


class Objects(Session):
    """Objects in buckets, over the connection of a service."""

    async def has_object(self, bucket: str, name: str) -> ObjectInfo | None:
        """What is stored under this name, or None."""
        try:
            raw = await self.retry(
                f"object {bucket}/{name}", lambda: self.js.get_last_msg(f"OBJ_{bucket}", _meta_subject(bucket, name))
            )
            meta = json.loads(raw.data or b"{}")
        except NotFoundError:
            return None
        if meta.get("deleted") or not meta.get("nuid"):
            return None
        digest = base64.urlsafe_b64decode(str(meta.get("digest", "")).partition("=")[2].encode())
        return ObjectInfo(
            bucket, name, int(meta.get("size", 0)), digest.hex(), str(meta["nuid"]), int(meta.get("chunks", 0))
        )

    async def put_object(self, bucket: str, name: str, data: bytes | AsyncIterator[bytes]) -> ObjectInfo:
        """Store an object, in place of an older one of this name.

        Raises:
            ValueError: the name is empty.
            OperationFailed: not stored; chunks of the attempt are removed.
        """
        if not name:
            raise ValueError("an object needs a name")
        before = await self.has_object(bucket, name)
        nuid = self._unique()
        digest, size, count = hashlib.sha256(), 0, 0
        try:
            async for chunk in _chunks(data):
                digest.update(chunk)
                await self._store(bucket, _chunk_subject(bucket, nuid), chunk, f"{nuid}:{count}", {})
                size += len(chunk)
                count += 1
            meta = {
                "name": name,
                "options": {"max_chunk_size": CHUNK},
                "bucket": bucket,
                "nuid": nuid,
                "size": size,
                "mtime": datetime.now(UTC).isoformat().replace("+00:00", "Z"),
                "chunks": count,
                "digest": "SHA-256=" + base64.urlsafe_b64encode(digest.digest()).decode(),
            }
            await self._store(
                bucket, _meta_subject(bucket, name), json.dumps(meta).encode(), f"{nuid}:meta", {"Nats-Rollup": "sub"}
            )
        except BaseException:
            await self._forget(bucket, nuid)
            raise
        if before is not None:
            await self._forget(bucket, before.revision)
        return ObjectInfo(bucket, name, size, digest.hexdigest(), nuid, count)

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
            data = await self._read(info)
            if data is not None:
                return data
            if time.monotonic() >= deadline:
                raise OperationFailed(f"object {bucket}/{name} is damaged: its chunks do not have its digest")
            await asyncio.sleep(0.2)

    async def delete_object(self, bucket: str, name: str) -> bool:
        """Remove an object; whether there was one."""
        info = await self.has_object(bucket, name)
        if info is None:
            return False
        meta = {"name": name, "bucket": bucket, "nuid": "", "size": 0, "chunks": 0, "digest": "", "deleted": True}
        await self._store(
            bucket,
            _meta_subject(bucket, name),
            json.dumps(meta).encode(),
            f"{info.revision}:deleted",
            {"Nats-Rollup": "sub"},
        )
        await self._forget(bucket, info.revision)
        return True

    def _unique(self) -> str:
        """A name that nobody else gives: the end of an inbox."""
        return self.client.new_inbox().rpartition(".")[2]

    async def _read(self, info: ObjectInfo) -> bytes | None:
        """The bytes, or None when they are not those that the digest names (replaced meanwhile)."""
        if info.chunks == 0:
            return b""
        reader = StreamReader(self, f"OBJ_{info.bucket}", _chunk_subject(info.bucket, info.revision), batch=64)
        parts: list[bytes] = []
        try:
            await reader.open()
            if reader.pending < info.chunks:
                return None
            while len(parts) < info.chunks:
                try:
                    parts.append((await asyncio.wait_for(reader.next(), QUIET)).data)
                except TimeoutError:
                    found = await self.has_object(info.bucket, info.name)
                    if found is None or found.revision != info.revision:
                        return None
        finally:
            await reader.close()
        data = b"".join(parts)
        return data if hashlib.sha256(data).hexdigest() == info.sha256 else None

    async def _store(self, bucket: str, subject: str, data: bytes, identity: str, extra: dict[str, str]) -> None:
        values: dict[str, Any] = {"Nats-Msg-Id": identity, **extra}
        await self.retry(
            f"object bucket {bucket}",
            lambda: self.js.publish(subject, data, headers=dict(values), stream=f"OBJ_{bucket}", timeout=5.0),
        )

    async def _forget(self, bucket: str, nuid: str) -> None:
        """Remove chunks that nothing refers to; what fails here costs space and nothing else."""
        try:
            await self.js.purge_stream(f"OBJ_{bucket}", subject=_chunk_subject(bucket, nuid))
        except Exception:  # the object itself is safe, and a caller is often already failing
            logger.info("chunks stay behind", extra=fields(bucket=bucket, object=nuid))


def _chunk_subject(bucket: str, nuid: str) -> str:
    return f"$O.{bucket}.C.{nuid}"


def _meta_subject(bucket: str, name: str) -> str:
    return f"$O.{bucket}.M.{base64.urlsafe_b64encode(name.encode()).decode()}"


async def _chunks(data: bytes | AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The data in pieces of `CHUNK` bytes, the last one shorter."""
    if isinstance(data, bytes):
        for start in range(0, len(data), CHUNK):
            yield data[start : start + CHUNK]
        return
    buffer = bytearray()
    async for piece in data:
        buffer += piece
        while len(buffer) >= CHUNK:
            yield bytes(buffer[:CHUNK])
            del buffer[:CHUNK]
    if buffer:
        yield bytes(buffer)
