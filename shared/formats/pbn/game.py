"""What the scanner hands on: games of tags, each with everything that follows it, in the order of the file."""

from __future__ import annotations

from dataclasses import dataclass, field

from contracts.base import Place

Token = tuple[str, str, int, int]
"""Kind, text, line and column.

Kinds: "word" (a call, a card or an element of a table), "string" (an element in quotes, without them), "nag", "note",
"suffix", "mark" (* or +), "irregular" (^ with its letter), "stray" (a character that belongs nowhere), and beside the
content: "brace" and "rest" (the two kinds of comment, without their delimiters) and "directive" (a line behind %).
"""

BESIDE = frozenset({"brace", "rest", "directive"})
"""Kinds of tokens that are no content."""


@dataclass(slots=True)
class Tag:
    """A tag pair and what follows it up to the next.

    Attributes:
        value: with its escapes resolved.
        column: of its bracket.
        tokens: the section data, and comments and directives where they stand.
    """

    name: str
    value: str
    line: int
    column: int = 1
    tokens: list[Token] = field(default_factory=list)

    @property
    def place(self) -> Place:
        """Where it stands."""
        return Place(line=self.line, column=self.column, path=self.name)

    @property
    def content(self) -> list[Token]:
        """The tokens without comments and directives."""
        return [token for token in self.tokens if token[0] not in BESIDE]


@dataclass(slots=True)
class Game:
    """One game as it stands in the file.

    Attributes:
        number: from 1.
        line: of its first tag, comment or directive.
        before: comments and directives before its first tag.
        tags: in the order of the file, repeated ones too.
    """

    number: int
    line: int
    before: list[Token] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)


def place_of(token: Token) -> Place:
    """Where a token stands."""
    return Place(line=token[2], column=token[3])
