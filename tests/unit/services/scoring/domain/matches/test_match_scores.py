from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.facts import ResultFact, Score, WeightedPoints
from services.scoring.domain.boards.lines import board_line
from services.scoring.domain.matches.inferred_scale import infer_scale
from services.scoring.domain.matches.match_list import Match
from services.scoring.domain.matches.match_scores import (
    UNSCORED,
    MatchMethod,
    Raw,
    match_boards,
    pairs_raw,
    probst_raw,
    team_raw,
)
from services.scoring.domain.rankings.scheme import Scheme
from shared.bridge.boards.matchpoints import LineMatchpoints
from shared.bridge.matches.board_comparison import BoardMethod, TeamBoard
from shared.bridge.matches.teams_of_eight import EightMethod
from tests.support import by_hand
from tests.support.fragments import points, result
from tests.support.team_facts import both, match, table

ZERO = Fraction(0)


def boards_of(
    results: list[ResultFact], method: BoardMethod | None = BoardMethod.IMPS, eight: EightMethod = EightMethod.XIMPS
) -> Mapping[str, TeamBoard]:
    lines = {r.key: board_line(r, None)[0] for r in results}
    scheme = Scheme("team", None, method, eight)
    return match_boards(Match(None, 1, "1", "2", results=results), scheme, lines, {}).whole


def scores(results: list[ResultFact], *way: object) -> list[tuple[Fraction | None, Fraction | None]]:
    return [(b.team, b.opponents) for b in boards_of(results, *way).values()]  # type: ignore[arg-type]


def artificial(ns: int, ew: int) -> dict[str, Score]:
    return {
        "ns_score": Score(kind="artificial", percent=Decimal(ns)),
        "ew_score": Score(kind="artificial", percent=Decimal(ew)),
    }


def test_a_board_is_the_difference_of_the_two_tables() -> None:
    # 620 and -50 at the other table: 670 points are 12 IMPs. 90 and 150: 60 points are 2.
    assert scores(both(1, "1", "2", 620, -50) + both(2, "1", "2", 90, 150)) == [(12, -12), (-2, 2)]


@pytest.mark.parametrize(
    ("method", "won", "lost", "tied"),
    [
        (BoardMethod.PAB, (2, 0), (0, 2), (1, 1)),
        (BoardMethod.BAM, (1, 0), (0, 1), (Fraction(1, 2), Fraction(1, 2))),
        (BoardMethod.AGGREGATE, (10, -10), (-200, 200), (0, 0)),
    ],
)
def test_boards_by_other_methods(method: BoardMethod, won: object, lost: object, tied: object) -> None:
    lines = both(1, "1", "2", 420, 410) + both(2, "1", "2", -100, 100) + both(3, "1", "2", 50, 50)
    assert scores(lines, method) == [won, lost, tied]


def test_a_table_that_is_missing_leaves_the_board_open() -> None:
    assert scores([table(1, "1", "2", 420)]) == [(None, None)]
    assert scores([table(1, "1", "2", 420), table(1, "2", "1", None)]) == [(None, None)]


def test_an_artificial_score_at_one_table_is_three_imps() -> None:
    lines = [table(1, "1", "2", None, **artificial(60, 40)), table(1, "2", "1", 420)]
    assert scores(lines) == [(3, -3)]
    # The other way round: the team of the favoured East-West is the opponents.
    lines = [table(1, "1", "2", None, **artificial(40, 60)), table(1, "2", "1", 420)]
    assert scores(lines) == [(-3, 3)]


def test_an_artificial_score_at_the_only_table_counts_before_the_other_one_is_in() -> None:
    line, other = both(1, "1", "2", 0, 0)
    assert scores([line.replace(**artificial(60, 40))]) == [(3, -3)]
    assert scores([other.replace(**artificial(60, 40))]) == [(-3, 3)]
    assert scores([line]) == [(None, None)]


def test_a_ruling_may_give_both_teams_a_plus() -> None:
    lines = [table(1, "1", "2", None, **artificial(60, 60)), table(1, "2", "1", 420)]
    assert scores(lines) == [(3, 3)]
    assert scores(lines, BoardMethod.PAB) == [(Fraction(6, 5), Fraction(6, 5))]


