"""The lines of a header read on their own, and what was found in them."""

from shared.formats.trf.dialects import Dialect
from shared.formats.trf.reader.draft import Draft
from shared.formats.trf.reader.header import HEADER, read_header
from shared.formats.trf.report import Report


def read(*lines: str) -> Draft:
    draft = Draft(Dialect.TRF26, Report())
    for number, line in enumerate(lines, 1):
        assert line[:3] in HEADER
        read_header(draft, line[:3], line, number)
    return draft


def found(draft: Draft) -> list[tuple[str, str]]:
    return [(f.code.removeprefix("trf."), str(f.place)) for f in draft.report.findings]
