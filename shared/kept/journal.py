"""Lines of the journal of originals: what is known of a file that was received, with a checksum of the line itself.

A line is JSON that ends in its checksum, `,"check":"<16 hex digits>"}`: the beginning of the SHA-256 of the JSON
without it. So a line that was cut, or in which a bit has changed, is recognised whatever a later version adds to it.
"""

from hashlib import sha256

from pydantic_core import to_json

from contracts.base import Contract, FileRef, Instant

CHECK = b',"check":"'
DIGITS = 16


class Damaged(ValueError):
    """A line is not what was written."""


class JournalLine(Contract):
    """A file was received, under one event where its sender named one; of several such lines the first counts.

    Attributes:
        at: when the line was written.
        file: as the bus knows it; results depend on its times and its sender.
    """

    at: Instant
    file: FileRef

    @property
    def key(self) -> tuple[str, str]:
        """What is one file: its digest, and the event that its sender named."""
        return (self.file.sha256, self.file.event or "")


def written_line(line: JournalLine) -> bytes:
    """A line as it stands in a journal, with its line feed."""
    body = line.model_dump_json(exclude_none=True).encode()
    return body[:-1] + CHECK + _checksum(body) + b'"}\n'


def read_line(text: bytes) -> JournalLine:
    """Read a line without its line feed.

    Raises:
        Damaged: it is not what was written.
    """
    head, mark, tail = text.rpartition(CHECK)
    body = head + b"}"
    if not mark or tail != _checksum(body) + b'"}':
        raise Damaged("the line is damaged: its checksum is another")
    try:
        return JournalLine.model_validate_json(body)
    except ValueError as error:
        raise Damaged(f"the line is of another version: {error}") from None


def renamed_line(text: bytes, name: str) -> bytes:
    """A line about a file that has another name, without its line feed; all else stays as it is.

    Raises:
        Damaged: it is not what was written.
    """
    old = read_line(text).file.name
    body = text.rpartition(CHECK)[0] + b"}"
    body = body.replace(b'"name":' + to_json(old), b'"name":' + to_json(name), 1)
    return body[:-1] + CHECK + _checksum(body) + b'"}'


def _checksum(body: bytes) -> bytes:
    return sha256(body).hexdigest()[:DIGITS].encode()
