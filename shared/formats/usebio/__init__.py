"""USEBIO 1.0 to 1.4: the XML in which scoring programs outside North America exchange results."""

from contracts.base import Discipline
from contracts.codes import usebio as codes
from contracts.codes.code import codes_of
from contracts.findings import Finding
from contracts.messages import EventMerged
from shared.formats.format import Format, Parse, Render, Schema, Seats, Values
from shared.formats.parsed import Parsed, Rendered
from shared.formats.usebio.recognition import ending, recognise


def _reader() -> Parse:
    from shared.formats.usebio.reader.parse import parse

    return parse


def _writer() -> Render:
    from shared.formats.next_seats import with_losses_of_seats, with_seats
    from shared.formats.usebio.writer.render import render

    def write(merged: EventMerged, *, values: Values, seats: Seats, version: str) -> Rendered:
        rendered = render(with_seats(merged, seats), version=version, values=values)
        return with_losses_of_seats(rendered, seats)

    return write


def _check_schema(data: bytes, parsed: Parsed | None) -> tuple[Finding, ...]:
    from shared.formats.usebio.schema_check.check import check_schema

    return check_schema(data, parsed)


FORMAT = Format(
    name="usebio",
    title="USEBIO",
    discipline=Discipline.BRIDGE,
    suffixes=(".xml",),
    codes=codes_of(vars(codes)),
    libraries=("lxml",),
    recognise=recognise,
    ending=ending,
    reader=_reader,
    writer=_writer,
    versions=("1.4", "1.2"),
    schema=Schema("USEBIO 1.4", _check_schema, codes.SCHEMA_NOT_APPLIED),
    strata_by_points=True,
)