def test_a_split_ruling_gives_each_team_its_own_difference() -> None:
    # Team 1 keeps 620, team 2 gets -650: against 620 at the other table these are 0 and 1 IMP less.
    split = table(1, "1", "2", 620).replace(ew_score=points(650))
    assert scores([split, table(1, "2", "1", 620)]) == [(0, -1)]


def test_a_weighted_ruling_is_converted_result_by_result() -> None:
    # 60 % of 620 against 620 (0 IMPs), 40 % of -100 against it (-720: 12 IMPs).
    ruling = Score(
        kind="weighted",
        parts=(WeightedPoints(weight=Decimal(60), points=620), WeightedPoints(weight=Decimal(40), points=-100)),
    )
    lines = [table(1, "1", "2", None, ns_score=ruling, ew_score=ruling), table(1, "2", "1", 620)]
    assert scores(lines) == [(Fraction(-24, 5), Fraction(24, 5))]


EIGHT = [*both(1, "1", "2", 620, 600, part=0), *both(1, "1", "2", -100, 170, part=1)]
"""Home sat North-South with 620 and -100, East-West against 600 and 170."""


@pytest.mark.parametrize(
    ("eight", "imps"),
    [
        # 620-600: 1; 620-170 = 450: 10; -100-600: -12; -100-170 = -270: -7.
        (EightMethod.XIMPS, 1 + 10 - 12 - 7),
        # 620-600: 1; -100-170: -7.
        (EightMethod.IMP_THEN_ADD, 1 - 7),
        # 520-770 = -250: -6.
        (EightMethod.ADD_THEN_IMP, -6),
    ],
)
def test_boards_of_teams_of_eight(eight: EightMethod, imps: int) -> None:
    assert scores(EIGHT, BoardMethod.IMPS, eight) == [(imps, -imps)]


def test_boards_of_teams_of_eight_that_no_rule_scores() -> None:
    assert boards_of(EIGHT, BoardMethod.IMPS, EightMethod.ADD_THEN_MOD_IMP)["1"] == UNSCORED
    assert boards_of(EIGHT, BoardMethod.PAB)["1"] == UNSCORED
    assert boards_of(EIGHT, None)["1"] == UNSCORED
    ruled = [*EIGHT[:3], table(1, "2", "1", None, part=1, **artificial(60, 40))]
    assert boards_of(ruled, BoardMethod.IMPS, EightMethod.ADD_THEN_IMP)["1"] == UNSCORED


def test_a_ruling_at_a_table_of_ximps_is_three_imps_of_each_comparison() -> None:
    ruled = [*EIGHT[:3], table(1, "2", "1", None, part=1, **artificial(60, 40))]
    # 620-600: 1; -100-600: -12; the opponents have the plus in the two others.
    assert scores(ruled) == [(1 - 12 - 3 - 3, -1 + 12 + 3 + 3)]


def test_parts_of_a_match_are_scored_apart_and_added() -> None:
    parts = [line.replace(sub_match="2" if line.part else None) for line in EIGHT]
    lines = {r.key: board_line(r, None)[0] for r in parts}
    told = (match("1", "2"), match("1", "2", sub_match="2"))
    # The order of the lines says nothing: they know their part.
    of = Match(None, 1, "1", "2", told, [parts[0], parts[3], parts[2], parts[1]])
    found = match_boards(of, Scheme("team", None, BoardMethod.IMPS, EightMethod.IMP_THEN_ADD), lines, {})
    assert {name: board["1"].team for name, board in found.parts.items()} == {None: 1, "2": -7}
    assert (found.whole["1"].team, found.whole["1"].opponents) == (-6, 6)
    of.results.pop(1)
    waiting = match_boards(of, Scheme("team", None, BoardMethod.IMPS, EightMethod.IMP_THEN_ADD), lines, {})
    assert (waiting.parts[None]["1"].team, waiting.whole["1"]) == (1, UNSCORED)


