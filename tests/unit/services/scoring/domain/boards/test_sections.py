from decimal import Decimal

from contracts.facts import BoardFact, Facts, SectionFact
from services.scoring.domain.boards.board_list import Board, BoardKey, board_of
from services.scoring.domain.boards.sections import SplitBoards, dealt_by_round, may_be_apart, section_tops
from tests.support.fragments import result


def the_board(number: str, *sections: str | None, session: str | None = None) -> Board:
    results = [
        result(number, str(2 * n), str(2 * n + 1), 10 * n, section=section, session=session)
        for n, section in enumerate(sections)
    ]
    return board_of(BoardKey(session, None, number), results, BoardFact(board=number, datum="70"), None)


def lines(board: Board) -> list[tuple[str | None, object]]:
    return [(fact.sides.ns, line.ns) for fact, line in zip(board.results, board.lines, strict=True)]


def test_each_section_gets_the_lines_that_it_played() -> None:
    first, second = SplitBoards("section").split([the_board("7", "A", "B", "A")])
    assert (first.key, second.key) == (BoardKey(None, "A", "7"), BoardKey(None, "B", "7"))
    assert (lines(first), lines(second)) == ([("0", 0), ("4", 20)], [("2", 10)])
    assert (first.from_contract, first.datum, first.vulnerability) == ((False, False), 70, second.vulnerability)


def test_parts_are_in_the_order_of_session_section_and_board() -> None:
    boards = [the_board("10", "B", "A", session="2"), the_board("2", "A", "B", session="1")]
    assert [part.key.id for part in SplitBoards("section").split(boards)] == ["1-a-2", "1-b-2", "2-a-10", "2-b-10"]


def test_lines_outside_every_section_are_a_part_of_their_own() -> None:
    assert [part.key.group for part in SplitBoards("section").split([the_board("1", "A", None)])] == [None, "A"]


def test_a_board_that_does_not_change_keeps_its_parts() -> None:
    split = SplitBoards("section")
    one, two = the_board("1", "A", "B"), the_board("2", "A", "B")
    before = split.split([one, two])
    changed = the_board("2", "A", "B", "B")
    after = split.split([one, changed])
    assert [part for part in after if any(part is old for old in before)] == [before[0], before[2]]


def test_boards_that_are_gone_have_no_parts() -> None:
    split = SplitBoards("section")
    split.split([the_board("1", "A", "B"), the_board("2", "A", "B")])
    assert {part.key.board for part in split.split([the_board("2", "A", "B")])} == {"2"}


def of_rounds(*rounds: tuple[int | None, str, str], group: str | None = None) -> Board:
    results = [result("7", ns, ew, 100, round=number) for number, ns, ew in rounds]
    return board_of(BoardKey(None, group, "7"), results, None, None)


def test_each_round_gets_the_lines_that_it_played() -> None:
    board = of_rounds((1, "1", "2"), (2, "1", "3"), (None, "4", "5"))
    assert [part.key.group for part in SplitBoards("round").split([board])] == [None, "R1", "R2"]
    grouped = of_rounds((1, "1", "2"), (2, "1", "3"), group="A")
    assert [part.key.group for part in SplitBoards("round").split([grouped])] == ["A-R1", "A-R2"]


def test_a_board_that_a_side_has_in_two_rounds_was_dealt_anew() -> None:
    assert dealt_by_round([of_rounds((1, "1", "2")), of_rounds((1, "1", "2"), (2, "3", "1"))])
    assert not dealt_by_round([of_rounds((1, "1", "2"), (2, "3", "4"), (None, "1", "5"), (1, "1", "6"))])


def played(*sections: str | None, **more: object) -> Facts:
    return Facts(results=tuple(result("1", f"{n}", "x", section=name) for n, name in enumerate(sections)), **more)


def test_only_sections_that_nobody_says_anything_about_may_be_scored_apart() -> None:
    assert may_be_apart(played("A", "B"))
    assert not may_be_apart(played("A", "A"))
    assert not may_be_apart(played(None, None))
    together = (SectionFact(id="A", scored_with="1"), SectionFact(id="B", scored_with="1"))
    assert not may_be_apart(played("A", "B", sections=together))


def test_tops_are_those_of_groups_of_sections_or_of_each() -> None:
    facts = Facts(
        sections=(
            SectionFact(id="A", session="1", scored_with="A", top=12),
            SectionFact(id="B", session="1", scored_with="A"),
            SectionFact(id="C", session="1", top=5),
            SectionFact(id="D", session="1", top=7),
            SectionFact(id="E", session="2", top="6.5"),
        )
    )
    assert section_tops(facts) == {("1", "A"): 12, ("1", None): 7}
    assert section_tops(facts, apart=True) == {("1", "A"): 12, ("1", "C"): 5, ("1", "D"): 7}


def test_a_top_that_is_no_whole_number_is_none() -> None:
    facts = Facts(sections=(SectionFact(id="A", top=Decimal("7.5")), SectionFact(id="B", top=Decimal(5))))
    assert section_tops(facts) == {(None, None): 5}
