"""The formats that events are written in: those of the registry, and the plain ones that belong to no standard."""

from services.export.domain import csv_file, json_file
from shared.formats import registry
from shared.formats.format import Format

PLAIN = (
    Format("json", "JSON", suffixes=(".json",), writer=lambda: json_file.render),
    Format("csv", "CSV of the standings", suffixes=(".csv",), writer=lambda: csv_file.render_standings),
    Format("results-csv", "CSV of the results", writer=lambda: csv_file.render_results),
    Format(
        "matches-csv",
        "CSV of the matches",
        writer=lambda: csv_file.render_matches,
        suits=lambda merged, _: bool(merged.standings.matches),
        emptied=True,
    ),
    Format(
        "seats-csv",
        "CSV of the next seats",
        writer=lambda: csv_file.render_seats,
        suits=lambda _, seats: seats is not None,
        emptied=True,
    ),
)


def exported() -> dict[str, Format]:
    """Every format that an event is written in, by its name."""
    return {form.name: form for form in (*registry.formats(), *PLAIN) if form.writer is not None}


def by_suffix(suffix: str) -> Format | None:
    """The format in which a file with this suffix is written; None when no format claims it."""
    return next((form for form in exported().values() if suffix.lower() in form.suffixes), None)
