"""Findings of a game file, and the memory that it may take."""

import pytest

from shared.errors import FormatError
from shared.formats.acblscore.report import MOST_MEMORY, Report, place_at


def test_a_place_is_an_offset_and_a_structure():
    place = place_at(0x20, "section A")
    assert (place.offset, place.path, place.line) == (0x20, "section A", None)


def test_a_file_that_says_more_than_there_is_memory_for_is_refused_at_its_place():
    report = Report()
    report.charge_memory(MOST_MEMORY - 1, 0, "master table")
    assert (report.has_room(1), report.has_room(2)) == (True, False)
    report.charge_memory(1, 0, "master table")
    with pytest.raises(FormatError) as refusal:
        report.charge_memory(1, 0x20, "section A")
    assert refusal.value.code.code == "acblscore.too-large"
    assert refusal.value.place == place_at(0x20, "section A")
