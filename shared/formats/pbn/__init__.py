"""PBN, Portable Bridge Notation, versions 1.0 to 2.1: reader and writer; see docs/formats/pbn.md."""

from contracts.base import Discipline
from contracts.codes import pbn as codes
from contracts.codes.code import codes_of
from contracts.messages import EventMerged
from shared.formats.format import Format, Parse, Render, Seats, Values
from shared.formats.parsed import Rendered
from shared.formats.pbn.recognition import ending, recognise


def _reader() -> Parse:
    from shared.formats.pbn.reader.parse import parse

    return parse


def _writer() -> Render:
    from shared.formats.next_seats import with_seats
    from shared.formats.pbn.writer.render import render

    def write(merged: EventMerged, *, values: Values, seats: Seats, version: str) -> Rendered:
        return render(with_seats(merged, seats), values=values)

    return write


FORMAT = Format(
    name="pbn",
    title="PBN",
    discipline=Discipline.BRIDGE,
    suffixes=(".pbn",),
    codes=codes_of(vars(codes)),
    recognise=recognise,
    ending=ending,
    reader=_reader,
    writer=_writer,
)
