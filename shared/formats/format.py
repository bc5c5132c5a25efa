"""What a format is: one value with everything that Kibitz asks of it.

A value costs next to nothing to import: the reader, the writer and their libraries are loaded by whoever reads or
writes. So intake recognises files of every format without any of them, and a parser loads the reader of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from typing import Any, Literal, Protocol

from contracts.base import Discipline, FileFormat
from contracts.codes import Code
from contracts.findings import Finding
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment
from contracts.standings import Source
from shared.formats.next_seats import beyond_the_movement, with_losses_of_seats, with_seats
from shared.formats.parsed import Parsed, Rendered
from shared.formats.sample import Sample

Values = Literal["computed", "stated"]
"""Whether a file carries the totals computed by Kibitz or those that its sources state."""

Seats = RoundAssignment | None
"""The seats that follow, where some are held."""

Parse = Callable[[bytes], Parsed]
"""A reader: pure, and free to run in any thread."""


class Render(Protocol):
    """A writer: makes a file of an event."""

    def __call__(self, merged: EventMerged, *, values: Values, seats: Seats, version: str) -> Rendered:
        """Make the file; `version` is one of `Format.versions`, or empty where the format has one alone."""


class Update(Protocol):
    """Writes events into the file that they came from; without their seats where fewer of these are given."""

    def __call__(
        self, data: bytes, events: Sequence[EventMerged], *, values: Values, seats: Sequence[Seats]
    ) -> Rendered:
        """Make the changed file."""


def lazily(path: str) -> Callable[[], Any]:
    """What imports a function when it is called for; the path is written as that of an entry point, `module:name`."""
    module, _, name = path.partition(":")
    return lambda: getattr(import_module(module), name)


def lazy_writer(package: str, *, movements: bool = False, boards: bool = True) -> Callable[[], Render]:
    """What imports a writer when it is called for, and gives it the seats that follow as facts of the event.

    What it writes is read again, to see what is lost. A format has movements, so that its file says already what seats
    follow from them, or has not; and has boards of seats that are given, or only tables and directions.
    """

    def load() -> Render:
        from shared.formats.losses import compared  # noqa: PLC0415 - for those who write

        paths = ("writer.render:render", "reader.parse:parse", "not_held:WHYS")
        render, parse, whys = (lazily(f"{package}.{path}")() for path in paths)

        def write(merged: EventMerged, *, values: Values, seats: Seats, version: str) -> Rendered:
            held = beyond_the_movement(seats) if movements else seats
            options = {"version": version} if version else {}
            seated = with_seats(merged, held)
            rendered = render(seated, values=values, **options)
            rendered = compared(rendered, seated.facts, parse, whys, computed=values == "computed")
            return rendered if boards else with_losses_of_seats(rendered, held)

        return write

    return load


class Ending(Enum):
    """How the bytes of a file end."""

    WHOLE = "whole"
    """With the mark of the format's end."""

    OPEN = "open"
    """Where the format may end, and may go on."""

    CUT = "cut"
    """In the middle."""

    @classmethod
    def marked(cls, complete: bool) -> Ending:
        """The ending of a file whose format marks its end."""
        return cls.WHOLE if complete else cls.CUT

    @classmethod
    def unmarked(cls, may_end: bool) -> Ending:
        """The ending of a file whose format does not mark its end."""
        return cls.OPEN if may_end else cls.CUT


@dataclass(frozen=True)
class Match:
    """A file has the format; `reason` is a sentence for a person."""

    reason: str


@dataclass(frozen=True)
class NearMiss:
    """A file looks like one of the format, and is none that Kibitz reads; why, and what to do instead."""

    reason: str
    advice: str | None = None


