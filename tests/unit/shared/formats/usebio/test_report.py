"""Findings with a cap, and extensions."""

import pytest

from contracts.base import Place
from contracts.codes.usebio import BAD_NUMBER, BAD_VALUE
from shared.errors import FormatError
from shared.formats.report import FINDINGS_PER_CODE, MOST_PROBLEMS, Extensions, Unknown
from shared.formats.usebio.report import STATED_LENGTH, Report
from tests.support.usebio_documents import bound
from tests.support.usebio_expected import ReadAsExpected


def test_findings_beyond_the_cap_are_counted() -> None:
    report = Report()
    for _ in range(FINDINGS_PER_CODE + 7):
        report.add(BAD_NUMBER, "not a number")
    report.add(BAD_VALUE, "not a value")
    findings = report.finish()
    assert len(findings) == FINDINGS_PER_CODE + 2
    assert findings[-1].code == "usebio.more-like-it"
    assert findings[-1].message.startswith("7 more findings of this kind are not listed: Not a number")


def test_more_problems_than_content_refuse_the_file() -> None:
    report = Report()
    for _ in range(MOST_PROBLEMS):
        report.add(BAD_NUMBER, "not a number")
    with pytest.raises(FormatError) as refused:
        report.add(BAD_NUMBER, "not a number")
    assert refused.value.code.code == "usebio.too-large"


def test_a_large_event_may_have_a_problem_in_each_result() -> None:
    report = Report(results=MOST_PROBLEMS)
    for _ in range(MOST_PROBLEMS + 1):
        report.count()


def test_a_long_text_is_cut_and_reported() -> None:
    report = Report()
    assert report.clip("x" * 10, None, 10) == "x" * 10
    assert report.clip("x" * 11, Place(line=3), 10) == "x" * 10
    (finding,) = report.findings
    assert (finding.code, finding.place.line) == ("usebio.text-cut", 3)


def test_extensions_are_numbered_among_their_like() -> None:
    extensions = Extensions()
    for owner, value in (("/USEBIO", "1"), ("/USEBIO", "2"), ("/USEBIO/EVENT", "3")):
        extensions.keep(owner, Unknown("element", "X", value, Place(line=1)))
    assert [(fact.owner, fact.index, fact.value) for fact in extensions.facts] == [
        ("/USEBIO", 0, "1"),
        ("/USEBIO", 1, "2"),
        ("/USEBIO/EVENT", 0, "3"),
    ]
    assert len({fact.key for fact in extensions.facts}) == 3


def test_a_finding_quotes_as_much_as_the_documentation_says() -> None:
    assert bound("characters of a text that a finding quotes") == STATED_LENGTH
    report = Report()
    report.add(BAD_VALUE, "no value", subject="s" * 201, stated="x" * 201)
    (finding,) = report.findings
    assert (finding.subject, finding.stated) == ("s" * 200, "x" * 200)


def test_what_came_after_the_declared_version_is_reported_once() -> None:
    report = Report()
    report.declare("1.2", (1, 2))
    for _ in range(2):
        report.note_newer("BOARD", "DATUM", Place(line=4))
    (finding,) = report.findings
    assert finding.message == "DATUM stands in BOARD since USEBIO 1.3; the file declares 1.2"
    assert (finding.subject, finding.stated, finding.computed) == ("DATUM", "1.2", "1.3")


class TestOddDocuments(ReadAsExpected):
    parts = ("event",)
