"""Lines that can be given back, to be read again by somebody else."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from shared.formats.pbn.lines import Line
from shared.formats.pbn.pieces import Piece, Plain

_MOST_AHEAD = 200
"""Lines that are looked ahead for a closing brace."""


class LineSource:
    """Hands out lines, first those that were given back, and plain games as a whole to who can take them."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self._pieces = iter(pieces)
        self._again: deque[Line] = deque()
        self._open_until = 0

    def piece(self) -> Piece | None:
        """The next line or game; None at the end."""
        return self._again.popleft() if self._again else next(self._pieces, None)

    def next(self) -> Line | None:
        """The next line, be it one of a plain game; None at the end."""
        piece = self.piece()
        if isinstance(piece, Plain):
            self._again.extend(piece.lines())
            return self._again.popleft()
        return piece

    def back(self, lines: Sequence[Line]) -> None:
        """Give lines back, in their order; they come next."""
        self._again.extendleft(reversed(lines))

    def closes_soon(self, number: int) -> bool:
        """Whether a closing brace comes before the next semi-empty line or tag.

        Args:
            number: of the line that is being read. What was looked through for an earlier line is not looked through
                again, so that a row of open braces costs no more than one.
        """
        if number < self._open_until:
            return False
        ahead: list[Line] = []
        closes = False
        while len(ahead) < _MOST_AHEAD and not closes:
            line = self.next()
            if line is None:
                break
            ahead.append(line)
            text = line[2].strip()
            if not text or text.startswith("["):
                break
            closes = "}" in text
        self.back(ahead)
        if not closes and ahead:
            self._open_until = ahead[-1][0]
        return closes
