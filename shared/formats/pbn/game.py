"""What the scanner hands on: games of tags, each with everything that follows it, in the order of the file."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import takewhile

from contracts.base import Place

Token = tuple[str, str, int, int]
"""Kind, text, line and column.

Kinds: "word" (a call, a card or an element of a table), "string" (an element in quotes, without them), "nag", "note",
"suffix", "mark" (* or +), "irregular" (^ with its letter), "stray" (a character that belongs nowhere), and beside the
content: "brace" and "rest" (the two kinds of comment, without their delimiters) and "directive" (a line behind %).
"""

_place = Place.packer("line", "column", "end_column", "path", "offset")

NOTE = "Note"
WITH_NOTES = ("Auction", "Play")
"""Sections whose data are calls or cards; a note within them does not end them."""

BESIDE = frozenset({"brace", "rest", "directive"})
"""Kinds of tokens that are no content."""


@dataclass(slots=True, eq=False)
class Tag:
    """A tag pair and what follows it up to the next.

    Attributes:
        value: with its escapes resolved.
        data: the lines behind it, where there is nothing in them but the elements of a section, or calls or cards and
            perhaps a last line with an asterisk; "" where nothing follows or something else does.
        made: the tokens that follow; None until somebody asks for those of `data`.
    """

    name: str
    value: str
    line: int
    data: str = ""
    column: int = 1
    made: list[Token] | None = None

    @property
    def tokens(self) -> list[Token]:
        """The section data, and comments and directives where they stand."""
        if self.made is None:
            self.made = tokens_of(self.data, self.line + 1) if self.data else []
        return self.made

    @property
    def place(self) -> Place:
        """Where it stands."""
        return _place((self.line, self.column, None, self.name, None))

    @property
    def content(self) -> list[Token]:
        """The tokens without comments and directives."""
        return [token for token in self.tokens if token[0] not in BESIDE]

    @property
    def remark(self) -> list[Token]:
        """The comments between the tag of an auction or play and its first call or card; they are about all of it."""
        told = self.made or []
        if self.name not in WITH_NOTES or not any(token[0] == "word" and token[1] != "-" for token in told):
            return []
        return list(takewhile(lambda token: token[0] in ("brace", "rest"), told))

    @property
    def has_content(self) -> bool:
        """Whether there are tokens other than comments and directives."""
        return bool(self.data) or (bool(self.made) and bool(self.content))

    def with_value(self, value: str) -> Tag:
        """The same tag with another value."""
        return Tag(self.name, value, self.line, self.data, self.column, self.made)


_ELEMENT = re.compile(r'"(?P<string>[^"]*)"|(?P<mark>^\*$)|(?P<word>[^\s"]+)')


def tokens_of(data: str, line: int) -> list[Token]:
    """The tokens of plain section data (`Tag.data`)."""
    tokens: list[Token] = []
    for number, text in enumerate(data.split("\n"), line):
        for match in _ELEMENT.finditer(text):
            kind = str(match.lastgroup)
            tokens.append((kind, match[kind], number, match.start() + 1))
    return tokens


@dataclass(slots=True)
class Game:
    """One game as it stands in the file.

    Attributes:
        line: of its first tag, comment or directive.
        before: comments and directives before its first tag.
        tags: in the order of the file, repeated ones too.
        untidy: lines with a tag pair that does not begin them, or has blanks that the export format does not (3.3).
        blank_line: the line that ends it, when there are blanks in that; 0 for an empty one, as the export format
            has it (3).
    """

    number: int
    line: int
    before: list[Token] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    untidy: list[int] = field(default_factory=list)
    blank_line: int = 0


def place_of(token: Token) -> Place:
    """Where a token stands."""
    _, _, line, column = token
    return _place((line, column, None, None, None))


@dataclass(slots=True)
class Fields:
    """A game with its values as they count.

    Attributes:
        tags: by name, the first of each, with inherited values in place.
        notes: by section, the tags of its notes.
        repeated: tags that are ignored.
    """

    game: Game
    tags: dict[str, Tag] = field(default_factory=dict)
    notes: dict[str, list[Tag]] = field(default_factory=dict)
    repeated: list[Tag] = field(default_factory=list)

    def text(self, name: str) -> str:
        """The value of a tag without blanks around it; "" when it is not there."""
        tag = self.tags.get(name)
        return tag.value.strip() if tag is not None else ""

    def stated(self, name: str) -> str | None:
        """The value of a tag, None when it is missing, empty or unknown."""
        tag = self.tags.get(name)
        if tag is None:
            return None
        text = tag.value.strip()
        return text if text and text != "?" else None

    def place(self, name: str) -> Place:
        """Where a tag stands; the game where it does not stand itself."""
        tag = self.tags.get(name)
        return tag.place if tag is not None else Place(line=self.game.line, path=name)
