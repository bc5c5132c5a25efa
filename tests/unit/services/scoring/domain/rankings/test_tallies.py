from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.base import Direction
from contracts.facts import Sides
from services.scoring.domain.boards.board_list import BoardKey, board_of
from services.scoring.domain.boards.line_methods import EBU
from services.scoring.domain.rankings.adjustments import Adjustment, Adjustments, Amount
from services.scoring.domain.rankings.tallies import ParticipantScore, Tallies, Tally
from shared.bridge.rankings.totals import percentage
from shared.bridge.rounding import to_decimal
from tests.support.fragments import pair, result
from tests.support.scored_matches import boards_of
from tests.support.tallied import penalties, tallied, two_tables

NS, EW = Direction.NS, Direction.EW


def test_a_session_is_the_sum_of_its_boards_for_both_who_met() -> None:
    tallies = tallied(*two_tables("1"), *two_tables("2"), result("3", "1", "4", 50))
    one = tallies.by["1"][None]
    assert (one.score, one.possible, one.boards, one.ns, one.ew) == (4, 4, 3, 3, 0)
    four = tallies.by["4"][None]
    assert (four.score, four.possible, four.ns, four.ew) == (4, 4, 0, 3)


def test_a_line_without_score_counts_for_nobody() -> None:
    assert tallied(result("1", "1", "2", None)).by == {}


def test_all_four_individuals_of_a_line_get_the_score_of_their_side() -> None:
    sides = Sides(north="1", south="2", east="3", west="4")
    other = Sides(north="5", south="6", east="7", west="8")
    tallies = tallied(result("1", "", "", 50, sides=sides), result("1", "", "", 0, sides=other))
    assert {who: of[None].score for who, of in tallies.by.items()} == {
        "1": 2,
        "2": 2,
        "3": 0,
        "4": 0,
        "5": 0,
        "6": 0,
        "7": 2,
        "8": 2,
    }


def test_somebody_is_ranked_in_the_line_that_is_stated() -> None:
    assert tallied(*two_tables()).direction(pair("1", direction=EW), None) is EW


def test_else_in_the_line_where_most_boards_were_played() -> None:
    tallies = tallied(*two_tables("1"), *two_tables("2"), result("3", "2", "1", 50))
    assert tallies.direction(pair("1"), None) is NS
    assert tallies.direction(pair("2"), None) is EW


def test_as_many_boards_in_both_lines_or_none_at_all_say_nothing() -> None:
    tallies = tallied(*two_tables("1"), result("3", "2", "1", 50))
    assert tallies.direction(pair("1"), None) is None
    assert tallies.direction(pair("9"), None) is None


def test_the_line_of_a_session_is_that_of_its_own_boards() -> None:
    second = [result("1", "2", "1", 50, session="2"), result("2", "2", "1", 50, session="2")]
    tallies = tallied(*two_tables("1", session="1"), *second)
    assert tallies.direction(pair("1"), "1") is NS
    assert tallies.direction(pair("1"), "2") is EW
    assert tallies.direction(pair("1"), None) is EW


def test_sessions_add_up_and_the_percentage_is_of_what_was_possible() -> None:
    tallies = tallied(
        *two_tables("1", "1"), result("1", "2", "1", 50, session="2"), result("1", "4", "3", 50, session="2")
    )
    whole = tallies.score_of("1", ("1", "2"), Adjustments())
    assert (whole.score, whole.possible, whole.boards, whole.value) == (3, 4, 2, 75)
    assert tallies.score_of("1", ("2",), Adjustments()).value == 50


def test_without_a_board_there_is_no_percentage() -> None:
    whole = tallied(*two_tables()).score_of("9", (None,), penalties({("9", None): Fraction(-5)}))
    assert (whole.value, whole.boards, whole.adjustments.adjustment) == (None, 0, 0)


def test_a_penalty_of_a_session_is_per_cent_of_that_session_alone() -> None:
    tallies = tallied(*two_tables("1", "1"), *two_tables("1", "2"), *two_tables("2", "2"))
    adjustments = penalties({("1", "2"): Fraction(-10)})
    assert tallies.score_of("1", ("2",), adjustments).value == 90
    assert tallies.score_of("1", ("1",), adjustments).value == 100
    overall = tallies.score_of("1", ("1", "2"), adjustments)
    assert (overall.adjustments.adjustment, overall.value) == (Fraction(-4, 10), Fraction(280, 3))


def test_a_penalty_of_the_event_is_per_cent_of_all_of_it() -> None:
    tallies = tallied(*two_tables("1", "1"), *two_tables("1", "2"), *two_tables("2", "2"))
    adjustments = penalties({("1", None): Fraction(-10)})
    assert tallies.score_of("1", ("1", "2"), adjustments).value == 90
    assert tallies.score_of("3", ("1", "2"), adjustments).value == 0


