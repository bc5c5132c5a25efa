"""The bytes of a file in pieces, as they came in, with what is known of them on the way: size, digest, both ends."""

from dataclasses import dataclass
from hashlib import sha256

from shared.formats.sample import HEAD, TAIL, Sample


class TooLarge(Exception):
    """The pieces so far are more than the limit allows."""


@dataclass(frozen=True)
class Content:
    """A file that was read to its end.

    Attributes:
        pieces: its bytes.
        size: in bytes.
        sha256: digest, 64 hexadecimal digits.
        sample: both ends, by which its format is recognised.
    """

    pieces: tuple[bytes, ...]
    size: int
    sha256: str
    sample: Sample


class Gathering:
    """Puts a file together from pieces and never holds more than `limit` bytes of it."""

    def __init__(self, limit: int) -> None:
        """Begin with nothing; `limit` is in bytes."""
        self.limit = limit
        self.size = 0
        self._pieces: list[bytes] = []
        self._digest = sha256()

    def add(self, piece: bytes) -> None:
        """Take the next piece.

        Raises:
            TooLarge: with it, the file would be larger than the limit; it is not kept.
        """
        self.size += len(piece)
        if self.size > self.limit:
            self._pieces.clear()
            raise TooLarge
        if piece:
            self._digest.update(piece)
            self._pieces.append(piece)

    def finish(self) -> Content:
        """The file, complete."""
        return Content(
            pieces=tuple(self._pieces),
            size=self.size,
            sha256=self._digest.hexdigest(),
            sample=Sample(
                head=self._end(self._pieces, HEAD)[:HEAD],
                size=self.size,
                tail=self._end(self._pieces[::-1], TAIL, backwards=True)[-TAIL:],
            ),
        )

    @staticmethod
    def _end(pieces: list[bytes], enough: int, *, backwards: bool = False) -> bytes:
        taken: list[bytes] = []
        size = 0
        for piece in pieces:
            if size >= enough:
                break
            taken.append(piece)
            size += len(piece)
        return b"".join(taken[::-1] if backwards else taken)


def content_of(data: bytes) -> Content:
    """A file that is already in one piece."""
    gathering = Gathering(len(data))
    gathering.add(data)
    return gathering.finish()
