"""A push service of a few lines on this machine, and browsers that subscribe at it and read what they are sent."""

import asyncio
import hmac
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import h11
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from contracts.questions import PushAddress
from services.notification.adapters.web_push import encoded


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
        state, target, body = h11.Connection(h11.SERVER), "", b""
        try:
            while True:
                event = state.next_event()
                if event is h11.NEED_DATA:
                    state.receive_data(await reader.read(65_536))
                elif isinstance(event, h11.Request):
                    target, body = event.target.decode(), b""
                    self.headers = {name.decode(): value.decode() for name, value in event.headers}
                elif isinstance(event, h11.Data):
                    body += bytes(event.data)
                elif isinstance(event, h11.EndOfMessage):
                    if self.silent:
                        await asyncio.Event().wait()
                    writer.write(self.answer(state, target.rpartition("/")[2], body))
                    state.start_next_cycle()
                else:
                    return
        except (asyncio.CancelledError, ConnectionError):
            # The test is over, or the client went away.
            return
        finally:
            writer.close()

    def answer(self, state: h11.Connection, name: str, body: bytes) -> bytes:
        status = (self.answers.get(name) or [201]).pop(0)
        if status == 201:
            self.taken.setdefault(name, []).append(body)
        headers = [("Content-Length", "0"), *([("Retry-After", "7")] if status == 429 else [])]
        response = h11.Response(status_code=status, headers=headers)
        return (state.send(response) or b"") + (state.send(h11.EndOfMessage()) or b"")


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
