"""Findings are capped by code, kept lines are numbered."""

import pytest

from contracts.codes.trf import BAD_NUMBER, BAD_VALUE
from shared.errors import FormatError
from shared.formats.trf.report import FINDINGS_PER_CODE, MOST_KEPT, Report


def test_a_code_that_occurs_too_often_is_counted():
    report = Report()
    for _ in range(FINDINGS_PER_CODE + 7):
        report.add(BAD_NUMBER, "x")
    report.add(BAD_VALUE, "y")
    found = report.finish()
    assert len(found) == FINDINGS_PER_CODE + 2
    assert found[-1].code == "trf.more-like-it"
    assert found[-1].message.startswith("7 more findings like trf.bad-number")


def test_kept_lines_of_one_code_are_told_apart():
    report = Report()
    report.keep("record", "XYZ", "XYZ 1  ", 4)
    report.keep("record", "XYZ", "XYZ 2", 9)
    assert [(e.name, e.index, e.value, str(e.at)) for e in report.extensions] == [
        ("XYZ", 0, "XYZ 1", "line 4"), ("XYZ", 1, "XYZ 2", "line 9"),
    ]  # fmt: skip


def test_a_file_of_nothing_but_kept_lines_is_refused():
    report = Report()
    for line in range(MOST_KEPT):
        report.keep("comment", "###", "", line)
    with pytest.raises(FormatError):
        report.keep("comment", "###", "", MOST_KEPT)
