"""The formats that events are rendered in; a new writer is one more line here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from contracts.base import Discipline
from contracts.messages import EventMerged
from contracts.standings import Source
from services.export.domain import csv_file, json_file
from shared.formats import acblscore, trf, usebio
from shared.formats.parsed import Rendered
from shared.formats.pbn import writer as pbn

Values = Literal["computed", "stated"]
Writer = Callable[[EventMerged, Values], Rendered]


def _usebio(merged: EventMerged, values: Values) -> Rendered:
    return usebio.render(merged, values=values)


def _trf(merged: EventMerged, values: Values) -> Rendered:
    return trf.render(merged, values=values)


def _acblscore(merged: EventMerged, values: Values) -> Rendered:
    return acblscore.render(merged, values=values)


def _pbn(merged: EventMerged, values: Values) -> Rendered:
    return pbn.render(merged, values=values)


WRITERS: dict[str, Writer] = {
    "usebio": _usebio,
    "pbn": _pbn,
    "trf": _trf,
    "acblscore": _acblscore,
    "json": json_file.render,
    "csv": csv_file.render_standings,
    "results-csv": csv_file.render_results,
    "matches-csv": csv_file.render_matches,
}
"""Writers by the name of the format, a token of subjects."""


@dataclass(frozen=True)
class Rewriter:
    """A format whose file is changed rather than written anew, where an event came from one.

    Attributes:
        original_of: the source that is changed; None when the event has none of the format.
        update: its bytes with the events that came from it, or some of them.
    """

    original_of: Callable[[EventMerged], Source | None]
    update: Callable[[bytes, Sequence[EventMerged], Values], Rendered]


REWRITERS: dict[str, Rewriter] = {"acblscore": Rewriter(acblscore.original_of, acblscore.update)}
"""By the name of the format; what only such a file holds (formulas of awards, unknown bytes) is kept by them alone."""

_ONLY: dict[str, Callable[[EventMerged], bool]] = {
    "usebio": lambda merged: merged.facts.event.discipline is Discipline.BRIDGE,
    "pbn": lambda merged: merged.facts.event.discipline is Discipline.BRIDGE,
    "trf": lambda merged: merged.facts.event.discipline is Discipline.CHESS,
    "acblscore": lambda merged: acblscore.can_hold(merged.facts),
    "matches-csv": lambda merged: bool(merged.standings.matches),
}


def suits(name: str, merged: EventMerged) -> bool:
    """Whether a format has anything to say of an event: USEBIO nothing of chess, a table of matches only of matches."""
    only = _ONLY.get(name)
    return only is None or only(merged)
