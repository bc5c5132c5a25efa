"""The games of a source as they stand, reduced to what the reader of PGN takes from them.

Rules kept here:

1. A game is its tags, its first move, which says that play has begun, and its termination marker. Moves and clocks do
   not change it, so that a file is new only when a pairing, a player or a result is.
2. A game is the same as before if its address is, else if event, round and players are.
3. In a stream a game is whole when the next one begins, or when a line has ended with its termination marker.
"""

import re

from contracts.codes.pgn import TOO_LARGE
from shared.errors import FormatError
from shared.formats.pgn import FORMAT
from shared.formats.pgn.reader.scanner import MOST_GAMES, Game, games_of
from shared.formats.pgn.recognition import ends_a_game
from shared.formats.pgn.report import Report
from shared.formats.pgn.values import IN_PLAY, RESULTS, plain_result
from shared.formats.pgn.writer.game import game_text

LARGEST_GAME = 1024 * 1024
"""Bytes of a game in a stream; one of 300 moves with clocks and comments has 50,000."""

LARGEST_FILE = FORMAT.max_bytes or 0
"""Bytes that the intake takes of PGN, and that an answer may have that does not stream."""

_NEXT_GAME = re.compile(rb"\n[ \t\r]*\n(?=\[Event )")


class Games:
    """The games of a source, the newest text of each."""

    def __init__(self) -> None:
        """Begin without any."""
        self._texts: dict[tuple[str, ...], str] = {}
        self._size = 0
        self._open: set[tuple[str, ...]] = set()

    def __len__(self) -> int:
        """How many there are."""
        return len(self._texts)

    @property
    def finished(self) -> int:
        """How many of them have a result."""
        return len(self._texts) - len(self._open)

    def file(self) -> bytes:
        """All of them as PGN."""
        return "\n".join(self._texts.values()).encode()

    def take(self, data: bytes) -> None:
        """Take games, each in place of the one that it was before.

        Raises:
            FormatError: pgn.too-large where they are more than a file may have.
        """
        for game in games_of(data, Report()):
            if "White" not in game.tags or "Black" not in game.tags:
                continue
            key = _key(game)
            text = _reduced(game)
            self._size += len(text) - len(self._texts.get(key, ""))
            self._texts[key] = text
            (self._open.discard if _has_result(game) else self._open.add)(key)
            if len(self._texts) > MOST_GAMES or self._size > LARGEST_FILE:
                raise FormatError(TOO_LARGE, "the games are more than a file may have", game.place)


def whole_games(data: bytes) -> tuple[bytes, bytes]:
    """The games of a stream that are whole (rule 3), and what has come of the next one.

    Raises:
        FormatError: pgn.too-large for a game of more than `LARGEST_GAME` bytes.
    """
    if data.endswith(b"\n") and ends_a_game(data[-32:].decode("latin-1")):
        return data, b""
    cut = max((match.end() for match in _NEXT_GAME.finditer(data)), default=0)
    if len(data) - cut > LARGEST_GAME:
        raise FormatError(TOO_LARGE, "one game of the stream does not end")
    return data[:cut], data[cut:]


def _key(game: Game) -> tuple[str, ...]:
    """What a game is known by (rule 2)."""
    address = game.tags.get("GameURL")
    return (address,) if address else tuple(game.tags.get(name, "") for name in ("Event", "Round", "White", "Black"))


def _reduced(game: Game) -> str:
    """A game without its moves (rule 1)."""
    marker = game.marker if game.marker in RESULTS else IN_PLAY
    return game_text(game.tags, f"{game.first_move} {marker}".lstrip())


def _has_result(game: Game) -> bool:
    return game.marker in RESULTS or plain_result(game.tags.get("Result", "")) in RESULTS
