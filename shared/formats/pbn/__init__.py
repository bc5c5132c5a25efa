"""PBN, Portable Bridge Notation, versions 1.0 to 2.1: reader and writer; see docs/formats/pbn.md."""

from contracts.base import Discipline
from contracts.codes import pbn as codes
from contracts.codes.code import codes_of
from shared.formats.format import Format, lazily, lazy_writer
from shared.formats.pbn.recognition import ending, recognise

FORMAT = Format(
    name="pbn",
    title="PBN",
    discipline=Discipline.BRIDGE,
    suffixes=(".pbn",),
    codes=codes_of(vars(codes)),
    recognise=recognise,
    ending=ending,
    reader=lazily("shared.formats.pbn.reader.parse:parse"),
    empty_is_legal=True,
    checks_auctions=True,
    writer=lazy_writer("shared.formats.pbn"),
)