@dataclass(frozen=True)
class Schema:
    """The schema of a format, as its publisher gives it; `not_applied` is the code for a file that it is not for."""

    title: str
    checker: Callable[[], Callable[[bytes, Parsed | None], tuple[Finding, ...]]]
    not_applied: Code

    def check(self, data: bytes, parsed: Parsed | None) -> tuple[Finding, ...]:
        """Compare a file, of which `parsed` is what the reader made, if it could read it."""
        return self.checker()(data, parsed)


@dataclass(frozen=True)
class Format:
    """A format of files.

    Attributes:
        name: as messages, subjects and the command line have it.
        title: for people.
        discipline: the game whose events it holds; None for any.
        suffixes: of its files, the usual one first; a name never decides what a file is.
        codes: of its own findings.
        recognise: whether a file has the format; None when it looks nothing like it.
        ending: how a file of the format ends.
        max_bytes: of a file that is read; None for what the service allows.
        in_intake: the intake reads it and no parser: it is read in one pass with little work, so a process of its own
            would have nothing to do.
        reader: loads the reader; None for a format that is not read.
        writer: loads the writer; None for a format that is not written.
        updater: loads what changes a file of the format; None where files are always written anew.
        versions: that are written, the usual one first; none where there is one alone.
        suits: whether the format has anything to say of an event, beside its discipline.
        emptied: a file that was written once is written anew, without a line, when there is nothing to say any more.
        schema: where its publisher gives one.
        acbl_match_points: boards are match-pointed as the ACBL does (1-½-0, factored and rounded), and in no other way.
        strata_by_points: the stratum of a pair or team is that of its players' master points, unless it is overridden.
        empty_is_legal: a file of the format need not have anything to score.
        checks_auctions: its reader checks auctions itself, with what the format has to mark irregularities.
    """

    name: FileFormat
    title: str
    discipline: Discipline | None = None
    suffixes: tuple[str, ...] = ()
    codes: tuple[Code, ...] = ()
    recognise: Callable[[Sample], Match | NearMiss | None] = lambda _: None
    ending: Callable[[Sample], Ending] = lambda _: Ending.CUT
    max_bytes: int | None = None
    in_intake: bool = False
    reader: Callable[[], Parse] | None = None
    writer: Callable[[], Render] | None = None
    updater: Callable[[], Update] | None = None
    versions: tuple[str, ...] = ()
    suits: Callable[[EventMerged, Seats], bool] = lambda *_: True
    emptied: bool = False
    schema: Schema | None = None
    acbl_match_points: bool = False
    strata_by_points: bool = False
    empty_is_legal: bool = False
    checks_auctions: bool = False

    def holds(self, merged: EventMerged, seats: Seats = None) -> bool:
        """Whether the format has anything to say of an event."""
        return self.discipline in (None, merged.facts.event.discipline) and self.suits(merged, seats)

    def parse(self, data: bytes) -> Parsed:
        """Read a file; InputRejected when it is not what the format allows."""
        if self.reader is None:
            raise TypeError(f"{self.title} is not read")
        return self.reader()(data)

    def render(
        self, merged: EventMerged, values: Values = "computed", seats: Seats = None, version: str | None = None
    ) -> Rendered:
        """Write an event, in the usual version when none is given; InputRejected when the format cannot hold it."""
        if self.writer is None:
            raise TypeError(f"{self.title} is not written")
        return self.writer()(merged, values=values, seats=seats, version=version or "".join(self.versions[:1]))

    def original_of(self, merged: EventMerged) -> Source | None:
        """The file that an event is written into: its newest source of the format; None where files are made anew."""
        own = (source for source in reversed(merged.sources) if source.format == self.name)
        return next(own, None) if self.updater is not None else None

    def update(
        self, data: bytes, events: Sequence[EventMerged], values: Values = "computed", seats: Sequence[Seats] = ()
    ) -> Rendered:
        """Write events into the file they came from; InputRejected when it cannot be read, or cannot hold them."""
        if self.updater is None:
            raise TypeError(f"files of {self.title} are written anew")
        return self.updater()(data, events, values=values, seats=seats)
