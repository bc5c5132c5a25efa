import random

from services.scoring.domain.boards.all_boards import AllBoards, keys_of, others, traits_of
from services.scoring.domain.boards.board_list import Board, BoardKey, board_of
from tests.support.fragments import result, stated


def key(board: str) -> BoardKey:
    return BoardKey(None, None, board)


def made(number: int, dice: random.Random) -> Board:
    """A board with a few lines, of some of which something is stated."""
    lines = [result(str(number), str(ns), str(ns + 5), dice.choice((50, 90, None))) for ns in range(dice.randint(1, 4))]
    stating = [line.replace(stated=dice.choice((None, stated("1", "0"), stated("1.25", "0.75")))) for line in lines]
    return board_of(key(str(number)), stating, None, None)


def test_boards_that_change_are_counted_as_if_all_were_counted_anew() -> None:
    dice = random.Random(5)
    boards = [made(number, dice) for number in range(12)]
    to_date = AllBoards.of(boards)
    for _ in range(40):
        for number in dice.sample(range(12), dice.randint(0, 3)):
            boards[number] = made(number, dice)
        before, to_date = to_date, to_date.changed(boards)
        assert to_date.keys is before.keys
        assert (tuple(to_date), keys_of(to_date), traits_of(to_date)) == (
            tuple(boards),
            keys_of(boards),
            traits_of(boards),
        )


def test_the_boards_that_are_others_are_those_with_other_results_or_values() -> None:
    first, second, third = (board_of(key(number), [result(number, "1", "2", 50)], None, None) for number in "123")
    again = board_of(key("2"), [result("2", "1", "2", 90)], None, None)
    worth = {board.key: object() for board in (first, second, third)}
    before = ((first, second, third), worth)
    assert others(before, before) == []
    assert others(((first, again, third), worth), before) == [again]
    assert others(((first, second, third), {**worth, third.key: object()}), before) == [third]


def test_boards_that_came_or_went_or_are_in_another_order_are_no_others() -> None:
    first, second = (board_of(key(number), [result(number, "1", "2", 50)], None, None) for number in "12")
    worth = {board.key: None for board in (first, second)}
    assert others(((first,), worth), ((first, second), worth)) is None
    assert others(((second, first), worth), ((first, second), worth)) is None
    assert others(((first, second), dict(reversed(worth.items()))), ((first, second), worth)) is None
    assert others(((), {}), ((), {})) is None
