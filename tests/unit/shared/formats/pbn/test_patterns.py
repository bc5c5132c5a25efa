"""Patterns that the scanner rests on."""

import re

import pytest

from shared.formats.pbn import patterns


@pytest.mark.parametrize(
    ("pattern", "good", "bad"),
    [
        (patterns.SIMPLE_TAG, ['[Board "1"]', '[A_b2 ""]'], ['[board "1"]', '[Board  "1"]', r'[X "\\"]', '[X "a"b"]']),
        (patterns.TAG, ['[ Board\n"1" ]', r'[X "a \" b"]'], ['[X "a"b"]', "[X]", '[X "a\nb"]']),
        (patterns.OPEN_TAG, ["[", "[ Board", '[Board\n"1"\n'], ['[Board "1', "[Board x", '[Board "1"]']),
        (patterns.NO_BRACKET, ['[Board "1"', r'[X "a\" b"  '], ['[Board "1"]', '[Board "1', '[X "a"b"', '["1"']),
        (patterns.OTHER_BRACKET, ['[Board "1"}', '[ X "" )'], ["[Board", '[Board "1']),
        (patterns.CALL, ["1NT", "$25", "=1=", "!?", "*", "^S"], ["1 NT", "=1", "!!!"]),
        (patterns.ELEMENT, ["+420", '"a b"', "^60", "3="], ["a b", "a;b"]),
    ],
)
def test_a_pattern_takes_what_it_should_and_nothing_else(pattern: re.Pattern[str], good, bad):
    assert [text for text in good if not pattern.fullmatch(text)] == []
    assert [text for text in bad if pattern.fullmatch(text)] == []


def test_a_broken_tag_has_the_name_that_can_be_written():
    found = patterns.broken_tag('[1 My-T\u2026ag "x"] 1C', 0)
    assert found is None
    found = patterns.broken_tag('[1My-T\u2026ag "x"] 1C', 0)
    assert found == ("My_Tag", "x", "not a name and one text in quotes", 14)
    assert patterns.broken_tag('[12 "x"]', 0) is None


def test_the_two_escapes_of_a_string_are_resolved_and_no_other():
    assert patterns.unescaped(r"say \"no\" to \\ and \S") == r'say "no" to \ and \S'
