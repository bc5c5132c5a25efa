"""From bytes to games: tag pairs, the termination marker, and whether there is a move.

Rules kept here:

1. Outside of comments a bracket begins a tag pair (PGN standard 8.1), and a tag pair behind moves or a marker, or a
   second tag Event, begins the next game.
2. Comments stand in braces or behind a semicolon (5); lines that begin with a percent sign are skipped (6). A brace
   that is not closed before the tags of the next game is closed there.
3. A tag pair with quotes inside its value has what stands between the first and the last quote.
4. Moves are not read: the first one says that play has begun; the last word of a game is its termination marker, or
   there is none.

The time taken is proportional to the size of the file: no character is looked at again.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from contracts.base import Place
from contracts.codes.pgn import COMMENT_NOT_CLOSED, ENCODING_GUESSED, TAG_BROKEN, TOO_LARGE
from shared.errors import FormatError
from shared.formats.pgn.report import Report
from shared.formats.report import ENCODING_NAMES

MOST_GAMES = 50_000
"""Games of a file; a tournament of 9,999 players has as many in ten rounds."""

TAGS = frozenset({
    "Event", "Site", "Date", "Round", "White", "Black", "Result", "Board", "Table", "Termination", "EventDate",
    "EventRounds", "EventCountry", "BroadcastName", "BroadcastURL", "GameURL",
    *(side + name for side in ("White", "Black") for name in ("Elo", "Title", "FideId", "Team", "Number")),
})  # fmt: skip
"""Tags that are read; the others are about the moves, or about who shows them."""

_TOKEN = re.compile(
    r"\[[ \t]*(?P<name>\w{1,64})[ \t]*\"(?P<value>(?:[^\"\\\n]++|\\.)*+)\"[ \t]*\]"
    r"|(?P<tag>\[[^\n]*)"
    r"|(?P<comment>\{(?:[^}\n]++|\n(?!\n?\[Event ))*+\}?)"
    r"|;[^\n]*"
    r"|^%[^\n]*",
    re.MULTILINE,
)
_ESCAPED = re.compile(r"\\(.)")
_BROKEN = re.compile(r"\[\s*(\w{1,64})\s*\"(.*)\"")
_MOVE = re.compile(r"[a-hKQRBNO][\w+#=-]{0,15}", re.ASCII)
_LONGEST_MARKER = 16


@dataclass
class Game:
    """A game as it stands.

    Attributes:
        line: of its first tag.
        tags: those of `TAGS` that it has; the first counts of two with one name.
        marker: the last word of its moves; empty when there is none.
        first_move: the first of its moves; empty when there is none.
    """

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    marker: str = ""
    first_move: str = ""

    @property
    def begun(self) -> bool:
        """Whether there is a move."""
        return bool(self.first_move)

    @property
    def place(self) -> Place:
        """Where it begins."""
        return Place(line=self.line)

    def take_moves(self, text: str) -> None:
        """Look at a piece of the moves; what stands before the first tag is none."""
        words = text[-_LONGEST_MARKER:].split()
        if words and self.tags:
            self.marker = words[-1]
            if not self.first_move and (move := _MOVE.search(text)):
                self.first_move = move[0]

    def begins_next(self, name: str) -> bool:
        """Whether a tag of this name is one of the next game (rule 1)."""
        return bool(self.marker) or (name == "Event" and name in self.tags)


def games_of(data: bytes, report: Report) -> Iterator[Game]:
    """The games of a file in their order.

    Raises:
        FormatError: pgn.too-large for more than `MOST_GAMES` games.
    """
    text = _text(data, report).rstrip("\x00\x1a")
    game, line, counted, at, count = Game(1), 1, 0, 0, 0
    for token in _TOKEN.finditer(text):
        game.take_moves(text[at : token.start()])
        at = token.end()
        line += text.count("\n", counted, token.start())
        counted = token.start()
        if token["comment"] is not None and not token["comment"].endswith("}"):
            report.add(COMMENT_NOT_CLOSED, "a comment in braces is not closed", Place(line=line))
        pair = _pair(token, line, report)
        if pair is None:
            continue
        if game.begins_next(pair[0]):
            yield game
            count, game = count + 1, Game(line)
            if count >= MOST_GAMES:
                raise FormatError(TOO_LARGE, f"more than {MOST_GAMES} games", game.place, report.finish())
        if not game.tags:
            game.line = line
        if pair[0] in TAGS:
            game.tags.setdefault(*pair)
    game.take_moves(text[at:])
    if game.tags:
        yield game


def _pair(token: re.Match[str], line: int, report: Report) -> tuple[str, str] | None:
    """Name and value of a tag pair; None for a comment, and for a tag that cannot be read."""
    if token["name"] is not None:
        value = token["value"]
        return token["name"], _ESCAPED.sub(r"\1", value) if "\\" in value else value
    if token["tag"] is None:
        return None
    match = _BROKEN.match(token["tag"])
    report.add(TAG_BROKEN, "this is no tag pair", Place(line=line), stated=token["tag"][:100])
    return (match[1], match[2]) if match else None


def _text(data: bytes, report: Report) -> str:
    """Decode a file: UTF-8, else Windows-1252, else ISO 8859-1; UTF-16 by its mark. Lines end alike."""
    marked = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(encoding)
            break
        except UnicodeDecodeError:
            continue
    else:
        encoding = "latin-1"
        text = data.decode(encoding)
    if encoding != "utf-8-sig":
        name = ENCODING_NAMES[encoding]
        report.add(ENCODING_GUESSED, f"the text is not UTF-8; it was read as {name}", computed=encoding)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
