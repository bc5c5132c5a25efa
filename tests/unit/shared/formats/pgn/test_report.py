"""The report of a PGN file is bounded by its games."""

import pytest

from contracts.codes.pgn import TAG_BROKEN
from shared.errors import FormatError
from shared.formats.pgn.report import Report
from shared.formats.report import MOST_PROBLEMS


def test_a_file_of_nothing_but_problems_is_refused() -> None:
    report = Report()
    for _ in range(MOST_PROBLEMS):
        report.add(TAG_BROKEN, "this is no tag pair")
    with pytest.raises(FormatError) as refused:
        report.add(TAG_BROKEN, "this is no tag pair")
    assert refused.value.code.code == "pgn.too-large"