def test_in_an_event_without_sessions_a_penalty_is_taken_once() -> None:
    assert tallied(*two_tables()).score_of("1", (None,), penalties({("1", None): Fraction(-10)})).value == 90


def test_a_board_that_changes_is_taken_off_and_counted_again() -> None:
    def board(score: int) -> tuple:
        made = board_of(
            BoardKey(None, None, "1"), [result("1", "1", "2", score), result("1", "3", "4", 50)], None, None
        )
        return made, {made.key: tuple(EBU.score(made.lines, 2))}

    tallies = Tallies()
    for score in (420, -50, 110):
        made, points = board(score)
        tallies.update([made], points)
    assert {who: of[None].score for who, of in tallies.by.items()} == {"1": 2, "2": 0, "3": 0, "4": 2}
    assert tallies.by["1"][None].boards == 1
    tallies.update([], {})
    assert tallies.sessions == []
    assert tallies.score_of("1", (None,), Adjustments()).value is None


def test_points_that_are_added_to_the_event_are_added_once() -> None:
    tallies = tallied(*two_tables("1", "1"), *two_tables("1", "2"))
    bonus = Adjustments({("1", None): [Amount("adjustment", Fraction(1), percent=False, counted=True)]})
    assert tallies.score_of("1", ("1", "2"), bonus).adjustments.adjustment == 1
    assert tallies.score_of("1", ("1",), bonus, overall=False).adjustments.adjustment == 0


def test_totals_without_a_top_can_be_brought_to_the_same_number_of_boards() -> None:
    tallies = Tallies(topped=False)
    tallies.tally("1", None).add(Fraction(5), Fraction(0), ns=True)
    tallies.tally("1", None).add(Fraction(1), Fraction(0), ns=True)
    whole = tallies.score_of("1", (None,), Adjustments())
    assert (whole.value, whole.stretched(3).value, whole.stretched(3).boards) == (6, 9, 2)


scores = st.lists(
    st.tuples(
        st.integers(1, 6),
        st.integers(11, 16),
        st.integers(1, 4),
        st.sampled_from([-50, 0, 50, 420]),
        st.sampled_from(["1", "2"]),
    ),
    max_size=24,
    unique_by=lambda played: (played[0], played[2], played[4]),
)


@given(scores, st.dictionaries(st.integers(1, 16).map(str), st.integers(-20, 20).map(Fraction), max_size=3))
def test_sessions_and_their_penalties_add_up_to_the_event(
    played: list[tuple[int, int, int, int, str]], percents: dict[str, Fraction]
) -> None:
    tallies = tallied(*(result(str(b), str(n), str(e), s, session=when) for n, e, b, s, when in played))
    adjustments = penalties({(who, session): value for who, value in percents.items() for session in (None, "1")})
    for who in tallies.by:
        parts = [tallies.score_of(who, (session,), adjustments) for session in ("1", "2")]
        event = tallies.score_of(who, ("1", "2"), adjustments)
        for name in ("score", "possible", "boards"):
            assert getattr(event, name) == sum(getattr(part, name) for part in parts)
        assert event.adjustments.adjustment == sum(part.adjustments.adjustment for part in parts)


def test_a_penalty_given_in_a_session_without_a_score_counts_for_the_event() -> None:
    tallies = Tallies(topped=False)
    tallies.count_match("1", "1", Fraction(15), 8)
    tallies.count_match("2", "2", Fraction(12), 8)
    late = Adjustments({("1", "2"): [Amount("adjustment", Fraction(-2), percent=False, counted=True)]})
    assert tallies.score_of("1", ("1", "2"), late).value == 13
    assert tallies.score_of("1", ("1",), late).value == 15
    assert tallies.score_of("1", ("2",), late).value is None


def test_matches_add_up_with_their_boards() -> None:
    tallies = Tallies(topped=False)
    tallies.count_match("1", None, Fraction(15), 8)
    tallies.count_match("1", None, Fraction(12), 0)
    whole = tallies.score_of("1", (None,), Adjustments())
    assert (whole.value, whole.boards, whole.possible, tallies.sessions) == (27, 8, 0, [None])


def test_the_most_boards_that_anybody_played_in_some_sessions() -> None:
    tallies = tallied(*two_tables("1", "1"), *two_tables("1", "2"), result("2", "1", "4", 50, session="2"))
    assert [tallies.most_boards(sessions) for sessions in (("1",), ("2",), ("1", "2"), ())] == [1, 2, 3, 0]


