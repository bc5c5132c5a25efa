"""The dialect is found by records and by where blanks fall."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.formats.trf.dialects import Dialect
from shared.formats.trf.reader.detect import detect, spoken_for
from tests.support.trf_golden import compare_changes
from tests.support.trf_lines import player, team

DRAFT, FINAL = Dialect.DRAFT_2024, Dialect.TRF26


@pytest.mark.parametrize(
    ("line", "dialect"),
    [
        ("340 +- 005 012 031", DRAFT),
        ("330 H 002 017 033", DRAFT),
        ("330 +- 005 012 031", FINAL),
        ("330 +-   5  12  31", FINAL),
        ("240 H   2   17   33", FINAL),
        ("142 9", FINAL),
        ("### 310", FINAL),
        ("250 03 00.5 001 002 0001 0060", DRAFT),
        ("250 03.0 00.5 001 002 0001 0060", FINAL),
        ("250  2          1   1    4   25", FINAL),
        ("320 02 01.5 000 031 030", DRAFT),
        ("320  1    2.0          50  49", FINAL),
        ("299 F    00.0   004  0007", None),
        ("299 W   1.0", FINAL),
        ("212 PTS,BH", None),
        ("802   1 ELM", None),
    ],
)
def test_one_record_speaks_for_one_dialect_or_for_none(line, dialect):
    assert spoken_for(line[:3], line) is dialect


@given(
    st.lists(st.integers(1, 9999), max_size=8), st.integers(1, 999), st.integers(0, 999), st.booleans(), st.booleans()
)
def test_a_team_is_never_taken_for_the_other_dialect(members, number, rank, is_draft, has_points):
    points = {"mp": "14" if is_draft else "14.0", "gp": "26.5"} if has_points else {}
    line = team(number, members, rank=rank or "", draft=is_draft, **points)
    assert spoken_for("310", line) in (None, DRAFT if is_draft else FINAL)
    if members and rank:
        assert spoken_for("310", line) is (DRAFT if is_draft else FINAL)


@pytest.mark.parametrize(
    ("lines", "dialect"),
    [
        ([player(1)], Dialect.TRF16),
        ([player(1), "XXR 9"], Dialect.TRF16_XX),
        ([player(1), "BBW 3.0"], Dialect.TRF16_BB),
        (["212 PTS"], FINAL),
        (["142 9", "340 +- 005 012 031"], FINAL),
        (["142 9", "340 +- 005 012 031", "330 H 003 026"], DRAFT),
        ([], Dialect.TRF16),
    ],
)
def test_a_file_has_the_dialect_that_most_of_its_records_speak_for(lines, dialect):
    assert detect(lines).dialect is dialect


@given(st.text(max_size=80))
def test_any_line_can_be_weighed(line):
    detect([line, "310" + line, "250" + line, "320" + line, "299" + line, "330" + line])


def test_changes_of_records_that_tell_the_dialect_change_what_the_golden_file_says():
    compare_changes("detect", lambda line: line[:3] in ("250", "299", "310", "320", "330", "340", "XXA"))
