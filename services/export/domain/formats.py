"""The formats that events are rendered in; a new writer is one more line here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from contracts.base import Discipline
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment
from contracts.standings import Source
from services.export.domain import csv_file, json_file
from services.export.domain.next_seats import beside_the_seats, beyond_the_movement, with_seats
from shared.chess.byes import with_byes
from shared.formats import acblscore, trf, usebio
from shared.formats.parsed import Rendered
from shared.formats.pbn import writer as pbn
from shared.formats.trf.dialects import Dialect

Values = Literal["computed", "stated"]
Seats = RoundAssignment | None


class Writer(Protocol):
    """Writes an event, with the seats that follow where some are held."""

    def __call__(self, merged: EventMerged, values: Values = "computed", seats: Seats = None) -> Rendered:
        """Make the file."""


class Rewrite(Protocol):
    """Writes events into the file that they came from, each with its seats."""

    def __call__(
        self, data: bytes, events: Sequence[EventMerged], values: Values = "computed", seats: Sequence[Seats] = ()
    ) -> Rendered:
        """Change the file."""


def _usebio(version: Literal["1.4", "1.2"]) -> Writer:
    def render(merged: EventMerged, values: Values = "computed", seats: Seats = None) -> Rendered:
        rendered = usebio.render(with_seats(merged, seats), version=version, values=values)
        return replace(rendered, losses=(*rendered.losses, *beside_the_seats(seats)))

    return render


def _trf(dialect: Literal[Dialect.TRF26, Dialect.TRF16_XX, Dialect.DRAFT_2024]) -> Writer:
    def render(merged: EventMerged, values: Values = "computed", seats: Seats = None) -> Rendered:
        return trf.render(with_seats(_with_byes(merged), seats), dialect=dialect, values=values)

    return render


def _with_byes(merged: EventMerged) -> EventMerged:
    """The event with the byes that the director has given among its games and matches."""
    facts = with_byes(merged.facts)
    if facts is merged.facts:
        return merged
    origins = {name: numbers for name, numbers in merged.origins.items() if name not in ("games", "matches")}
    return merged.replace(facts=facts, origins=origins)


def _acblscore(merged: EventMerged, values: Values = "computed", seats: Seats = None) -> Rendered:
    seats = beyond_the_movement(seats)
    rendered = acblscore.render(with_seats(merged, seats), values=values)
    return replace(rendered, losses=(*rendered.losses, *beside_the_seats(seats)))


def _update(
    data: bytes, events: Sequence[EventMerged], values: Values = "computed", seats: Sequence[Seats] = ()
) -> Rendered:
    held = (*map(beyond_the_movement, seats), *[None] * (len(events) - len(seats)))
    seated = [with_seats(event, each) for event, each in zip(events, held, strict=True)]
    rendered = acblscore.update(data, seated, values)
    lost = (loss for each in held for loss in beside_the_seats(each))
    return replace(rendered, losses=(*rendered.losses, *lost))


def _pbn(merged: EventMerged, values: Values = "computed", seats: Seats = None) -> Rendered:
    return pbn.render(with_seats(merged, seats), values=values)


WRITERS: dict[str, Writer] = {
    "usebio": _usebio("1.4"),
    "pbn": _pbn,
    "trf": _trf(Dialect.TRF26),
    "acblscore": _acblscore,
    "json": json_file.render,
    "csv": csv_file.render_standings,
    "results-csv": csv_file.render_results,
    "matches-csv": csv_file.render_matches,
    "seats-csv": csv_file.render_seats,
}
"""Writers by the name of the format, a token of subjects."""

VERSIONS: Mapping[str, Mapping[str, Writer]] = {
    "usebio": {"1.4": WRITERS["usebio"], "1.2": _usebio("1.2")},
    "trf": {
        Dialect.TRF26.value: WRITERS["trf"],
        Dialect.TRF16_XX.value: _trf(Dialect.TRF16_XX),
        Dialect.DRAFT_2024.value: _trf(Dialect.DRAFT_2024),
    },
}
"""Writers of formats that have several versions, the usual one first."""


@dataclass(frozen=True)
class Rewriter:
    """A format whose file is changed rather than written anew, where an event came from one.

    Attributes:
        original_of: the source that is changed; None when the event has none of the format.
        update: its bytes with the events that came from it, or some of them.
    """

    original_of: Callable[[EventMerged], Source | None]
    update: Rewrite


REWRITERS: dict[str, Rewriter] = {"acblscore": Rewriter(acblscore.original_of, _update)}
"""By the name of the format; what only such a file holds (formulas of awards, unknown bytes) is kept by them alone."""

_ONLY: dict[str, Callable[[EventMerged, Seats], bool]] = {
    "usebio": lambda merged, _: merged.facts.event.discipline is Discipline.BRIDGE,
    "pbn": lambda merged, _: merged.facts.event.discipline is Discipline.BRIDGE,
    "trf": lambda merged, _: merged.facts.event.discipline is Discipline.CHESS,
    "acblscore": lambda merged, _: acblscore.can_hold(merged.facts),
    "matches-csv": lambda merged, _: bool(merged.standings.matches),
    "seats-csv": lambda _, seats: seats is not None,
}

EMPTIED = frozenset({"matches-csv", "seats-csv"})
"""Formats of which a file that is there is written anew, without a line, when there is nothing to say any more."""


def suits(name: str, merged: EventMerged, seats: Seats = None) -> bool:
    """Whether a format has anything to say of an event: USEBIO nothing of chess, a table of matches only of matches."""
    only = _ONLY.get(name)
    return only is None or only(merged, seats)
