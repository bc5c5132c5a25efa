"""Average plus and minus by what a pair has on its other boards."""

import random
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.base import FileFormat
from contracts.decisions import Awarded, SetScore
from contracts.facts import ResultFact, Score, Sides, StatedScore
from services.scoring.domain.boards.adjusted_averages import AwardedPoints, with_own_averages
from services.scoring.domain.boards.board_list import Board, BoardKey, board_of
from services.scoring.domain.boards.board_scores import BoardScores
from services.scoring.domain.boards.line_methods import EBU
from services.scoring.domain.event.event_state import EventState, Scored
from services.scoring.domain.rankings.tallies import Tallies
from tests.support.decided import decided
from tests.support.fragments import fragment, pair, points, result, stated
from tests.support.scored_matches import boards_of

PLUS, MINUS = Score(kind="average", percent=Decimal(60)), Score(kind="average", percent=Decimal(40))
AVERAGE = Score(kind="average", percent=Decimal(50))


def ruled(ns: Score, ew: Score, said: StatedScore | None = None, **more: Any) -> ResultFact:
    return result("4", "1", "4", ns_score=ns, ew_score=ew, stated=said, **more)


def evening(ruling: ResultFact, *, won: int, **of_round: int) -> list[ResultFact]:
    """Four boards of three tables: pair 1 has a top on the first `won` of three, else a bottom, and then a ruling."""
    lines = []
    for number in (1, 2, 3):
        board, more = str(number), {"round": of_round[f"b{number}"]} if of_round else {}
        lines.append(result(board, "1", "4", 140 if number <= won else 50, **more))
        lines += [result(board, "2", "5", 110, **more), result(board, "3", "6", 80, **more)]
    return [*lines, ruling, result("4", "2", "5", 110), result("4", "3", "6", 80)]


def scored(lines: list[ResultFact], file_format: FileFormat = "usebio") -> Scored:
    state = EventState("club-pairs-2026-03-07")
    pairs = tuple(pair(str(number)) for number in range(1, 7))
    state.apply(fragment("evening", results=lines, file_format=file_format, participants=pairs))
    return state.score()[0]


def worth(of: Scored) -> tuple[Decimal | None, Decimal | None]:
    (line,) = [line for board in of.boards if board.board == "4" for line in board.lines if line.ns == "1"]
    return line.ns_points, line.ew_points


@pytest.mark.parametrize(
    ("won", "ns", "ew", "points"),
    [
        (3, PLUS, MINUS, ("4", "0")),  # 100 % and 0 % on the other boards
        (3, MINUS, PLUS, ("1.6", "2.4")),
        (2, PLUS, MINUS, ("2.67", "1.33")),  # two thirds and one third
        (1, PLUS, PLUS, ("2.4", "2.67")),
        (3, AVERAGE, AVERAGE, ("2", "2")),
    ],
)
def test_a_plus_is_at_least_and_a_minus_at_most_the_average_on_the_other_boards(
    won: int, ns: Score, ew: Score, points: tuple[str, str]
) -> None:
    of = scored(evening(ruled(ns, ew), won=won))
    assert worth(of) == tuple(map(Decimal, points))
    assert of.standings.method.awards == (None if ns is AVERAGE or (ns is MINUS and won == 3) else "own average")


def test_the_average_on_the_other_boards_is_in_the_total() -> None:
    rows = {row.id: row for row in scored(evening(ruled(PLUS, MINUS), won=3)).standings.rankings[0].rows}
    assert (rows["1"].total, rows["1"].percentage, rows["4"].percentage) == (16, 100, 0)


def test_a_percentage_is_what_somebody_has_made_of_it_already() -> None:
    sixty, forty = (Score(kind="artificial", percent=Decimal(percent)) for percent in (60, 40))
    of = scored(evening(ruled(sixty, forty), won=3))
    assert (worth(of), of.standings.method.awards) == ((Decimal("2.4"), Decimal("1.6")), None)


def test_programs_that_state_60_and_40_are_followed_and_so_are_those_that_do_not() -> None:
    plain = scored(evening(ruled(PLUS, MINUS, stated("2.4", "1.6")), won=3))
    assert (worth(plain), plain.standings.method.awards) == ((Decimal("2.4"), Decimal("1.6")), None)
    lawful = scored(evening(ruled(PLUS, MINUS, stated("4", "0")), won=3))
    assert (worth(lawful), lawful.standings.method.awards) == ((4, 0), "own average")
    assert plain.findings == lawful.findings == ()


def test_acblscore_leaves_awards_at_60_and_40_percent() -> None:
    of = scored(evening(ruled(PLUS, MINUS), won=3), "acblscore")
    assert worth(of) == (Decimal("1.2"), Decimal("0.8"))


def test_boards_that_wait_for_the_average_are_not_among_the_others() -> None:
    lines = evening(ruled(PLUS, MINUS), won=2)
    lines[6] = result("3", "1", "4", ns_score=PLUS, ew_score=MINUS)
    assert worth(scored(lines)) == (4, 0)


def test_a_file_without_awards_is_scored_as_before() -> None:
    of = scored(evening(result("4", "1", "4", 140), won=3))
    assert (worth(of), of.standings.method.awards) == ((4, 0), None)


def boards(lines: list[ResultFact]) -> list[Board]:
    return [
        board_of(BoardKey(None, None, str(n)), [r for r in lines if r.board == str(n)], None, None)
        for n in (1, 2, 3, 4)
    ]


