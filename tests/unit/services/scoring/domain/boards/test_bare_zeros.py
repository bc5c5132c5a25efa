from decimal import Decimal

import pytest

from contracts.facts import ResultFact, StatedScore
from services.scoring.domain.boards.bare_zeros import BareZeros, is_bare_zero
from services.scoring.domain.boards.board_list import Board, BoardKey, board_of
from services.scoring.domain.boards.line_methods import MATCH_POINTS
from tests.support.fragments import result


def line(table: int, points: int, stated: tuple[int, int] | None, contract: str | None = "3NT") -> ResultFact:
    states = None if stated is None else StatedScore(ns=Decimal(stated[0]), ew=Decimal(stated[1]), unit="match_points")
    return result("1", str(table), str(table + 10), points).replace(contract=contract, stated=states)


def the_board(*lines: ResultFact) -> Board:
    return board_of(BoardKey(None, None, "1"), lines, None, None)


def read(*lines: ResultFact) -> list[int | None]:
    """North-South's score of each line."""
    (board,) = BareZeros().read([the_board(*lines)], MATCH_POINTS)
    return [line.ns for line in board.lines]  # type: ignore[misc]


PLAYED = (line(1, 420, (4, 0)), line(2, 50, (2, 2)), line(3, -100, (0, 4)))
PLAYED_BESIDE_A_PASS = (line(1, 420, (6, 0)), line(2, 50, (4, 2)), line(3, -100, (0, 6)))


@pytest.mark.parametrize("stated", [(3, 2), (2, 2), None])
def test_a_zero_that_the_other_lines_do_not_count_is_no_score(stated: tuple[int, int] | None) -> None:
    assert read(*PLAYED, line(4, 0, stated, contract=None)) == [420, 50, -100, None]
    assert read(*PLAYED, line(4, 0, stated, contract="Director")) == [420, 50, -100, None]


def test_a_zero_that_the_other_lines_count_was_passed_out() -> None:
    assert read(*PLAYED_BESIDE_A_PASS, line(4, 0, (2, 4), contract=None)) == [420, 50, -100, 0]


def test_a_zero_with_a_word_for_it_was_passed_out_whatever_is_stated() -> None:
    assert read(*PLAYED, line(4, 0, None, contract="PASS")) == [420, 50, -100, 0]


def test_where_nothing_is_stated_a_zero_was_passed_out() -> None:
    assert read(*(each.replace(stated=None) for each in PLAYED), line(4, 0, None, contract=None)) == [420, 50, -100, 0]


def test_where_no_line_has_a_contract_a_zero_was_passed_out() -> None:
    assert read(*(each.replace(contract=None) for each in PLAYED), line(4, 0, None, contract=None))[3] == 0


def test_a_declarer_or_tricks_belong_to_a_contract_that_was_played() -> None:
    bare = line(4, 0, None, contract=None)
    assert is_bare_zero(bare)
    assert is_bare_zero(bare.replace(tricks=0))
    assert not any(map(is_bare_zero, (bare.replace(declarer="N"), bare.replace(tricks=9), line(4, 50, None, None))))


def test_boards_without_one_are_the_same_object_and_others_are_kept() -> None:
    zeros, sound = BareZeros(), [the_board(*PLAYED)]
    assert zeros.read(sound, MATCH_POINTS) is sound
    doubtful = [the_board(*PLAYED, line(4, 0, None, contract=None))]
    assert zeros.read(doubtful, MATCH_POINTS)[0] is zeros.read(doubtful, MATCH_POINTS)[0]
    assert zeros.read(doubtful, ()) is doubtful