def test_a_ruling_at_a_table_of_added_matches_is_three_imps_of_its_own_match() -> None:
    ruled = [*EIGHT[:2], EIGHT[2], table(1, "2", "1", None, part=1, **artificial(60, 40))]
    # 620-600: 1; the opponents have the plus in the other match.
    assert scores(ruled, BoardMethod.IMPS, EightMethod.IMP_THEN_ADD) == [(1 - 3, 3 - 1)]
    open_ = [*EIGHT[:3], table(1, "2", "1", None, part=1)]
    assert scores(open_, BoardMethod.IMPS, EightMethod.IMP_THEN_ADD) == [(None, None)]


def test_a_board_of_larger_teams_waits_for_all_its_tables() -> None:
    lines = [*EIGHT, *both(2, "1", "2", 420, -50)]
    by_result = {r.key: board_line(r, None)[0] for r in lines}
    of = Match(None, 1, "1", "2", results=lines)
    scheme = Scheme("team", None, BoardMethod.IMPS)
    waiting = match_boards(of, replace(scheme, larger=True), by_result, {}).whole
    assert (waiting["1"].team, waiting["2"]) == (-8, UNSCORED)
    assert match_boards(of, scheme, by_result, {}).whole["2"].team == 10


def test_a_match_adds_up_differences_and_what_each_side_won() -> None:
    lines = both(1, "1", "2", 620, -50) + both(2, "1", "2", 90, 150) + both(3, "1", "2", 0, 0)
    raw = team_raw(Match(None, 1, "1", "2", results=lines), boards_of(lines))
    assert (raw.home, raw.away, raw.home_won, raw.away_won) == (10, -10, 12, 2)
    assert (raw.boards, raw.length, raw.complete) == (3, 3, True)


def test_a_match_of_which_a_table_is_missing_counts_to_date() -> None:
    lines = [*both(1, "1", "2", 620, -50), table(2, "1", "2", 90)]
    raw = team_raw(Match(None, 1, "1", "2", results=lines), boards_of(lines))
    assert (raw.home, raw.boards, raw.length, raw.complete) == (12, 1, 2, False)


def test_a_match_without_boards_adds_up_to_nothing() -> None:
    raw = team_raw(Match(None, 1, "1", "2", (match("1", "2", boards=8),)), {})
    assert raw == Raw(length=8)
    assert not raw.complete
    assert MatchMethod("vps", "WBF_DISCRETE").score(raw) == (None, None)


def test_a_match_of_pairs_is_the_percentage_of_its_own_boards() -> None:
    lines = [result("1", "1", "2"), result("2", "2", "1"), result("3", "1", "2")]
    worth = {
        lines[0].key: LineMatchpoints(Fraction(6), Fraction(2), Fraction(8), Fraction(8)),
        lines[1].key: LineMatchpoints(Fraction(3), Fraction(5), Fraction(8), Fraction(8)),
    }
    raw = pairs_raw(Match(None, 1, "1", "2", results=lines), worth)
    assert (raw.home, raw.away) == (Fraction(1100, 16), Fraction(500, 16))
    assert (raw.boards, raw.length) == (2, 3)


def test_percentages_of_a_ruled_match_need_not_sum_to_a_hundred() -> None:
    lines = [result("1", "1", "2")]
    worth = {lines[0].key: LineMatchpoints(Fraction(6), Fraction(6), Fraction(10), Fraction(10))}
    raw = pairs_raw(Match(None, 1, "1", "2", results=lines), worth)
    assert (raw.home, raw.away) == (60, 60)


def test_imps_of_a_match_of_pairs_are_added_from_each_sides_view() -> None:
    lines = [result("1", "1", "2"), result("2", "2", "1")]
    worth = {
        lines[0].key: LineMatchpoints(Fraction(5, 2), Fraction(-5, 2), ZERO, ZERO),
        lines[1].key: LineMatchpoints(Fraction(4), Fraction(-4), ZERO, ZERO),
    }
    raw = pairs_raw(Match(None, 1, "1", "2", results=lines), worth)
    assert (raw.home, raw.away) == (Fraction(-3, 2), Fraction(3, 2))
    assert pairs_raw(Match(None, 1, "1", "2"), {}) == Raw()


