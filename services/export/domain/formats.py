"""The formats that events are rendered in; a new writer is one more line here."""

from collections.abc import Callable
from typing import Literal

from contracts.messages import EventMerged
from services.export.domain import csv_file, json_file
from shared.formats import acblscore, usebio
from shared.formats.parsed import Rendered

Values = Literal["computed", "stated"]
Writer = Callable[[EventMerged, Values], Rendered]


def _usebio(merged: EventMerged, values: Values) -> Rendered:
    return usebio.render(merged, values=values)


def _acblscore(merged: EventMerged, values: Values) -> Rendered:
    return acblscore.render(merged, values=values)


WRITERS: dict[str, Writer] = {
    "usebio": _usebio,
    "acblscore": _acblscore,
    "json": json_file.render,
    "csv": csv_file.render_standings,
    "results-csv": csv_file.render_results,
}
"""Writers by the name of the format, a token of subjects."""
