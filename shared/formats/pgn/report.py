"""What the reader has to say, with the codes of PGN; its results are games."""

from dataclasses import dataclass

from contracts.codes.pgn import MORE_LIKE_IT, TEXT_CUT, TOO_LARGE
from shared.formats.report import Report as AnyReport


@dataclass
class Report(AnyReport):
    """Collects findings while a PGN file is read."""

    too_large = TOO_LARGE
    text_cut = TEXT_CUT
    more_like_it = MORE_LIKE_IT