@pytest.mark.parametrize(("in_matches", "points"), [(True, Fraction("2.4")), (False, Fraction(8, 3))])
def test_in_a_match_its_own_boards_are_the_others(in_matches: bool, points: Fraction) -> None:
    lines = evening(ruled(PLUS, PLUS, round=2), won=2, b1=1, b2=1, b3=2)
    every = boards(lines)
    plain = {board.key: tuple(EBU.score(board.lines, 3)) for board in every}
    tallies = None if in_matches else Tallies()
    if tallies is not None:
        tallies.update(every, plain)
    found = with_own_averages(every, plain, tallies)
    assert found[every[3].key][0].ns == points
    assert found[every[0].key] == plain[every[0].key]


def test_two_players_of_an_individual_share_an_award_that_stays_as_it_is() -> None:
    line = ruled(PLUS, MINUS)
    alone = line.sides.replace(ns=None, ew=None, north="1", south="2", east="4", west="5")
    (board,) = [b for b in boards([*evening(line.replace(sides=alone), won=3)]) if b.key.board == "4"]
    assert board.awards == ()


def test_an_award_that_the_director_gives_follows_the_other_boards_whatever_the_file_states() -> None:
    """The files have no awards, and state the points of the result that was played."""
    lines = evening(result("4", "1", "4", 140, stated=stated("4", "0")), won=2)
    plus, minus = Awarded(award="average plus"), Awarded(award="average minus")
    for ns, ew, each in ((plus, minus, ("2.67", "1.33")), (minus, plus, ("1.6", "2.4"))):
        state = EventState("club-pairs-2026-03-07")
        state.apply(fragment("evening", results=lines, participants=tuple(pair(str(n)) for n in range(1, 7))))
        ruling = SetScore(decision="score", board="4", sides=Sides(ns="1", ew="4"), ns=ns, ew=ew)
        state.apply(decided(ruling, minutes=5))
        of = state.score()[0]
        assert worth(of) == tuple(map(Decimal, each))
        assert of.standings.differences == 0


@pytest.mark.slow
@given(st.randoms(use_true_random=False), st.integers(2, 6), st.integers(2, 6))
def test_averages_follow_a_changed_result_as_if_everything_was_scored_anew(
    dice: random.Random, tables: int, count: int
) -> None:
    """One state that follows three changes, and for each of them one that begins anew; both by the long way."""
    lines = [
        result(str(board), f"{n}N", f"{(n + board) % tables}E", dice.choice((420, 170, 50, -100)))
        for board in range(1, count + 1)
        for n in range(tables)
    ]
    for number in dice.sample(range(len(lines)), dice.randint(1, 3)):
        ns, ew = dice.choice(((PLUS, MINUS), (MINUS, PLUS), (PLUS, PLUS)))
        lines[number] = lines[number].replace(ns_score=ns, ew_score=ew)
    state = EventState("club-pairs-2026-03-07")
    state.apply(fragment("evening", results=lines))
    state.score()
    for minute in range(1, 4):
        number = dice.randrange(len(lines))
        score = dice.choice((points(620), points(0), PLUS))
        lines[number] = lines[number].replace(ns_score=score, ew_score=score)
        state.apply(fragment(f"change {minute}", minutes=minute, results=[lines[number]]))
        anew = EventState("club-pairs-2026-03-07")
        anew.apply(fragment("anew", results=lines))
        assert state.score()[0].boards == anew.score()[0].boards
        assert state.score()[0].standings.rankings == anew.score()[0].standings.rankings


def test_what_is_stated_for_an_award_is_compared_with_its_own_side() -> None:
    plus, minus = (Score(kind="average", percent=Decimal(percent)) for percent in (60, 40))
    award = result("1", "1", "2", ns_score=plus, ew_score=minus)
    others = [result("1", "3", "4", 50), result("1", "5", "6", 50)]

    def misses(ns: str | None, ew: str | None) -> int:
        claim = StatedScore(ns=ns and Decimal(ns), ew=ew and Decimal(ew))
        boards = boards_of((award.replace(stated=claim), *others))
        return AwardedPoints(boards, BoardScores(), in_matches=False).misses(EBU, own_averages=False)

    worth = EBU.score(boards_of((award, *others))[0].lines, 3)[0]
    ns, ew = f"{float(worth.ns or 0):g}", f"{float(worth.ew or 0):g}"
    assert (misses(ns, ew), misses(ns, None), misses(None, ew), misses(ew, ns)) == (0, 0, 0, 2)
    assert (misses(ns, ns), misses(ew, ew)) == (1, 1)


@pytest.mark.parametrize("award_of_ns", [True, False])
def test_an_award_without_matchpoints_changes_nothing(*, award_of_ns: bool) -> None:
    sides = (PLUS, points(110)) if award_of_ns else (points(110), PLUS)
    every = boards(evening(ruled(*sides), won=3 if award_of_ns else 0))
    plain = {board.key: tuple(EBU.score(board.lines, 3)) for board in every}
    lines = plain[every[3].key]
    without = lines[0]._replace(ns=None) if award_of_ns else lines[0]._replace(ew=None)
    known = {**plain, every[3].key: (without, *lines[1:])}
    tallies = Tallies()
    tallies.update(every, plain)
    assert with_own_averages(every, known, tallies) == known
    assert with_own_averages(every, plain, tallies) != plain
