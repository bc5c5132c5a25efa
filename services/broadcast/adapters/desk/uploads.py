"""Files that a form sends: read piece by piece, never whole in memory, and each offered to the intake by itself."""

import asyncio
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import BinaryIO, NamedTuple

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from contracts.questions import FileOffered
from services.broadcast.adapters.desk.desk import SENDER, Desk, Refused, visitor_of
from services.broadcast.adapters.desk.entrance import takes_json
from services.broadcast.adapters.http_reply import json_answer
from services.broadcast.domain.desk.forms.form import Unclear
from services.broadcast.domain.desk.visitors import Visitor
from shared.formats.decisions.recognition import recognise
from shared.formats.sample import HEAD, TAIL, Sample

LARGEST_PACKED = 5_500_000
"""Bytes of a compressed file: in base64 it has to pass the bus in one message, of 8 MB as servers are configured."""

PIECE = 256 * 1024

LARGE_FILE = "too large for a form. Put it into the watched folder, or send it to the intake (intake.too-large)"


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


@dataclass(frozen=True)
class DeskUploads:
    """The route."""

    desk: Desk

    def routes(self) -> list[BaseRoute]:
        """The address with its answer."""
        return [self.desk.form("/desk/files", self._send)]

    async def _send(self, request: Request, fields: dict[str, str], files: Sequence[UploadFile]) -> str | Response:
        """Offer files to the intake; whoever takes JSON is told of each by itself."""
        if not files:
            raise Unclear("Choose a file first.")
        visitor, event = visitor_of(request), fields.get("event") or None
        if visitor.events and event not in visitor.events:
            raise Unclear("Choose the event that the files belong to.")
        taken = [(file.filename, *await self._take(visitor, file, event)) for file in files]
        message = " ".join(f"{name}: {said}." for name, said, _ in taken)
        if not takes_json(request):
            return message
        each = [{"name": name, "said": said, "sha256": sha256} for name, said, sha256 in taken]
        return json_answer({"message": message, "files": each})

    async def _take(self, visitor: Visitor, file: UploadFile, event: str | None) -> tuple[str, str | None]:
        """Offer a file, and say what became of it and which it is: one that is refused holds up no other."""
        try:
            upload = await asyncio.to_thread(packed, file.file)
        except TooLarge:
            return LARGE_FILE, None
        if not visitor.opens_people() and recognise(upload.sample) is not None:
            raise Refused("Files of decisions are sent by the director.")
        name = (file.filename or "file")[-255:]
        offered = FileOffered(
            sender=SENDER, name=name, content=upload.packed, sha256=upload.sha256, size=upload.size, event=event
        )
        taken = await self.desk.offer(offered)
        if taken.refusal is not None:
            refusal = taken.refusal
            said = f"refused: {refusal.message}. {refusal.advice}".rstrip(". ")
            return f"{said} ({refusal.code})", None
        return "arrived" if taken.new else "known already", upload.sha256
