from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from contracts.facts import StatedScore
from services.scoring.domain.boards.board_list import Board, BoardKey, board_of
from services.scoring.domain.boards.board_scores import SAMPLE, BoardScores, fields_of, telling
from services.scoring.domain.boards.imp_methods import CROSS_IMPS
from services.scoring.domain.boards.line_methods import ACBL, EBU, MATCH_POINTS
from services.scoring.domain.method.search import best
from shared.bridge.boards.cross_imps import CrossAverage
from tests.support import by_hand
from tests.support.fragments import result

SCORES = (420, 450, -50, 420)


def traveller(
    number: str = "1",
    scores: tuple[int, ...] = SCORES,
    stated: tuple[Fraction, ...] | None = None,
    session: str | None = None,
    group: str | None = None,
) -> Board:
    lines = []
    for n, score in enumerate(scores):
        line = result(number, f"{n}", f"{n + 20}", score, session=session)
        if stated is not None:
            points = by_hand.printed(stated[n])
            line = line.replace(stated=StatedScore(ns=points))
        lines.append(line)
    return board_of(BoardKey(session, group, number), lines, None, None)


def test_the_field_is_the_fullest_board_of_its_session_and_group() -> None:
    boards = [
        traveller("1"),
        traveller("2", (50, 60)),
        traveller("1", (50, 60), session="2"),
        traveller("1", (50,) * 3, group="B"),
    ]
    assert fields_of(boards) == {(None, None): 4, ("2", None): 2, (None, "B"): 3}


def test_points_of_a_board_are_kept_while_it_and_its_field_stay_the_same() -> None:
    scores = BoardScores()
    one, two = traveller("1"), traveller("2")
    before = scores.points([one, two], EBU)
    after = scores.points([one, traveller("2", (50, 50, 50, 90))], EBU)
    assert after[one.key] is before[one.key]
    assert after[two.key] != before[two.key]


def test_a_fuller_board_elsewhere_scores_every_board_of_the_field_again() -> None:
    scores = BoardScores()
    one = traveller("1", (50, 90, 120))
    assert scores.points([one], EBU)[one.key][2].ns == 4
    fuller = scores.points([one, traveller("2", (1, 2, 3, 4, 5))], EBU)
    # Neuberg: 5/3·(4 + 1) - 1.
    assert fuller[one.key][2].ns == Fraction(22, 3)


def test_each_method_has_points_of_its_own() -> None:
    scores, board = BoardScores(), traveller()
    by_methods = [[line.ns for line in scores.points([board], way)[board.key]] for way in (EBU, ACBL, CROSS_IMPS[0])]
    points = by_hand.match_points(SCORES)
    assert by_methods == [points, [value / 2 for value in points], by_hand.cross_imps(SCORES)]


def test_the_method_that_gives_the_stated_points_is_found() -> None:
    sums = tuple(by_hand.cross_imps(SCORES, 1))
    method = best(CROSS_IMPS, BoardScores().sample_misses([traveller(stated=sums)]))
    assert method.described().average == CrossAverage.SUM.value
    halves = tuple(value / 2 for value in by_hand.match_points(SCORES))
    assert best(MATCH_POINTS, BoardScores().sample_misses([traveller(stated=halves)])).described().scale == "1-½-0"


def test_without_stated_points_the_default_stands() -> None:
    assert best(MATCH_POINTS, BoardScores().sample_misses([traveller()])) == EBU


def test_wrong_points_are_counted_over_all_boards() -> None:
    right = tuple(by_hand.match_points(SCORES))
    wrong = (right[0] + 1, right[1], right[2] + 1, right[3])
    boards = [traveller("1", stated=right), traveller("2", stated=wrong), traveller("3")]
    assert BoardScores().wrong(boards, EBU) == 2


def test_tallies_follow_the_boards() -> None:
    scores = BoardScores()
    first, second = traveller("1", (50, 90)), traveller("2", (50, 90))

    def of_pair(number: str, *boards: Board) -> tuple[Fraction, int]:
        tally = scores.tallies(boards, EBU, scores.points(boards, EBU)).by[number][None]
        return tally.score, tally.boards

    assert of_pair("1", first, second) == (4, 2)
    assert of_pair("1", first) == (2, 1)
    assert of_pair("0", first, traveller("2", (90, 50))) == (2, 2)


