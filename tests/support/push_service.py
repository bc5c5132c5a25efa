"""A push service of a few lines on this machine, and browsers that subscribe at it and read what they are sent."""

import asyncio
import hmac
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from contracts.questions import PushAddress
from services.notification.adapters.web_push import encoded
from tests.support.one_by_one import Answer, serve


class Browser:
    """A browser with keys of its own."""

    def __init__(self, origin: str, name: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.secret = name.encode().ljust(16, b"-")[:16]
        self.address = PushAddress(
            endpoint=f"{origin}/send/{name}", p256dh=encoded(self.point), auth=encoded(self.secret)
        )

    def read(self, body: bytes) -> dict[str, Any]:
        """What a message says, by RFC 8291 from the browser's side."""
        salt, length, rest = body[:16], body[20], body[21:]
        theirs, sealed = rest[:length], rest[length:]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        first = _hkdf(shared, self.secret, b"WebPush: info\0" + self.point + theirs, 32)
        key, nonce = (
            _hkdf(first, salt, b"Content-Encoding: %b\0" % name, size)
            for name, size in ((b"aes128gcm", 16), (b"nonce", 12))
        )
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert text[-1:] == b"\x02"
        return json.loads(text[:-1])


def _hkdf(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return hmac.digest(hmac.digest(salt, secret, "sha256"), info + b"\x01", "sha256")[:length]


@dataclass
class PushService:
    """Takes messages.

    Attributes:
        origin: its address.
        taken: messages by the name of their browser, as they came.
        headers: of the last one.
        answers: status by name of a browser, in order; 201 when there is none.
        connections: how many were made.
    """

    origin: str = ""
    taken: dict[str, list[bytes]] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    answers: dict[str, list[int]] = field(default_factory=dict)
    connections: int = 0
    silent: bool = False

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        await serve(reader, writer, self.act)

    async def act(self, target: str, headers: dict[str, str], body: bytes) -> Answer:
        self.headers, name = headers, target.rpartition("/")[2]
        if self.silent:
            await asyncio.Event().wait()
        status = (self.answers.get(name) or [201]).pop(0)
        if status == 201:
            self.taken.setdefault(name, []).append(body)
        return status, [("Retry-After", "7")] if status == 429 else [], b""


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    """A running push service."""
    service = PushService()
    server = await asyncio.start_server(service.serve, "127.0.0.1", 0)
    service.origin = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield service
    finally:
        server.close()
