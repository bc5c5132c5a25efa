"""Bytes of files in messages: compressed with gzip (RFC 1952), and in JSON as base64."""

import base64
import gzip
import hashlib
import zlib
from typing import Annotated

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema


def _decoded(value: object) -> object:
    return base64.b64decode(value, validate=True) if isinstance(value, str) else value


Packed = Annotated[
    bytes,
    BeforeValidator(_decoded),
    PlainSerializer(lambda data: base64.b64encode(data).decode("ascii"), when_used="json"),
    WithJsonSchema({"type": "string", "contentEncoding": "base64"}),
]
"""Bytes, in JSON as base64 (RFC 4648, section 4); a character that is none of it is refused."""


def compressed(data: bytes) -> bytes:
    """A file as a message has it; of the same bytes always the same."""
    return gzip.compress(data, 1, mtime=0)


def unpacked(content: bytes, size: int, sha256: str) -> bytes:
    """The file of this size and digest, of which no more is unpacked; ValueError when the content is another."""
    try:
        data = zlib.decompressobj(wbits=31).decompress(content, size + 1)
    except zlib.error as error:
        raise ValueError(f"file {sha256[:12]} cannot be unpacked: {error}") from None
    if hashlib.sha256(data).hexdigest() != sha256:
        raise ValueError(f"the content is not the file {sha256[:12]}")
    return data
