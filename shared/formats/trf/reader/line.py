"""A line with fixed columns, cut by its layout."""

from decimal import Decimal

from contracts.base import Place
from contracts.codes.trf import BAD_NUMBER, BETWEEN_COLUMNS
from shared.formats.trf.columns import Field, Layout
from shared.formats.trf.reader.draft import Draft
from shared.formats.trf.reader.people.players import starting_rank
from shared.formats.trf.values import decimal_of, is_whole


class Line:
    """A line cut by its layout, with a finding for each field that cannot be read."""

    def __init__(self, draft: Draft, layout: Layout, line: str, number: int) -> None:
        self.report = draft.report
        self.layout = layout
        self.line = line.replace("\t", " ")
        self.number = number
        self._fields = {entry.name: entry for entry in layout.fields}
        self._check_gaps()

    def _check_gaps(self) -> None:
        at = 3
        for entry in self.layout.fields:
            between = self.line[at : entry.first - 1]
            if between.strip():
                self.report.add(
                    BETWEEN_COLUMNS,
                    f"text stands before the field '{entry.name.replace('_', ' ')}'",
                    self.at(at + 1, entry.first - 1),
                    stated=between.strip(),
                )
            at = entry.last
        self._check_rest(at)

    def _check_rest(self, at: int) -> None:
        """Nothing stands behind the last field, or between the numbers that follow; the first that does is reported."""
        repeat = self.layout.repeat
        ends = [at, *(column + repeat.width - 1 for column, _ in self.layout.numbers(self.line))] if repeat else [at]
        starts = [column for column, _ in self.layout.numbers(self.line)]
        for end, start in zip(ends, [*starts, len(self.line) + 1], strict=True):
            if between := self.line[end : start - 1].strip():
                text = "text stands between or behind the numbers" if repeat else "text stands behind the last field"
                self.report.add(BETWEEN_COLUMNS, text, self.at(end + 1, start - 1), stated=between[:100])
                return

    def at(self, first: int, last: int) -> Place:
        """A place in the line."""
        return Place(line=self.number, column=first, end_column=last, path=self.line[:3])

    def place(self, name: str) -> Place:
        """Where a field stands."""
        entry = self._fields[name]
        return self.at(entry.first, entry.last)

    def span(self, first: str, last: str) -> Place:
        """Where the fields from one to another stand."""
        return self.at(self._fields[first].first, self._fields[last].last)

    @property
    def whole_place(self) -> Place:
        """Where the record stands."""
        return self.at(1, len(self.line.rstrip()))

    def text(self, name: str) -> str:
        """A field without blanks around it."""
        return self._fields[name].of(self.line)

    def number_of(self, name: str) -> int | None:
        """A whole number; None for a blank."""
        text = self.text(name)
        if text and not is_whole(text):
            self._bad(self._fields[name], text)
            return None
        return int(text) if text else None

    def named(self, *names: str) -> list[tuple[int, Place]]:
        """Numbers that stand in some fields, with their columns; without blanks and zeros."""
        numbers = ((starting_rank(self.text(name)), self.place(name)) for name in names)
        return [(number, place) for number, place in numbers if number is not None]

    def points_of(self, name: str) -> Decimal | None:
        """A number of points; None for a blank."""
        text = self.text(name)
        points = decimal_of(text) if text else None
        if text and points is None:
            self._bad(self._fields[name], text)
        return points

    def _bad(self, entry: Field, text: str) -> None:
        self.report.add(
            BAD_NUMBER,
            f"{text!r} in the field '{entry.name.replace('_', ' ')}' is not a number",
            self.at(entry.first, entry.last),
            stated=text,
        )

    def ids(self, *, gaps: bool = False) -> list[int]:
        """The numbers that follow; blanks and zeros stay as 0 with `gaps`, and are left out without."""
        return [number for number, _ in self.placed_ids(gaps=gaps)]

    def placed_ids(self, *, gaps: bool = False) -> list[tuple[int, Place]]:
        """The numbers that follow as in `ids`, each with its columns."""
        repeat = self.layout.repeat
        width = repeat.width if repeat else 0
        ids: list[tuple[int, Place]] = []
        numbers = self.layout.numbers(self.line)
        while numbers and not numbers[-1][1]:
            numbers.pop()
        for column, text in numbers:
            number, place = starting_rank(text), self.at(column, column + width - 1)
            if text.strip("0") and number is None:
                self.report.add(BAD_NUMBER, f"{text!r} is not the number of a player or team", place, stated=text)
            if number or gaps:
                ids.append((number or 0, place))
        return ids
