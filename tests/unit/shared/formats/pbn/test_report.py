"""Findings that a program repeats in every game."""

from contracts.base import Place
from contracts.codes.pbn import READ_AS, UNKNOWN_TAG
from shared.formats.pbn.report import Report


def test_what_programs_repeat_is_listed_at_its_first_places():
    report = Report()
    for line in (3, 9, 12, 15, 16):
        report.add_few(READ_AS, "Date: a habit", Place(line=line), stated="x")
    report.add_few(READ_AS, "Round: a habit", Place(line=13))
    report.add_few(UNKNOWN_TAG, "Date: a habit", Place(line=14))
    assert [(finding.code, finding.place.line) for finding in report.finish()] == [
        ("pbn.read-as", 3),
        ("pbn.read-as", 9),
        ("pbn.read-as", 12),
        ("pbn.read-as", 13),
        ("pbn.unknown-tag", 14),
    ]
