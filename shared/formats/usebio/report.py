"""What the reader has to say, with the codes of USEBIO."""

from __future__ import annotations

from contracts.codes.usebio import MORE_LIKE_IT, TEXT_CUT, TOO_LARGE
from shared.formats.report import (
    FINDINGS_PER_CODE,
    MOST_PROBLEMS,
    NAME_LENGTH,
    TEXT_LENGTH,
    Extensions,
    Unknown,
)
from shared.formats.report import Report as AnyReport

__all__ = ["FINDINGS_PER_CODE", "MOST_PROBLEMS", "NAME_LENGTH", "TEXT_LENGTH", "Extensions", "Report", "Unknown"]


class Report(AnyReport):
    """Collects findings while a USEBIO file is read."""

    too_large = TOO_LARGE
    text_cut = TEXT_CUT
    more_like_it = MORE_LIKE_IT
