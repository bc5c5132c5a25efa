"""A message made once for all its readers: its JSON, and the bytes that go on each kind of wire.

A frame of RFC 6455 from a server is not masked, so the same bytes suit every client. With RFC 7692 and
`server_no_context_takeover` the same holds for the compressed frame: neither is made more than once, and neither before
somebody needs it.
"""

import struct
import zlib
from dataclasses import dataclass, field
from enum import IntEnum

TEXT_FINAL = 0x81
RSV1 = 0x40

WINDOW_BITS = 15
"""A client that negotiated a smaller window gets plain frames, which RFC 7692 allows at any time."""

DEFLATE_FROM = 256
"""Bytes of payload from which compression pays; measured: shorter messages save less than they cost to inflate."""


class Form(IntEnum):
    """The kinds of wire."""

    PLAIN = 0
    DEFLATED = 1
    EVENT = 2


def frame(data: bytes, first: int = TEXT_FINAL) -> bytes:
    """One final frame around `data` (RFC 6455, section 5.2)."""
    size = len(data)
    if size < 126:
        return struct.pack("!BB", first, size) + data
    if size < 65_536:
        return struct.pack("!BBH", first, 126, size) + data
    return struct.pack("!BBQ", first, 127, size) + data


def deflate(data: bytes) -> bytes:
    """Compress one message on its own (RFC 7692, section 7.2.1): a raw stream, flushed, without its last four bytes."""
    compressor = zlib.compressobj(6, zlib.DEFLATED, -WINDOW_BITS, 8)
    return (compressor.compress(data) + compressor.flush(zlib.Z_SYNC_FLUSH))[:-4]


@dataclass(eq=False, slots=True)
class Payload:
    """One message to clients.

    Attributes:
        data: its JSON, UTF-8.
        kind: its `type`, the name of its server-sent event.
        event_id: what a server-sent event calls its id, "" for none.
        frames: the bytes for each `Form`, made when first asked for.
    """

    data: bytes
    kind: str
    event_id: str = ""
    frames: list[bytes | None] = field(default_factory=lambda: [None] * len(Form), init=False)

    def frame(self, form: int) -> bytes:
        """The bytes for one kind of wire."""
        made = self.frames[form]
        if made is not None:
            return made
        if form == Form.PLAIN:
            made = frame(self.data)
        elif form == Form.EVENT:
            position = f"id: {self.event_id}\n" if self.event_id else ""
            made = f"{position}event: {self.kind}\ndata: ".encode() + self.data + b"\n\n"
        elif len(self.data) < DEFLATE_FROM:
            made = self.frame(Form.PLAIN)
        else:
            made = frame(deflate(self.data), TEXT_FINAL | RSV1)
        self.frames[form] = made
        return made
