"""Boards with their results: one that a fragment does not touch stays the same object."""

from collections.abc import Iterable
from typing import Any

from contracts.facts import DealFact, Detail, EventFact, Hand, ResultFact, Scope, SectionFact
from services.scoring.domain.boards.board_index import BoardsToDate
from services.scoring.domain.boards.board_list import Board
from services.scoring.domain.merging.merge import MergeState
from tests.support.fragments import fragment, result


class Evening:
    """An event to which files come one by one."""

    def __init__(self) -> None:
        self.merged, self.boards = MergeState(), BoardsToDate()

    def after(self, name: str, results: Iterable[ResultFact] = (), **facts: Any) -> dict[str, Board]:
        changes = self.merged.apply(fragment(name, minutes=len(self.merged.fragments), results=results, **facts))
        self.boards.change(self.merged, changes)
        return {board.key.board: board for board in self.boards.assemble(self.merged.merged()[0])}


def test_a_result_makes_its_own_board_anew_and_no_other() -> None:
    evening = Evening()
    before = evening.after("first", [result("1", "1", "2", 420), result("2", "1", "2", 50)])
    after = evening.after("second", [result("2", "3", "4", 100)])
    assert after["1"] is before["1"]
    assert [line.sides.ns for line in after["2"].results] == ["1", "3"]


def test_boards_stand_in_the_order_of_their_numbers() -> None:
    assert list(Evening().after("all", [result(board, "1", "2", 50) for board in ("10", "2", "1")])) == ["1", "2", "10"]


def test_sections_that_are_scored_together_share_a_board() -> None:
    evening = Evening()
    lines = [result("1", "1", "2", 50, section="A"), result("1", "11", "12", 50, section="B")]
    assert len(evening.after("lines", lines)["1"].results) == 2
    together = tuple(SectionFact(id=name, scored_with="A") for name in "AB")
    assert evening.after("sections", sections=together)["1"].key.group == "A"


def test_a_deal_of_no_session_is_that_of_the_only_session_with_results() -> None:
    evening = Evening()
    deal = DealFact(board="1", north=Hand(spades="AK"), vulnerable="All")
    (board,) = evening.after("hands", [result("1", "1", "2", 50, session="2")], deals=(deal,)).values()
    assert str(board.vulnerability) == "All"
    assert evening.boards.deals(evening.merged.merged()[0])["2", "1"].north == Hand(spades="AK")


def test_a_board_without_results_any_more_is_gone() -> None:
    evening = Evening()
    evening.after("first", [result("1", "1", "2", 420), result("2", "1", "2", 50)])
    left = evening.after("second", [result("2", "1", "2", 50)], scope=Scope(whole=True))
    assert list(left) == ["2"]


def test_the_way_of_old_undertricks_makes_every_board_anew() -> None:
    evening = Evening()
    line = result("1", "1", "2", None, contract="4Sx", declarer="N", tricks=5)
    assert [board.lines[0].ns for board in evening.after("first", [line]).values()] == [-1100]
    old = EventFact(details=(Detail(name="Scoring", value="OldMP"),))
    (board,) = evening.after("second", events=(old,)).values()
    assert board.lines[0].ns == -900
