"""Lines by columns, and numbers as TRF writes them."""

from collections.abc import Iterable
from decimal import Decimal

from contracts.facts import Participant
from shared.formats.losses import Losses
from shared.formats.trf.columns import LAYOUTS, Layout
from shared.formats.trf.dialects import Dialect

LINE_END = "\r\n"
"""The documents ask for CR; with LF behind it, every program that was looked at reads it."""


class Page:
    """The lines of a file in one dialect."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.losses = Losses()
        self.lines: list[str] = []

    def text(self, code: str, value: str) -> None:
        """A record of a code and a text; line ends inside the text become blanks."""
        self.lines.append(f"{code} {' '.join(value.splitlines())}")

    def record(
        self, code: str, fields: dict[str, str], numbers: list[int] | None = None, *, zeros: bool = False
    ) -> None:
        """A record by the table of columns; what is wider than its field is cut and noted.

        Missing fields stay blank, and so does a 0 among the numbers behind them, unless `zeros` are written.
        """
        layout = LAYOUTS[self.dialect].get(code) or next(each[code] for each in LAYOUTS.values() if code in each)
        line = fixed(code, layout, fields, self.losses)
        repeat = layout.repeat
        if repeat is not None and numbers:
            line = line.ljust(repeat.first - 1)
            gap = " " * (repeat.step - repeat.width)
            line += gap.join(f"{number if number or zeros else '':>{repeat.width}}" for number in numbers)
        self.lines.append(line.rstrip())

    def finish(self) -> bytes:
        """The file."""
        return "".join(line + LINE_END for line in self.lines).encode("utf-8")


def fixed(code: str, layout: Layout, fields: dict[str, str], losses: Losses) -> str:
    """A line with each field in its columns: text at the left of its field, everything else at the right."""
    line = code
    for entry in layout.fields:
        text = " ".join(fields.get(entry.name, "").splitlines())
        width = entry.last - entry.first + 1
        if len(text) > width:
            losses.add(f"{code} {entry.name}", f"has {width} columns")
            text = text[:width]
        left = entry.kind == "text" and entry.name != "fide_id"
        line = line.ljust(entry.first - 1) + (text.ljust(width) if left else text.rjust(width))
    return line


def points(value: Decimal | None) -> str:
    """Points with one decimal at least: "11.5"; empty for None."""
    if value is None:
        return ""
    plain = format(value.normalize(), "f")
    return plain if "." in plain else f"{plain}.0"


HIGHEST = {"player": 9_999, "team": 999}


def numbers_of(participants: Iterable[Participant], kind: str) -> dict[str, int]:
    """Number by id: the ids themselves where all are numbers that fit, else 1, 2, ... by seed and id."""
    those = [each for each in participants if each.kind == kind and not each.phantom]
    plain = {each.id: int(each.id) for each in those if each.id.isascii() and each.id.isdigit() and len(each.id) <= 4}
    fit = all(0 < number <= HIGHEST[kind] for number in plain.values())
    if fit and len(plain) == len(those) == len(set(plain.values())):
        return plain
    ordered = sorted(those, key=lambda each: (each.seed is None, each.seed or 0, each.id))
    return {each.id: number for number, each in enumerate(ordered, 1)}