def test_where_totals_are_acblscores_a_second_result_on_a_board_is_none() -> None:
    board = board_of(BoardKey(None, None, "1"), [result("1", "1", "2", 420), result("1", "1", "3", 50)], None, None)
    points = {board.key: tuple(EBU.score(board.lines, 2))}
    once, twice = Tallies(acblscore=True), Tallies()
    for tallies in (once, twice):
        tallies.update([board], points)
    assert [(of.by["1"][None].score, of.by["1"][None].boards) for of in (once, twice)] == [(2, 1), (2, 2)]
    assert once.by["3"][None].boards == 1
    once.update([], {})
    assert once.by == {}


def test_sessions_brought_to_a_full_total_are_rounded_one_by_one_and_ranked_by_points() -> None:
    tallies = tallied(
        *two_tables("1", "1"), *two_tables("1", "2"), *two_tables("2", "2"), result("3", "1", "4", 50, session="2")
    )
    # Session 1: 2 of 2 to 7; session 2: 4 of 4, as a board with one line has no top, to 10.005.
    full = {("1", "1"): Fraction(7), ("1", "2"): Fraction("10.005")}
    whole = tallies.score_of("1", ("1", "2"), penalties({("1", "1"): Fraction(-10)}), full=full)
    assert (whole.score, whole.possible) == (Fraction("17.01"), Fraction("17.005"))
    assert (whole.value, whole.of(Fraction(3))) == (Fraction("16.31"), 3)
    assert tallies.score_of("3", ("3",), Adjustments(), full=full).value is None


def test_the_most_that_anybody_could_score_in_a_session() -> None:
    tallies = tallied(*two_tables("1"), *two_tables("2"), result("3", "5", "6", 50), result("3", "7", "8", 90))
    assert [tallies.most_possible(session) for session in (None, "9")] == [4, 0]


# Sessions as ACBLscore and the EBU add them up (36 of 36 rows of two real club games have the first one's numbers)


def whole(total: str, played: int, top: int, *, full: int | None = None, fined: str = "0") -> ParticipantScore:
    """A pair that has an equal part of the total on each of its boards."""
    tallies = Tallies(acblscore=full is not None)
    for _ in range(played):
        tallies.tally("1", None).add(Fraction(total) / played, Fraction(top), ns=True)
    fines = Adjustments({("1", None): [Amount("adjustment", Fraction(fined), percent=False, counted=True)]})
    of = None if full is None else {("1", None): Fraction(top) * full}
    return tallies.score_of("1", [None], fines if fined != "0" else Adjustments(), full=of)


def printed(of: ParticipantScore) -> tuple[str, str]:
    """Score and percentage as they are published."""
    percent = percentage(of.score + of.adjustments.adjustment, of.possible)
    assert percent is not None
    return f"{to_decimal(of.score + of.adjustments.adjustment, 2)}", f"{to_decimal(percent, 2)}"


@pytest.mark.parametrize(
    ("total", "played", "possible", "top", "score", "percent"),
    [
        ("163.5", 24, 26, 11, "177.13", "61.93"),
        ("161", 24, 26, 11, "174.42", "60.99"),
        ("145.5", 24, 26, 11, "157.63", "55.12"),
        ("127", 24, 26, 11, "137.58", "48.10"),
        ("38.5", 16, 18, 4, "43.31", "60.15"),
        ("29.0", 16, 18, 4, "32.63", "45.32"),
        ("26.5", 16, 18, 4, "29.81", "41.40"),
    ],
)
def test_acblscore_rounds_the_session_score_before_the_percentage(
    total: str, played: int, possible: int, top: int, score: str, percent: str
) -> None:
    of = whole(total, played, top, full=possible)
    assert printed(of) == (score, percent)
    assert (of.possible, of.boards) == (top * possible, played)


def test_the_exact_family_gives_another_hundredth_for_the_same_boards() -> None:
    of = whole("161", 24, 11)
    assert (of.score, of.possible, printed(of)[1]) == (161, 264, "60.98")


def test_an_acblscore_adjustment_is_added_after_rounding_and_counts_in_the_percentage() -> None:
    assert printed(whole("163.5", 24, 11, full=26, fined="-5.5")) == ("171.63", "60.01")


def test_a_session_without_a_result_has_no_value() -> None:
    assert whole("0", 0, 11).value is None
    assert whole("0", 0, 11, full=26).value is None


@given(st.lists(st.integers(0, 22).map(lambda wins: Fraction(wins, 2)), min_size=1, max_size=30))
def test_both_families_agree_to_a_hundredth_on_a_full_session(scores: list[Fraction]) -> None:
    exact = whole(str(sum(scores)), len(scores), 11)
    rounded = whole(str(sum(scores)), len(scores), 11, full=len(scores))
    assert abs(rounded.score - exact.score) <= Fraction(1, 200)
    assert abs(rounded.score / rounded.possible - exact.score / exact.possible) <= Fraction(1, 20_000)


