"""From lines to games: tags, section data, comments and directives, with their places (2.4, 3, 3.2, 3.3, 3.8, 5.1).

Rule 1: a semi-empty line ends a game, except inside a comment in braces.
Rule 2: a line with % in its first column is a directive, except inside a comment in braces.
Rule 3: what cannot be read is reported where it stands, and reading goes on behind it, at the latest in the next game.
Rule 4: a comment that is never closed must not swallow the games behind it. When the file ends inside a comment, or the
    comment opens a second brace behind a semi-empty line and a tag, it is taken to end before that semi-empty line.
Rule 5: no more is held than one game, and a game is bounded by `MOST_TOKENS`.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from contracts.base import Place
from contracts.codes import pbn as codes
from shared.errors import FormatError
from shared.formats.pbn.game import WITH_NOTES, Game, Tag, Token
from shared.formats.pbn.reader.lines import Line
from shared.formats.pbn.reader.plain_games import NO_CALL, GameOrLine, PlainGame
from shared.formats.pbn.report import Report
from shared.formats.report import NAME_LENGTH

_MOST_AHEAD = 200
"""Lines that are looked ahead for a closing brace."""


class LineSource:
    """Hands out lines, first those that were given back, and plain games as a whole to who can take them."""

    def __init__(self, source: Iterable[GameOrLine]) -> None:
        self._source = iter(source)
        self._again: deque[Line] = deque()
        self._open_until = 0

    def game_or_line(self) -> GameOrLine | None:
        """The next line or game; None at the end."""
        return self._again.popleft() if self._again else next(self._source, None)

    def next(self) -> Line | None:
        """The next line, be it one of a plain game; None at the end."""
        following = self.game_or_line()
        if isinstance(following, PlainGame):
            self._again.extend(following.lines())
            return self._again.popleft()
        return following

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


SIMPLE_TAG = re.compile(r'\[([A-Z]\w*) "([^"\\\t\v]*)"\]', re.ASCII)
TAG = re.compile(r'\[\s*([A-Za-z_]\w*)\s*"((?:[^"\\\n]|\\.)*)"\s*\]', re.ASCII)
OPEN_TAG = re.compile(r'\[\s*(?:[A-Za-z_]\w*\s*(?:"(?:[^"\\\n]|\\.)*"\s*)?)?', re.ASCII)
QUOTED = re.compile(r'\[\s*([^\s"\[\]]*)\s*"(.*?)"\s*\]')
UNQUOTED = re.compile(r"\[\s*([A-Za-z_]\w*)\b\s*([^\"\[\]]*)\]", re.ASCII)
_HEAD = r'\[\s*([A-Za-z_]\w*)\s*"((?:[^"\\]|\\.)*)"'
NO_BRACKET = re.compile(_HEAD + r"\s*(?=\[|$)", re.ASCII)
OTHER_BRACKET = re.compile(_HEAD + r"\s*[)}>|]?", re.ASCII)
UNCLOSED = re.compile(r'\[\s*([A-Za-z_]\w*)\s*"([^"]*)$', re.ASCII)
_BROKEN = (
    (NO_BRACKET, "the closing bracket is missing"),
    (QUOTED, "a tag needs a name and one text in quotation marks"),
    (UNQUOTED, "the value is not in quotes"),
    (OTHER_BRACKET, "no bracket closes it"),
)
_NO_NAME = re.compile(r"^[\W\d]+|\W", re.ASCII)


class Broken(NamedTuple):
    """What begins like a tag and still names one; `end` is the index behind it."""

    name: str
    value: str
    message: str
    end: int


def broken_tag(text: str, at: int) -> Broken | None:
    """What a broken tag still says, by what is wrong with it; the first way to read it that gives a name counts.

    What is no part of a name is taken from it (3.2), so that whatever is read can be written.
    """
    for pattern, message in _BROKEN:
        match = pattern.match(text, at)
        name = _NO_NAME.sub("", match[1].replace("-", "_")) if match is not None else ""
        if match is not None and name:
            return Broken(name, unescaped(match[2].strip()), message, match.end())
    return None


SPECIAL = re.compile(r'[\[\]{};"%$=!?^*+]')


PLAIN = re.compile(r"\S+")
BRACKETED = re.compile(r"[A-Za-z0-9-]+", re.ASCII)
"""What stands between parentheses; many put those around the calls of the other side."""

CALL = re.compile(
    r"(?P<word>[A-Za-z0-9-]+)|(?P<bracketed>\([ A-Za-z0-9-]{1,24}\))|(?P<nag>\$\d*)|(?P<note>=[^=\s]*=)"
    r"|(?P<suffix>[!?]{1,2})|(?P<mark>[*+])|(?P<irregular>\^[A-Za-z]?)|(?P<begin>[\[{;])|(?P<stray>\S)",
    re.ASCII,
)
ELEMENT = re.compile(
    r'"(?P<string>(?:[^"\\]|\\.)*)"|(?P<word>[^\s\[\]{};"%]+)|(?P<begin>[\[{;])|(?P<open>".*)|(?P<stray>\S)'
)
ESCAPE = re.compile(r'\\(["\\])')


def unescaped(text: str) -> str:
    """Resolve the two escapes of a string (3.2); any other backslash is itself."""
    return ESCAPE.sub(r"\1", text)


MOST_TOKENS = 200_000
"""Tags, calls, cards, elements and comments of one game; a table of 5,000 results has 60,000 elements."""

MOST_GAMES = 500_000
"""Of a file; as large as one may be, it has room for so many deals without auction and play."""

LONGEST_COMMENT = 262_144
"""Characters of a comment that are held."""

_MOST_TAG_LINES = 4
"""A bracket, a name, a string and a bracket, each on a line of its own."""

_OPEN = "quotation marks are not closed on this line"
_SPECIAL = dict.fromkeys(WITH_NOTES, NO_CALL)
_MOST_STRAYS = 50  # characters of one line that are reported; what follows is taken as one


class Scanner:
    """Reads games from lines; use `games` once.

    Attributes:
        trailing: comments and directives behind the last game, after `games` has come to its end.
    """

    def __init__(self, source: Iterable[GameOrLine], report: Report) -> None:
        self._lines = LineSource(source)
        self._report = report
        self._game = Game(0, 0)
        self._section = ""
        self._count = 0
        self._elements = False
        self._strays = 0
        self.trailing: list[Token] = []

    def games(self) -> Iterator[Game]:
        """Read game by game.

        Raises:
            FormatError: pbn.too-large for a game beyond every bound.
        """
        number = 0
        # A plain game is taken as a whole where nothing of another has been read.
        while (line := self._lines.next() if self._game.line else self._lines.game_or_line()) is not None:
            if number > MOST_GAMES:
                at = line.game.line if isinstance(line, PlainGame) else line[0]
                raise self._too_large(f"more than {MOST_GAMES} games", at)
            if isinstance(line, PlainGame):
                number += 1
                line.game.number = number
                yield line.game
            elif line[2].strip():
                if not self._game.line:
                    self._game.line = line[0]
                self._read(line)
            elif self._game.tags:
                number += 1
                self._game.blank_line = line[0] if line[2] else 0
                yield self._finish(number)
        if self._game.tags:
            yield self._finish(number + 1)
        self.trailing = self._game.before

    def _finish(self, number: int) -> Game:
        game = self._game
        game.number = number
        self._game, self._section, self._count, self._elements = Game(0, 0), "", 0, False
        return game

    def _read(self, line: Line) -> None:
        number, column, text = line
        if text[0] == "%" and column == 1:
            self._keep(("directive", text[1:], number, 1))
            return
        simple = SIMPLE_TAG.fullmatch(text)
        if simple is not None:
            self._tag(simple[1], simple[2], number, column)
        elif self._game.tags and not _SPECIAL.get(self._section, SPECIAL).search(text):
            for match in PLAIN.finditer(text):
                self._keep(("word", match[0], number, match.start() + column))
        else:
            self._read_slowly(line, 0)

    def _read_slowly(self, line: Line, start: int) -> None:
        """Read a line token by token, from an index of its text on."""
        position: int | None = start
        self._strays = 0
        while position is not None:
            number, column, text = line
            if self._strays > _MOST_STRAYS:
                self._stray(text[position:], number, position + column)
                return
            pattern = CALL if self._section in WITH_NOTES else ELEMENT
            match = pattern.search(text, position)
            if match is None:
                return
            kind, where = str(match.lastgroup), match.start() + column
            if kind == "begin":
                line, position = self._begin(line, match.start())
                continue
            position = match.end()
            if kind == "stray":
                self._stray(match[0], number, where)
            elif kind == "bracketed":
                place = Place(line=number, column=where)
                self._report.add_few(
                    codes.READ_AS, "the parentheses around this call are not part of it", place, stated=match[0]
                )
                for call in BRACKETED.finditer(text, *match.span()):
                    self._keep(("word", call[0], number, call.start() + column))
            elif kind == "open":
                place = Place(line=number, column=where)
                self._report.add(codes.STRING_NOT_CLOSED, _OPEN, place, stated=match[0])
                self._keep(("string", match[0][1:], number, where))
            elif not self._game.tags:
                self._stray(text[match.start() :], number, where)
                position = None
            elif kind == "string":
                self._keep(("string", unescaped(match["string"]), number, where))
            else:
                self._keep((kind, match[0], number, where))

    def _begin(self, line: Line, at: int) -> tuple[Line, int | None]:
        """Read the tag or comment that begins here; give the line and index where reading goes on."""
        number, column, text = line
        if text[at] == "[":
            return self._read_tag(line, at)
        if text[at] == ";":
            self._refuse_comment(number, at + column)
            self._keep(("rest", text[at + 1 :], number, at + column))
            return line, None
        end = text.find("}", at)
        if end >= 0:
            self._refuse_comment(number, at + column)
            self._keep(("brace", text[at + 1 : end], number, at + column))
            return line, end + 1
        if self._in_table() and not self._lines.closes_soon(number):
            self._stray("{", number, at + column)
            return line, at + 1
        self._refuse_comment(number, at + column)
        return self._read_comment(line, at)

    def _count_item(self, line: int) -> None:
        self._count += 1
        if self._count > MOST_TOKENS:
            raise self._too_large(f"more than {MOST_TOKENS} items in one game", line)

    def _too_large(self, message: str, line: int) -> FormatError:
        return FormatError(codes.TOO_LARGE, message, Place(line=line), tuple(self._report.findings))

    def _keep(self, token: Token) -> None:
        self._count_item(token[2])
        if self._game.tags:
            self._game.tags[-1].tokens.append(token)
            self._elements = self._elements or token[0] in ("word", "string")
        else:
            self._game.before.append(token)

    def _tag(self, name: str, value: str, number: int, column: int) -> None:
        self._count_item(number)
        if len(name) > NAME_LENGTH:
            name = self._report.clip(name, Place(line=number, column=column))
        if self._section not in WITH_NOTES or name != "Note":
            self._section = name if name != "Note" else "Auction"
        self._elements = False
        self._game.tags.append(Tag(name, value, number, column=column))

    def _in_table(self) -> bool:
        """Whether elements of a table stand before this place."""
        return self._elements and self._section not in WITH_NOTES

    def _stray(self, text: str, number: int, column: int) -> None:
        place = Place(line=number, column=column, path=self._section or None)
        self._strays += 1
        if self._in_table():
            self._report.add(
                codes.TABLE_CHARACTER,
                f"{text[:1]} is not allowed in a table outside quotation marks",
                place,
                stated=text,
            )
        else:
            self._report.add(codes.STRAY_TEXT, "this text is neither a tag nor a comment", place, stated=text)
        self._keep(("stray", text, number, column))

    def _refuse_comment(self, number: int, column: int) -> None:
        if self._in_table():
            place = Place(line=number, column=column, path=self._section)
            self._report.add(codes.TABLE_COMMENT, "there is a comment inside a table", place)

    def _read_comment(self, line: Line, at: int) -> tuple[Line, int | None]:
        """Read a comment in braces over several lines (rule 4)."""
        number, column, text = line
        held: list[Line] = [(number, column + at + 1, text[at + 1 :])]
        size = len(text) - at
        restart = 0
        while True:
            more = self._lines.next()
            if more is None or (restart and "{" in more[2].partition("}")[0]):
                if more is not None:
                    self._lines.back([more])
                return self._unclosed(held, restart, (number, at + column))
            end = more[2].find("}")
            if end >= 0:
                parts = [*(part[2] for part in held), more[2][:end]]
                self._keep(("brace", "\n".join(parts)[:LONGEST_COMMENT], number, at + column))
                return more, end + 1
            if not restart and not held[-1][2].strip() and TAG.match(more[2].lstrip()):
                restart = len(held)
            size += len(more[2]) + 1
            if size <= LONGEST_COMMENT or restart == len(held):
                held.append(more)
            elif restart:
                self._lines.back([more])
                return self._unclosed(held, restart, (number, at + column))

    def _unclosed(self, held: list[Line], restart: int, at: tuple[int, int]) -> tuple[Line, int | None]:
        place = Place(line=at[0], column=at[1])
        self._report.add(codes.COMMENT_NOT_CLOSED, "a comment is never closed", place)
        comment = held[: restart - 1] if restart else held
        if restart:
            self._lines.back(held[restart - 1 :])
        self._keep(("brace", "\n".join(part[2] for part in comment)[:LONGEST_COMMENT], *at))
        return held[0], None

    def _read_tag(self, line: Line, at: int) -> tuple[Line, int | None]:
        """Read a tag pair, over several lines where it has to (3.3)."""
        number, column, text = line
        match = TAG.match(text, at)
        if match is not None:
            self._whole_tag(match, number, at + column)
            return line, match.end()
        behind: list[Line] = []
        if OPEN_TAG.fullmatch(text, at):
            joined = text[at:]
            while len(behind) < _MOST_TAG_LINES and OPEN_TAG.fullmatch(joined):
                more = self._lines.next()
                if more is None:
                    break
                behind.append(more)
                if not more[2].strip() or more[2].startswith("%"):
                    break
                joined = f"{joined}\n{more[2]}"
                match = TAG.match(joined)
                if match is not None:
                    self._whole_tag(match, number, at + column)
                    return more, match.end() - (len(joined) - len(more[2]))
        self._lines.back(behind)
        return self._broken(line, at)

    def _whole_tag(self, match: re.Match[str], number: int, column: int) -> None:
        name, value = match[1], unescaped(match[2])
        place = Place(line=number, column=column, path=name[:NAME_LENGTH])
        if not name[0].isupper():
            self._report.add(codes.TAG_BROKEN, "the name of a tag begins with a capital letter", place, stated=name)
        if "\t" in value or "\v" in value:
            self._report.add(codes.CHARACTER, "a tab stands inside the quotes", place, stated=value)
        if column != 1 or match[0] != f'[{name} "{match[2]}"]':
            self._game.untidy.append(number)
        self._tag(name, value, number, column)

    def _broken(self, line: Line, at: int) -> tuple[Line, int | None]:
        """Make the best of something that begins like a tag and is none."""
        number, column, text = line
        place = Place(line=number, column=at + column)
        broken = broken_tag(text, at)
        if broken is not None:
            self._report.add(codes.TAG_BROKEN, broken.message, place, stated=text[at : broken.end])
            self._tag(broken.name, broken.value, number, at + column)
            return line, broken.end
        match = UNCLOSED.match(text, at)
        if match is not None:
            self._report.add(codes.STRING_NOT_CLOSED, _OPEN, place, stated=match[0])
            self._tag(match[1], match[2].rstrip().removesuffix("]").rstrip(), number, at + column)
            return line, None
        if self._in_table():
            self._stray("[", number, at + column)
        else:
            self._strays += 1
            self._report.add(codes.TAG_BROKEN, "a bracket does not begin a tag", place, stated=text[at : at + 200])
            self._keep(("stray", "[", number, at + column))
        return line, at + 1
