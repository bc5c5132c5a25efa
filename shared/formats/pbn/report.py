"""What the reader has to say, with the codes of PBN."""

from dataclasses import dataclass, field

from contracts.base import Place
from contracts.codes.code import Code
from contracts.codes.pbn import MORE_LIKE_IT, NOT_EXPORT, READ_AS, TEXT_CUT, TOO_LARGE
from shared.formats.pbn.game import Fields, Tag, Token, place_of
from shared.formats.report import Report as AnyReport

FEW = 3
"""Lines of one habit that are listed for a file."""


@dataclass
class Report(AnyReport):
    """Collects findings while a PBN file is read."""

    too_large = TOO_LARGE
    text_cut = TEXT_CUT
    more_like_it = MORE_LIKE_IT

    _lines: dict[str, list[int | None]] = field(default_factory=dict)

    def add_few(
        self,
        code: Code,
        message: str,
        place: Place,
        *,
        stated: str | None = None,
        computed: str | None = None,
        most: int = FEW,
    ) -> None:
        """Note a habit that a program has in every game: the first `most` lines with it are listed."""
        lines = self._lines.setdefault(f"{code.code} {message}", [])
        if len(lines) >= most or place.line in lines:
            return
        lines.append(place.line)
        times = "once" if most == 1 else f"{most} times"
        last = f"; such lines are listed only {times}" if len(lines) == most else ""
        if code is READ_AS and computed is not None:
            message += f"; it was read as {computed or 'empty'}"
        if code is NOT_EXPORT:
            message = f"the file claims the export format, in which {message}"
            message += f"; expected: {computed}" if computed else ""
        self.add(code, f"{message}{last}", place, stated=stated, computed=computed)

    def at_tag(self, code: Code, message: str, tag: Tag) -> None:
        """Note something about the value of a tag."""
        self.add(code, message, tag.place, stated=tag.value)

    def at_field(
        self, code: Code, message: str, fields: Fields, name: str, computed: str | None = None, *, few: bool = False
    ) -> None:
        """Note something about the value that counts for a tag in a game; `few` as in `add_few`."""
        place, stated = fields.place(name), fields.text(name)
        (self.add_few if few else self.add)(code, message, place, stated=stated, computed=computed)

    def at_token(
        self, code: Code, message: str, token: Token, computed: str | None = None, *, few: bool = False
    ) -> None:
        """Note something about a call, a card or an element of a table; `few` as in `add_few`."""
        (self.add_few if few else self.add)(code, message, place_of(token), stated=token[1], computed=computed)
