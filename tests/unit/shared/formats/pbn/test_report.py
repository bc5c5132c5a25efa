"""Findings that a program repeats in every game."""

from contracts.base import Place
from contracts.codes.pbn import READ_AS, UNKNOWN_TAG
from shared.formats.pbn.game import Fields, Game, Tag
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


def test_what_is_true_of_a_file_is_listed_once_and_says_so():
    report = Report()
    for line in (3, 9):
        report.add_few(READ_AS, "a habit", Place(line=line), most=1)
    for line in (4, 4, 5, 6):
        report.add_few(READ_AS, "another", Place(line=line))
    assert [(finding.message, finding.place.line) for finding in report.finish()] == [
        ("a habit; such lines are listed only once", 3),
        ("another", 4),
        ("another", 5),
        ("another; such lines are listed only 3 times", 6),
    ]


def test_findings_about_tags_values_and_tokens_have_their_place_and_their_text():
    tag, token = Tag("Board", " 7 ", 3, column=5), ("word", "1C", 4, 2)
    fields = Fields(Game(1, 2), {"Board": tag})
    report = Report()
    report.at_tag(READ_AS, "a", tag)
    report.at_field(READ_AS, "b", fields, "Board", "7")
    report.at_field(READ_AS, "c", fields, "Site")
    report.at_token(READ_AS, "d", token, "x")
    assert [
        (finding.message, finding.place.line, finding.place.column, finding.stated, finding.computed)
        for finding in report.finish()
    ] == [("a", 3, 5, " 7 ", None), ("b", 3, 5, "7", "7"), ("c", 2, None, "", None), ("d", 4, 2, "1C", "x")]


def test_habits_at_values_and_tokens_are_listed_three_times():
    report = Report()
    for line in range(1, 6):
        tag = Tag("Board", "7", line)
        report.at_field(READ_AS, "b", Fields(Game(1, line), {"Board": tag}), "Board", few=True)
        report.at_token(READ_AS, "c", ("word", "1C", line, 1), few=True)
    lines = [finding.place.line for finding in report.finish()]
    assert sorted(lines) == [1, 1, 2, 2, 3, 3]
