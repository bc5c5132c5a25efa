"""Files that a form sends, made ready for the bus: read piece by piece, and never whole in memory."""

import zlib
from hashlib import sha256
from typing import BinaryIO, NamedTuple

from shared.formats.sample import HEAD, TAIL, Sample

LARGEST_PACKED = 5_500_000
"""Bytes of a compressed file: in base64 it has to pass the bus in one message, of 8 MB as servers are configured."""

PIECE = 256 * 1024


class TooLarge(Exception):
    """A file does not pass the bus, even compressed."""


class Upload(NamedTuple):
    """A file that was read to its end.

    Attributes:
        packed: its bytes, compressed with gzip.
        sample: both ends, by which its format is recognised.
    """

    packed: bytes
    size: int
    sha256: str
    sample: Sample


def packed(file: BinaryIO) -> Upload:
    """Read a file, from its beginning.

    Raises:
        TooLarge: it is.
    """
    digest, compressor = sha256(), zlib.compressobj(6, wbits=31)
    size, head, tail, told = 0, b"", b"", bytearray()
    file.seek(0)
    while piece := file.read(PIECE):
        size += len(piece)
        digest.update(piece)
        head += piece[: HEAD - len(head)]
        tail = (tail + piece)[-TAIL:]
        told += compressor.compress(piece)
        if len(told) > LARGEST_PACKED:
            raise TooLarge
    told += compressor.flush()
    if len(told) > LARGEST_PACKED:
        raise TooLarge
    return Upload(bytes(told), size, digest.hexdigest(), Sample(head=head, size=size, tail=tail))