def test_probst_brings_cross_imps_to_the_size_of_a_team_match() -> None:
    # With two scores on a board √(2·1/2) is 1; with nine it is √(9·8/2) = 6.
    lines = [result("1", "1", "2"), result("2", "2", "1")]
    sums = {
        lines[0].key: LineMatchpoints(Fraction(7), Fraction(-7), ZERO, ZERO),
        lines[1].key: LineMatchpoints(Fraction(27), Fraction(-27), ZERO, ZERO),
    }
    raw = probst_raw(Match(None, 1, "1", "2", results=lines), sums, {lines[0].key: 2, lines[1].key: 9})
    # 7 - 4.5 = 2.5, halves away from zero.
    assert (raw.home, raw.away, raw.boards) == (3, -3, 2)
    assert probst_raw(Match(None, 1, "1", "2", results=lines), {}, {}) == Raw(length=2)


def test_probst_leaves_out_boards_with_a_single_score() -> None:
    lines = [result("1", "1", "2"), result("2", "2", "1")]
    sums = {line.key: LineMatchpoints(Fraction(7), Fraction(-7), ZERO, ZERO) for line in lines}
    raw = probst_raw(Match(None, 1, "1", "2", results=lines), sums, {lines[0].key: 2, lines[1].key: 1})
    assert (raw.home, raw.away, raw.boards) == (7, -7, 1)
    assert probst_raw(Match(None, 1, "1", "2", results=lines), sums, dict.fromkeys(sums, 1)) == Raw(length=2)


@pytest.mark.parametrize(
    ("scale", "boards", "imps", "vps"),
    [
        ("WBF_DISCRETE", 8, 12, (14, 6)),
        ("WBF_DISCRETE", 8, -13, (5, 15)),
        ("WBF_DISCRETE", 8, 39, (20, 0)),
        ("WBF_DISCRETE", 6, 5, (13, 7)),
        ("WBF_CONTINUOUS", 8, 10, (Decimal("13.78"), Decimal("6.22"))),
        ("WBF_CONTINUOUS", 10, -27, (Decimal("2.66"), Decimal("17.34"))),
        ("ACBL20", 8, 5, (13, 7)),
        ("ACBL30", 7, 1, (18, 12)),
        ("ACBL20", 4, 5, (None, None)),
        ("UNHEARD_OF", 8, 5, (None, None)),
    ],
)
def test_victory_points_by_scale(scale: str, boards: int, imps: int, vps: tuple[object, object]) -> None:
    raw = Raw(Fraction(imps), Fraction(-imps), boards=boards, length=boards)
    assert MatchMethod("vps", scale).score(raw) == vps


def test_a_half_match_has_a_chart_of_its_own_where_the_scale_has_one() -> None:
    raw = Raw(Fraction(4), Fraction(-4), boards=4, length=4, half=True)
    assert MatchMethod("vps", "WBF_DISCRETE").score(raw) == (7, 3)
    # A whole match of four boards: 12 up to 30·ln(1-0.25(1-τ³))/ln τ³ = 4.4 IMPs.
    assert MatchMethod("vps", "WBF_DISCRETE", halves=False).score(raw) == (12, 8)
    # The continuous scale has none, and a triple of two whole matches would give forty.
    assert MatchMethod("vps", "WBF_CONTINUOUS").score(raw) == (None, None)
    assert MatchMethod("vps", "WBF_CONTINUOUS", halves=False).score(raw) == (Fraction("12.29"), Fraction("7.71"))


def test_larger_teams_may_be_looked_up_as_a_longer_match() -> None:
    raw = Raw(Fraction(16), Fraction(-16), boards=12, length=12)
    assert MatchMethod("vps", "WBF_DISCRETE").score(raw) == (15, 5)
    assert MatchMethod("vps", "WBF_DISCRETE", tables=2).score(raw) == (14, 6)


def test_swiss_pairs_are_looked_up_by_each_sides_own_percentage() -> None:
    # 56.23 % on eight boards is on the line, which goes towards the average.
    raw = Raw(Fraction(5623, 100), Fraction(4377, 100), boards=8, length=8)
    assert MatchMethod("vps", "EBU_SWISS_PAIRS").score(raw) == (14, 6)
    ruled = Raw(Fraction(60), Fraction(60), boards=8, length=8)
    assert MatchMethod("vps", "EBU_SWISS_PAIRS").score(ruled) == (17, 17)


