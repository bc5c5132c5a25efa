"""Everybody who is named is there, and records agree with the rounds of the players."""

import pytest

from shared.formats.trf.reader.checks import is_complete
from shared.formats.trf.reader.parse import read
from shared.formats.trf.report import Report
from tests.support.trf_golden import compare_changes
from tests.support.trf_lines import document, player, team


def said(*lines: str) -> list[tuple[str, str, str | None]]:
    draft = read(document("012 Named", *lines), Report())
    return [(f.code.removeprefix("trf."), str(f.place), f.stated) for f in draft.report.findings]


THREE = (player(1, "2 w 1", "- H"), player(2, "1 b 0", "3 w 1"), player(3, "- U", "2 b 0"))


@pytest.mark.parametrize(
    ("record", "code", "place", "stated"),
    [
        ("XXZ 2 9", "unknown-number", "line 2, column 7-7, XXZ", "9"),
        ("XXP 1 9", "unknown-number", "line 2, column 7-7, XXP", "9"),
        ("XXP 1,9", "unknown-number", "line 2, column 7-7, XXP", "9"),
        ("XXP 1 two", "bad-number", "line 2, column 7-9, XXP", "two"),
        ("260   1   2    1    9", "unknown-number", "line 2, column 18-21, 260", "9"),
        ("250      1.0   1   1    9    9", "unknown-number", "line 2, column 23-26, 250", "9"),
        ("250      1.0   1   1    1    9", "unknown-number", "line 2, column 28-31, 250", "9"),
        ("299         -0.5   2    1    9", "unknown-number", "line 2, column 29-32, 299", "9"),
        ("XXA    9  1.0  1.0", "unknown-number", "line 2, column 5-8, XXA", "9"),
        ("240 H   2    9", "unknown-number", "line 2, column 11-14, 240", "9"),
        ("240 H   1    1", "bye-contradicted", "line 2, column 11-14, 240", "H"),
        ("240 F   2    1", "bye-contradicted", "line 2, column 11-14, 240", "F"),
    ],
)
def test_who_is_named_is_compared_with_who_is_there(record, code, place, stated):
    assert said(record, *THREE) == [(code, place, stated)]


@pytest.mark.parametrize(
    "record", ["240 H   2    1", "240 Z   3    1    2", "260   1   2    1    3", "XXP 1 2 3", "XXZ 3"]
)
def test_what_agrees_is_not_mentioned(record):
    assert said(record, *THREE) == []


def test_a_bye_in_the_older_way_is_the_same_bye():
    older = (player(1, "2 w 1", "- ="), player(2, "1 b 0", "- -"), player(3))
    assert said("240 H   2    1", "240 Z   2    2", *older) == []


@pytest.mark.parametrize(
    ("record", "place"),
    [
        ("330 +-   1   1   9", "line 6, column 16-18, 330"),
        ("330 -+   1   9   1", "line 6, column 12-14, 330"),
        ("300   1   1   9    1", "line 6, column 13-15, 300"),
        ("300   1   9   1    1", "line 6, column 9-11, 300"),
    ],
)
def test_a_team_that_is_not_there_is_reported_at_the_columns_that_name_it(record, place):
    found = said(team(1, [1]), team(2, [2]), player(1, "2 w 1"), player(2, "1 b 0"), record)
    assert [(code, where) for code, where, stated in found if stated == "9"] == [("unknown-number", place)]


def test_a_player_in_two_rosters_is_reported():
    assert said(team(1, [1, 2]), team(2, [2, 3]), *THREE) == [("in-two-teams", "line 3, column 74-77, 310", "2")]


def test_an_opponent_who_is_not_there_or_left_the_round_blank_is_reported():
    assert said(player(1, "2 w 1"), player(2), player(3, "7 w 1")) == [
        ("unknown-number", "line 4, column 92-99, 001", "7"),
        ("missing-round", "line 3, column 92-99, 001", None),
    ]


def test_two_players_with_one_fide_number_are_reported_at_the_second():
    same = [player(1, fide_id="1234567"), player(2, fide_id="01234567"), player(3, fide_id="7654321")]
    nobody = [player(4, fide_id="0"), player(5, fide_id="0"), player(6), player(7)]
    assert said(*same, *nobody) == [("repeated-fide-id", "line 3, column 58-68, 001", "01234567")]


def test_changes_of_who_is_named_change_what_the_golden_file_says():
    compare_changes("checks", lambda line: line[:3] in ("001", "240", "260", "300", "320", "XXP", "XXZ", "XXA", "330"))


def completeness(*lines: str, last: int) -> bool:
    return is_complete(read(document("012 Named", *lines), Report()), last)


def test_a_pairing_to_come_need_not_stand_in_both_lines():
    lines = (player(1, "2 w 1", "3 b"), player(2, "1 b 0"), player(3, "- U"))
    assert completeness(*lines, last=1)
    assert not completeness(*lines, last=2)
    assert completeness(player(1, "2 w 1"), player(2, "1 b 0"), last=1)


def test_a_file_in_which_somebody_who_is_named_is_missing_is_not_complete():
    assert not completeness(player(1, "2 w 1"), last=1)
    assert not completeness("XXZ 9", player(1, "2 w 1"), player(2, "1 b 0"), last=1)
    assert not completeness(player(1, "2 w 1"), player(2, "1 b 0"), team(1, []), team(2, [1, 2]), last=1)
    assert not completeness(player(1, "2 w 1"), player(2, "1 b 0"), team(1, [1]), last=1)
    assert completeness(player(1, "2 w 1"), player(2, "1 b 0"), team(1, [1]), team(2, [2]), last=1)


def test_every_way_in_which_older_files_write_a_bye_is_known():
    for letter, bye in (("-", "Z"), ("0", "Z"), ("=", "H"), ("+", "F"), ("1", "F"), ("H", "H"), ("Z", "Z"), ("F", "F")):
        lines = (player(1, "2 w 1", f"- {letter}"), player(2, "1 b 0"))
        for record in "FHZ":
            codes = [code for code, _, _ in said(f"240 {record}   2    1", *lines)]
            assert codes == ([] if record == bye else ["bye-contradicted"]), (letter, record)


def test_a_bye_of_somebody_who_has_an_opponent_is_contradicted():
    lines = (player(1, "2 w 1"), player(2, "1 b Z"))
    assert said("240 Z   1    2", *lines) == [("bye-contradicted", "line 2, column 11-14, 240", "Z")]