def test_boards_with_different_tops_weigh_by_their_tops() -> None:
    tallies = Tallies()
    for points, top in ((7, 14), (6, 6)):
        tallies.tally("1", None).add(Fraction(points), Fraction(top), ns=True)
    assert tallies.score_of("1", [None], Adjustments()).value == 65


def test_what_is_carried_over_decides_with_the_session_and_handicap_too() -> None:
    """219.5 of this session and 192 of an earlier one are 411.5; the total itself has neither."""
    tallies = Tallies(topped=False)
    tallies.tally("1", None).add(Fraction("219.5"), Fraction(364), ns=True)
    given_ = [
        Amount("carried", Fraction(192), percent=False, counted=False),
        Amount("handicap", Fraction("4.5"), percent=False, counted=False),
    ]
    of = tallies.score_of("1", [None], Adjustments({("1", None): given_}))
    assert (of.value, of.stated) == (Fraction("416"), Fraction("219.5"))
    before_1_4 = [given_[0], Amount("handicap", Fraction("4.5"), percent=False, counted=True)]
    assert tallies.score_of("1", [None], Adjustments({("1", None): before_1_4})).stated == Fraction("224")


def test_tallies_are_equal_where_they_have_counted_the_same_in_whatever_measure() -> None:
    one, other = Tally(), Tally()
    one.add(Fraction(1, 2), Fraction(2), ns=True)
    one.add(Fraction(2, 3), Fraction(2), ns=True)
    other.add(Fraction(7, 6), Fraction(4), ns=True)
    assert one != other
    other.count(1, ns=True)
    assert one == other
    other.add(Fraction(1, 5), Fraction(0), ns=True, times=-1)
    assert (other.measure.below, other.score, other.possible) == (30, Fraction(29, 30), 4)
    assert one != other


def score(value: Fraction | None, possible: int = 0, boards: int = 3) -> ParticipantScore:
    return ParticipantScore(Fraction(6), Fraction(possible), boards, Adjustment(handicap=Fraction(1)), value)


def test_scores_are_stretched_to_the_most_boards() -> None:
    plain = score(Fraction(7))
    stretched = plain.stretched(4)
    assert (stretched.score, stretched.value, stretched.boards) == (plain.score * 4 / 3, plain.score * 4 / 3 + 1, 3)
    of_top = score(Fraction(7), possible=12).stretched(4)
    assert (of_top.score, of_top.possible, of_top.value) == (8, 16, Fraction(900, 16))
    for other in (score(None), score(Fraction(7), boards=0), score(Fraction(7), boards=4)):
        assert other.stretched(4) is other


def test_a_program_may_round_before_it_stretches() -> None:
    of_sevenths = ParticipantScore(Fraction(-9, 7), Fraction(0), 16, Adjustment(), Fraction(-9, 7)).stretched(24)
    assert of_sevenths.score == Fraction(-27, 14)
    assert of_sevenths.rounded == Fraction(-387, 200)


def test_points_are_a_percentage_where_there_is_a_top() -> None:
    assert score(Fraction(7), possible=12).of(Fraction(3)) == 25
    assert score(Fraction(7)).of(Fraction(3)) == 3
    assert ParticipantScore(Fraction(6), Fraction(12), 3, Adjustment(), None, by_points=True).of(Fraction(3)) == 3


def test_a_board_that_is_gone_is_taken_off_and_one_that_stays_is_not_counted_twice() -> None:
    lines = two_tables("1")
    boards = boards_of(tuple([*lines, *two_tables("2")]))
    points = {board.key: tuple(EBU.score(board.lines, 2)) for board in boards}
    tallies = Tallies()
    tallies.update(boards, points)
    tallies.update(boards, points)
    assert tallies.by["1"][None].boards == 2
    tallies.update(boards[:1], points)
    assert (tallies.by["1"][None].boards, tallies.by["1"][None].scores) == (1, 1)
    assert tallies.by["1"][None].score == points[boards[0].key][0].ns


def test_who_is_taken_off_every_board_is_not_known_any_more() -> None:
    tallies = Tallies()
    for lines in ([result("1", "1", "2", 50)], [result("1", "1", "9", 50)], []):
        boards = boards_of(tuple(lines))
        tallies.update(boards, {board.key: tuple(EBU.score(board.lines, 2)) for board in boards})
        assert sorted(tallies.by) == sorted({pair for line in lines for pair in (line.sides.ns, line.sides.ew) if pair})
