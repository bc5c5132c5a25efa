"""USEBIO 1.0 to 1.4: the XML in which scoring programs outside North America exchange results."""

from contracts.base import Discipline
from contracts.codes import usebio as codes
from contracts.codes.code import codes_of
from shared.formats.format import Format, Schema, lazily, lazy_writer
from shared.formats.usebio.recognition import ending, recognise

FORMAT = Format(
    name="usebio",
    title="USEBIO",
    discipline=Discipline.BRIDGE,
    suffixes=(".xml",),
    codes=codes_of(vars(codes)),
    recognise=recognise,
    ending=ending,
    reader=lazily("shared.formats.usebio.reader.parse:parse"),
    writer=lazy_writer("shared.formats.usebio", boards=False),
    versions=("1.4", "1.2"),
    schema=Schema(
        "USEBIO 1.4", lazily("shared.formats.usebio.schema_check.structure:check_schema"), codes.SCHEMA_NOT_APPLIED
    ),
    strata_by_points=True,
)
