"""What the reader has to say, with the codes of TRF, and the lines that it keeps as extensions."""

from dataclasses import dataclass, field

from contracts.base import Place
from contracts.codes.trf import MORE_LIKE_IT, TEXT_CUT, TOO_LARGE
from shared.errors import FormatError
from shared.formats.report import Extensions, Unknown
from shared.formats.report import Report as AnyReport

MOST_KEPT = 20_000
"""Lines that are kept without being understood; a file of more is not TRF."""


@dataclass
class Report(AnyReport):
    """Collects findings and kept lines while a TRF file is read; its results are players and their rounds."""

    too_large = TOO_LARGE
    text_cut = TEXT_CUT
    more_like_it = MORE_LIKE_IT

    kept: Extensions = field(default_factory=Extensions)

    def keep(self, kind: str, name: str, text: str, line: int, owner: str = "file") -> None:
        """Keep a line as it stands; FormatError trf.too-large when there are more than `MOST_KEPT`."""
        place = Place(line=line)
        if len(self.kept.facts) >= MOST_KEPT:
            raise FormatError(TOO_LARGE, f"more than {MOST_KEPT} lines are not TRF", place, self.finish())
        self.kept.keep(owner, Unknown(kind, name, text.rstrip(), place))
