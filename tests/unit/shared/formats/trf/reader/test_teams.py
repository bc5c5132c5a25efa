"""Records of teams in both layouts, with every fault at its columns."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.formats.trf.dialects import Dialect
from shared.formats.trf.reader.draft import Draft
from shared.formats.trf.reader.teams import READERS, read_team_record
from shared.formats.trf.report import Report
from tests.support.trf_golden import compare_changes
from tests.support.trf_lines import abnormal, accelerated, placed, team

DRAFT, FINAL = Dialect.DRAFT_2024, Dialect.TRF26


def read(*lines: str, dialect: Dialect = FINAL) -> Draft:
    draft = Draft(dialect, Report())
    for number, line in enumerate(lines, 1):
        read_team_record(draft, line[:3], line, number)
    return draft


def found(draft: Draft) -> list[tuple[str, str]]:
    return [(f.code.removeprefix("trf."), str(f.place)) for f in draft.report.findings]


@pytest.mark.parametrize("dialect", [DRAFT, FINAL])
def test_a_team_is_read_by_the_columns_of_its_dialect(dialect):
    line = team(3, [3, 10, 1234], name="Elms", mp="19", gp="32.5", rank=5, draft=dialect is DRAFT)
    one = read(line, dialect=dialect).teams[3]
    assert (one.name, one.nickname, one.strength, one.rank, one.members) == ("Elms", "ELM", 2100, 5, [3, 10, 1234])
    assert (one.match_points, one.game_points) == (19, Decimal("32.5"))


@pytest.mark.parametrize(("dialect", "other"), [(DRAFT, FINAL), (FINAL, DRAFT)])
def test_a_team_laid_out_as_in_the_other_dialect_is_read_and_reported(dialect, other):
    draft = read(team(3, [3, 10], mp="19", gp="32.5", rank=11, draft=other is DRAFT), dialect=dialect)
    assert (draft.teams[3].rank, draft.teams[3].members) == (11, [3, 10])
    assert found(draft) == [("other-dialect", f"line 1, column 1-{80 if other is DRAFT else 82}, 310")]


def test_a_team_without_a_number_or_with_that_of_another_is_kept_and_reported():
    draft = read(team(3, [1]), team(3, [2]), placed((1, "310"), (9, "Nameless")))
    assert draft.teams[3].members == [1]
    assert found(draft) == [("repeated-number", "line 2, column 5-7, 310"), ("no-number", "line 3, column 5-7, 310")]
    assert len(draft.report.kept.facts) == 2


def test_old_team_records_are_numbered_in_their_order():
    draft = read(placed((1, "013"), (5, "Elms"), (37, "   1    5   15")), placed((1, "013"), (5, "Oaks"), (37, "   2")))
    assert [(each.number, each.name, each.members) for each in draft.old_teams] == [
        (1, "Elms", [1, 5, 15]),
        (2, "Oaks", [2]),
    ]


@pytest.mark.parametrize(
    ("line", "dialect", "byes"),
    [
        ("240 H   3   26   47", FINAL, [("H", 3, 26), ("H", 3, 47)]),
        ("240 f   1    3\t ", FINAL, [("F", 1, 3)]),
        ("330 H 002 017 033", DRAFT, [("H", 2, 17), ("H", 2, 33)]),
        ("330   002 017", DRAFT, [("Z", 2, 17)]),
        ("320  1    2.0          50  49", FINAL, [("U", 3, 50), ("U", 4, 49)]),
        ("320 02 01.5 000 000 031 030 000", DRAFT, [("U", 3, 31), ("U", 4, 30)]),
    ],
)
def test_byes_are_read_from_each_record(line, dialect, byes):
    draft = read(line, dialect=dialect)
    assert [(bye.kind, bye.round, bye.participant) for bye in draft.byes] == byes
    assert found(draft) == []


def test_points_of_a_team_that_is_left_over_are_part_of_the_scoring():
    assert read("320 1.0  2.5  001").scoring == {"TU": "1", "TUG": "2.5"}


def test_a_second_320_is_kept_and_reported():
    draft = read("320 1.0  2.5  001", "320 1.0  2.5  002")
    assert found(draft) == [("repeated-record", "line 2, column 1-17, 320")]
    assert [bye.participant for bye in draft.byes] == [1]


@pytest.mark.parametrize(
    ("line", "dialect"),
    [
        ("330 +-   4  23  33", FINAL),
        ("340 +- 004 023 033", DRAFT),
        ("330 10   4  23  33", FINAL),
        ("330 wl   4  23  33", FINAL),
    ],
)
def test_a_forfeited_match_is_read_from_each_record(line, dialect):
    (forfeit,) = read(line, dialect=dialect).forfeits
    assert (forfeit.kind, forfeit.round, forfeit.white, forfeit.black) == ("+-", 4, 23, 33)


@pytest.mark.parametrize(
    ("line", "code", "place"),
    [
        ("330 ++   4  23  33", "bad-value", "line 1, column 5-6, 330"),
        ("330 +-   4  23", "no-number", "line 1, column 1-14, 330"),
        ("240 Q   3   26", "bad-value", "line 1, column 5-5, 240"),
        ("240 H       26", "no-number", "line 1, column 1-14, 240"),
        ("240 H   x   26", "bad-number", "line 1, column 7-9, 240"),
        ("300   8  21", "no-number", "line 1, column 1-11, 300"),
        ("250 2.0           3", "no-number", "line 1, column 1-19, 250"),
        ("260   1   3    1", "no-number", "line 1, column 1-16, 260"),
        ("299 Q  1.0", "bad-value", "line 1, column 5-5, 299"),
        ("XXA       1.0", "no-number", "line 1, column 1-13, XXA"),
        ("XXA    3  1.0    x", "bad-number", "line 1, column 15-18, XXA"),
        ("300   8  21  47   58  2x3", "bad-number", "line 1, column 22-25, 300"),
    ],
)
def test_a_fault_is_reported_at_its_columns(line, code, place):
    if line.startswith("300   8  21") and code == "no-number":
        line = "300     " + line[8:]
    assert (code, place) in found(read(line))


def test_text_between_fields_is_reported():
    assert found(read("300   8x 21  47   58")) == [("between-columns", "line 1, column 8-8, 300")]


def test_a_line_up_keeps_its_holes():
    draft = read("300   5   5  18    0   37   29    0", "300   1  40  27  152       147  180   ")
    assert [each.players for each in draft.line_ups] == [(0, 37, 29, 0), (152, 0, 147, 180)]
    assert (draft.line_ups[0].round, draft.line_ups[0].team, draft.line_ups[0].opponent) == (5, 5, 18)


@pytest.mark.parametrize(
    ("line", "dialect", "lent"),
    [
        ("250 03 00.5 001 002 0001 0060", DRAFT, (3, Decimal("0.5"), 1, 2, 1, 60)),
        ("250  2          1   1    4   25", FINAL, (2, None, 1, 1, 4, 25)),
        ("250      1.0   2        7", FINAL, (None, 1, 2, 2, 7, 7)),
    ],
)
def test_accelerated_rounds_are_ranges(line, dialect, lent):
    (one,) = read(line, dialect=dialect).lent
    assert (one.match_points, one.game_points, one.first_round, one.last_round, one.first, one.last) == lent


def test_accelerated_rounds_of_javafo_are_points_by_round():
    draft = read("XXA    3  1.0  0.0  0.5", dialect=Dialect.TRF16_XX)
    assert [(each.first, each.first_round, each.last_round, each.game_points) for each in draft.lent] == [
        (3, 1, 1, 1),
        (3, 3, 3, Decimal("0.5")),
    ]


@pytest.mark.parametrize(
    ("line", "dialect", "given_"),
    [
        (abnormal("", "-2.0", "0.0", 3, 5), FINAL, ("", -2, 0, 3, (5,))),
        ("299   -2  00.0  003 0094", DRAFT, ("", -2, 0, 3, (94,))),
        ("299 -   1.0", FINAL, ("-", 1, None, None, ())),
        (abnormal("F", "1.0", "2.0", 0, 7, 12), FINAL, ("F", 1, 2, None, (7, 12))),
    ],
)
def test_abnormal_points_are_for_one_some_or_all_in_one_round_or_all(line, dialect, given_):
    (one,) = read(line, dialect=dialect).abnormal
    assert (one.kind, one.match_points, one.game_points, one.round, one.participants) == given_


def test_banned_pairs_are_kept_in_one_form():
    assert read("260   1   3    1    2    3", "260   4        2   50").listed["260"] == [
        ("1-3 1 2 3", 1),
        ("4-4 2 50", 2),
    ]


def test_a_record_of_the_other_dialect_is_read_by_its_own_columns():
    draft = read("240 H   3   26   47", dialect=DRAFT)
    assert [bye.participant for bye in draft.byes] == [26, 47]
    assert found(draft) == [("other-dialect", "line 1, column 1-19, 240")]


@given(st.sampled_from(sorted(READERS)), st.text(max_size=90), st.sampled_from(list(Dialect)))
def test_no_line_makes_the_readers_fail(code, text, dialect):
    read(code + text, code + " " + text, dialect=dialect)


def test_changes_of_records_of_teams_byes_and_points_change_what_the_golden_file_says():
    compare_changes("teams", lambda line: line[:3] in READERS)


@pytest.mark.parametrize(
    ("line", "place", "stated"),
    [
        (accelerated("", "1.0", 3, 2, 1, 2), "line 1, column 19-21, 250", "2"),
        (accelerated("", "1.0", 1, 2, 9, 8), "line 1, column 28-31, 250", "8"),
    ],
)
def test_a_range_that_ends_before_it_begins_lends_nothing(line, place, stated):
    draft = read(line)
    assert found(draft) == [("acceleration-range", place)]
    assert [f.stated for f in draft.report.findings] == [stated]
    assert (draft.lent, draft.named) == ([], [])
    assert [e.name for e in draft.report.kept.facts] == ["250"]
    assert len(read(accelerated("", "1.0", 2, 2, 3, 3)).lent) == 1


def test_everybody_whom_a_record_names_is_known_with_the_columns():
    def named(line: str) -> list[tuple[int, str]]:
        return [(number, str(place)) for number, place in read(line).named]

    assert named(accelerated("", "1.0", 1, 1, 3, 5)) == [
        (3, "line 1, column 23-26, 250"),
        (5, "line 1, column 28-31, 250"),
    ]
    assert named(accelerated("", "1.0", 1, 1, 3, 3)) == [(3, "line 1, column 23-26, 250")]
    assert named("XXA    3  1.0") == [(3, "line 1, column 5-8, XXA")]
    assert named("330 +-   1   4   5") == [(4, "line 1, column 12-14, 330"), (5, "line 1, column 16-18, 330")]
    assert named("300   1   4   5    7") == [(4, "line 1, column 9-11, 300"), (5, "line 1, column 13-15, 300")]
    assert named("260   1   1    7    8") == [(7, "line 1, column 13-16, 260"), (8, "line 1, column 18-21, 260")]
    assert named(abnormal("", "", "1.0", 1, 7)) == [(7, "line 1, column 24-27, 299")]


@pytest.mark.parametrize(
    ("line", "dialect"),
    [
        ("330 ++   4  23  33", FINAL),
        ("330 +-   4  23", FINAL),
        ("330 +-   0  23  33", FINAL),
        ("330 +-   4   0  33", FINAL),
        ("330 +-   4  23   0", FINAL),
        ("240 Q   3   26", FINAL),
        ("240 H       26", FINAL),
        ("300       5   6    1", FINAL),
        ("300   1   0   6    1", FINAL),
        ("250      1.0           3", FINAL),
        ("250      1.0   1        ", FINAL),
        ("260   1   3    1", FINAL),
        ("260       3    1    2", FINAL),
        ("299 Q  1.0", FINAL),
        ("299        0.5   2    3    5", FINAL),
        ("XXA       1.0", Dialect.TRF16_XX),
    ],
)
def test_a_record_that_cannot_be_used_is_kept_as_it_stands(line, dialect):
    draft = read(line, dialect=dialect)
    assert [(e.name, e.value, str(e.at)) for e in draft.report.kept.facts] == [(line[:3], line.rstrip(), "line 1")]
    assert not any((draft.byes, draft.forfeits, draft.line_ups, draft.lent, draft.abnormal, draft.listed))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("+-", "+-"),
        ("-+", "-+"),
        ("--", "--"),
        ("10", "+-"),
        ("01", "-+"),
        ("00", "--"),
        ("WL", "+-"),
        ("LW", "-+"),
        ("LL", "--"),
        ("WZ", "+-"),
        ("ZW", "-+"),
        ("ZZ", "--"),
    ],
)
def test_a_forfeit_is_written_in_many_ways(text, kind):
    assert [each.kind for each in read(f"330 {text.lower()}   4  23  33").forfeits] == [kind]


def test_a_line_up_may_leave_its_opponent_out():
    (line_up,) = read("300   5   5        0   37").line_ups
    assert (line_up.opponent, line_up.players, str(line_up.place)) == (0, (0, 37), "line 1, column 1-25, 300")
