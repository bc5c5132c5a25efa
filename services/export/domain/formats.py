"""The formats that events are rendered in; a new writer is one more line here."""

from collections.abc import Callable
from typing import Literal

from contracts.messages import EventMerged
from services.export.domain import csv_file, json_file
from shared.formats import usebio
from shared.formats.parsed import Rendered
from shared.formats.pbn import writer as pbn

Values = Literal["computed", "stated"]
Writer = Callable[[EventMerged, Values], Rendered]


def _usebio(merged: EventMerged, values: Values) -> Rendered:
    return usebio.render(merged, values=values)


def _pbn(merged: EventMerged, values: Values) -> Rendered:
    return pbn.render(merged, values=values)


WRITERS: dict[str, Writer] = {
    "usebio": _usebio,
    "pbn": _pbn,
    "json": json_file.render,
    "csv": csv_file.render_standings,
    "results-csv": csv_file.render_results,
}
"""Writers by the name of the format, a token of subjects."""
