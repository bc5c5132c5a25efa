"""TRF, the tournament report files of FIDE, in every dialect: see `dialects.py` and `columns.py`."""

from typing import Literal

from contracts.base import Discipline
from contracts.codes import trf as codes
from contracts.codes.code import codes_of
from contracts.messages import EventMerged
from shared.formats.format import Format, Render, Seats, Values, lazily
from shared.formats.parsed import Rendered
from shared.formats.trf.dialects import Dialect
from shared.formats.trf.recognition import ending, recognise

_VERSIONS: dict[str, Literal[Dialect.TRF26, Dialect.TRF16_XX, Dialect.DRAFT_2024]] = {
    Dialect.TRF26.value: Dialect.TRF26,
    Dialect.TRF16_XX.value: Dialect.TRF16_XX,
    Dialect.DRAFT_2024.value: Dialect.DRAFT_2024,
}
"""The dialects that are written, the usual one first."""


def _writer() -> Render:
    from shared.formats.losses import compared
    from shared.formats.next_seats import with_seats
    from shared.formats.trf.not_held import WHYS
    from shared.formats.trf.reader.parse import parse
    from shared.formats.trf.writer.granted_byes import with_granted_byes
    from shared.formats.trf.writer.render import render

    def write(merged: EventMerged, *, values: Values, seats: Seats, version: str) -> Rendered:
        seated = with_seats(with_granted_byes(merged), seats)
        rendered = render(seated, dialect=_VERSIONS[version], values=values)
        return compared(rendered, seated.facts, parse, WHYS, computed=values == "computed")

    return write


FORMAT = Format(
    name="trf",
    title="TRF",
    discipline=Discipline.CHESS,
    suffixes=(".trf",),
    codes=codes_of(vars(codes)),
    recognise=recognise,
    ending=ending,
    reader=lazily("shared.formats.trf.reader.parse:parse"),
    writer=_writer,
    versions=tuple(_VERSIONS),
)
