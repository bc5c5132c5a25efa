"""Files of decisions, Kibitz's own format: JSON of `contracts.decisions.Decisions`."""

from contracts.base import DECISIONS
from contracts.codes import decisions as codes
from contracts.codes.code import codes_of
from shared.formats.decisions.recognition import ending, recognise
from shared.formats.format import Format, lazily

FORMAT = Format(
    name=DECISIONS,
    title="decisions",
    suffixes=(".json",),
    codes=codes_of(vars(codes)),
    recognise=recognise,
    ending=ending,
    max_bytes=1024 * 1024,
    in_intake=True,
    reader=lazily("shared.formats.decisions.reader:parse"),
)