def test_tallies_of_imps_have_no_top() -> None:
    scores, board = BoardScores(), traveller()
    tallies = scores.tallies([board], CROSS_IMPS[0], scores.points([board], CROSS_IMPS[0]))
    assert not tallies.topped
    assert tallies.by["0"][None].possible == 0


def test_boards_with_gaps_tell_most_and_come_first_and_those_without_points_tell_nothing() -> None:
    zeros = (Fraction(0),) * 4
    full, gaps = traveller("1", stated=zeros), [traveller(number, (50, 90), stated=zeros) for number in "23"]
    boards = [full, traveller("4", (50,)), *gaps]
    assert telling(boards, fields_of(boards)) == [*gaps, full]


def test_no_more_boards_are_tried_than_needed() -> None:
    boards = [traveller(str(number), stated=(Fraction(0),) * 4) for number in range(SAMPLE + 1)]
    assert len(telling(boards, fields_of(boards))) == SAMPLE


@given(
    st.lists(st.lists(st.sampled_from([-100, 50, 90, 420]), min_size=1, max_size=6), min_size=1, max_size=5), st.data()
)
def test_points_after_any_changes_are_those_of_boards_scored_afresh(
    fields: list[list[int]], data: st.DataObject
) -> None:
    scores = BoardScores()
    boards = [traveller(str(n), tuple(field)) for n, field in enumerate(fields)]
    scores.tallies(boards, EBU, scores.points(boards, EBU))
    place = data.draw(st.integers(0, len(boards) - 1))
    boards[place] = traveller(
        str(place), tuple(data.draw(st.lists(st.sampled_from([50, 620]), min_size=1, max_size=7)))
    )
    fresh = BoardScores()
    assert scores.points(boards, EBU) == fresh.points(boards, EBU)
    tallied = scores.tallies(boards, EBU, scores.points(boards, EBU)).by
    again = fresh.tallies(boards, EBU, fresh.points(boards, EBU)).by
    assert {name: own for name, own in tallied.items() if any(t.scores for t in own.values())} == again


def test_acblscore_brings_a_board_to_the_top_that_is_stated_and_others_to_the_fullest_board() -> None:
    board = traveller("1", (50, 90))
    for stated, top in ((3, 3), (1, 1), (0, 1)):
        scores = BoardScores(tops={(None, None): stated, ("2", None): 9})
        assert {worth.top_ns for worth in scores.points([board], ACBL)[board.key]} == {top}
        assert {worth.top_ns for worth in scores.points([board], EBU)[board.key]} == {2}
    # Neuberg: (4/2)·(1 + ½) - ½ of a top of 3.
    assert BoardScores(tops={(None, None): 3}).points([board], ACBL)[board.key][1].ns == Fraction(5, 2)


def test_points_that_are_of_the_stated_top_are_found_and_right() -> None:
    boards = [traveller("1", (50, 90), stated=(Fraction(1, 2), Fraction(5, 2)))]
    with_top, without = BoardScores(tops={(None, None): 3}), BoardScores()
    assert best(MATCH_POINTS, with_top.sample_misses(boards)) == ACBL
    assert (with_top.wrong(boards, ACBL), without.wrong(boards, ACBL)) == (0, 2)


def test_a_top_that_changes_scores_the_boards_again() -> None:
    scores, board = BoardScores(), traveller("1", (50, 90))
    before = scores.points([board], ACBL)[board.key]
    scores.tops = {(None, None): 3}
    assert scores.points([board], ACBL)[board.key] != before


def test_tallies_with_plain_awards_are_kept_beside_the_others() -> None:
    boards, scores = [traveller()], BoardScores()
    points = scores.points(boards, EBU)
    plain = scores.plain_tallies(boards, EBU, points)
    assert plain is scores.plain_tallies(boards, EBU, points)
    assert plain is not scores.tallies(boards, EBU, points)
    assert plain.tally("0", None).score == scores.tallies(boards, EBU, points).tally("0", None).score
    assert plain.tally("0", None).possible > 0


def test_sections_that_are_scored_apart_keep_their_points() -> None:
    lines = [result("1", str(n), str(n + 20), 10 * n, section="AB"[n % 2]) for n in range(4)]
    board, scores = board_of(BoardKey(None, None, "1"), lines, None, None), BoardScores()
    apart, parts = scores.apart([board], "section")
    assert [part.key.group for part in parts] == ["A", "B"]
    again, same = scores.apart([board], "section")
    assert again is apart
    assert all(part is other for part, other in zip(parts, same, strict=True))