def test_a_match_without_victory_points_gives_what_its_boards_add_up_to() -> None:
    raw = Raw(Fraction(9), Fraction(-9), Fraction(31), Fraction(22), boards=8, length=8)
    assert MatchMethod("imps").score(raw) == (9, -9)
    assert MatchMethod("imps", won=True).score(raw) == (31, 22)


def test_an_inferred_scale_gives_what_other_matches_state() -> None:
    scale = infer_scale([(6, Fraction(4), Fraction(12)), (6, Fraction(-4), Fraction(8))])
    method = MatchMethod("vps", inferred=scale)
    assert method.score(Raw(Fraction(-4), Fraction(4), boards=6, length=6)) == (8, 12)
    assert method.score(Raw(Fraction(9), Fraction(-9), boards=6, length=6)) == (None, None)


SCORE = st.sampled_from([-1700, -620, -100, -50, 0, 90, 110, 420, 450, 980])


@given(st.lists(st.tuples(SCORE, SCORE), min_size=1, max_size=10))
def test_imps_of_a_match_are_antisymmetric_and_those_of_the_table_read_by_hand(tables: list[tuple[int, int]]) -> None:
    lines = [r for n, (here, there) in enumerate(tables, 1) for r in both(n, "1", "2", here, there)]
    raw = team_raw(Match(None, 1, "1", "2", results=lines), boards_of(lines))
    assert raw.home == sum(by_hand.imps(here - there) for here, there in tables)
    assert raw.away == -raw.home
    assert raw.home_won is not None
    assert raw.away_won is not None
    assert raw.home == raw.home_won - raw.away_won


@given(st.lists(st.tuples(SCORE, SCORE), min_size=1, max_size=6), st.sampled_from(list(BoardMethod)))
def test_a_match_told_from_the_other_side_is_the_same_match(tables: list[tuple[int, int]], method: BoardMethod) -> None:
    lines = [r for n, (here, there) in enumerate(tables, 1) for r in both(n, "1", "2", here, there)]
    facts = {r.key: board_line(r, None)[0] for r in lines}
    there = Match(None, 1, "2", "1", results=lines)
    mirrored = team_raw(there, match_boards(there, Scheme("team", None, method), facts, {}).whole)
    raw = team_raw(Match(None, 1, "1", "2", results=lines), boards_of(lines, method))
    assert (raw.home, raw.away) == (mirrored.away, mirrored.home)


@pytest.mark.parametrize(("kind", "cancelled"), [("not_played", 1), ("late", 0), ("unknown", 0)])
def test_a_board_that_was_not_played_at_its_tables_is_over(kind: str, cancelled: int) -> None:
    gone = Score.checked({"kind": kind})
    lines = [*both(1, "1", "2", 420, -50), *both(2, "1", "2", 0, 0, ns_score=gone, ew_score=gone)]
    of = Match(None, 1, "1", "2", (), lines)
    raw = team_raw(of, boards_of(lines))
    assert (raw.boards, raw.cancelled, raw.length, raw.complete) == (1, cancelled, 2, False)


def test_a_board_of_which_one_table_is_in_is_not_over() -> None:
    gone = Score(kind="not_played")
    lines = [*both(1, "1", "2", 420, -50), table(2, "1", "2", 0, ns_score=gone, ew_score=gone)]
    assert team_raw(Match(None, 1, "1", "2", (), lines), boards_of(lines)).cancelled == 0


def test_a_board_of_pairs_that_was_not_played_is_over() -> None:
    lines = [result("1", "1", "2", 420), result("2", "1", "2", ns_score=Score(kind="not_played"))]
    worth = LineMatchpoints(Fraction(2), Fraction(0), Fraction(2), Fraction(2))
    raw = pairs_raw(Match(None, 1, "1", "2", (), lines), {lines[0].key: worth})
    assert (raw.boards, raw.cancelled) == (1, 1)
