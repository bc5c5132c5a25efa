"""Kept lines are numbered and bounded."""

import pytest

from shared.errors import FormatError
from shared.formats.trf.report import MOST_KEPT, Report


def test_kept_lines_of_one_code_are_told_apart():
    report = Report()
    report.keep("record", "XYZ", "XYZ 1  ", 4)
    report.keep("record", "XYZ", "XYZ 2", 9)
    assert [(e.name, e.index, e.value, str(e.at)) for e in report.kept.facts] == [
        ("XYZ", 0, "XYZ 1", "line 4"),
        ("XYZ", 1, "XYZ 2", "line 9"),
    ]


@pytest.mark.slow
def test_a_file_of_nothing_but_kept_lines_is_refused():
    report = Report()
    for line in range(MOST_KEPT):
        report.keep("comment", "###", "", line)
    with pytest.raises(FormatError):
        report.keep("comment", "###", "", MOST_KEPT)


def test_twenty_thousand_lines_can_be_kept():
    assert MOST_KEPT == 20_000
    report = Report()
    for line in range(1, 20_001):
        report.keep("comment", "###", "", line)
    assert len(report.kept.facts) == 20_000
    with pytest.raises(FormatError) as error:
        report.keep("comment", "###", "", 20_001)
    assert str(error.value.place) == "line 20001"
