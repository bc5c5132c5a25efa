"""Edits of a file of text, each of which makes one thing in it wrong."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from tests.support.game_file_faults import DoesNotApplyError


@dataclass
class Text:
    """A file of text, line by line, of which one place is changed.

    Attributes:
        changed: the first and the last line between which the finding has to stand, from 1.
    """

    lines: list[str]
    dice: random.Random
    changed: tuple[int, int] = (0, 0)

    @property
    def data(self) -> bytes:
        """The file with what was changed."""
        return "\n".join(self.lines).encode()

    def blocks(self, tag: str) -> list[tuple[int, int]]:
        """The elements of a name: numbers of their first and last lines, from 0."""
        first = [n for n, line in enumerate(self.lines) if line.strip().startswith((f"<{tag}>", f"<{tag} "))]
        ends = [n for n, line in enumerate(self.lines) if line.strip() == f"</{tag}>"]
        return [(start, next(end for end in ends if end > start)) for start in first if ends and ends[-1] > start]

    def within(self, block: tuple[int, int], tag: str) -> int | None:
        """The line of the first element of a name in a block."""
        start = f"<{tag}>"
        return next((n for n in range(block[0], block[1] + 1) if self.lines[n].strip().startswith(start)), None)

    def value(self, number: int) -> str:
        """The text of the element on a line."""
        return self.lines[number].split(">", 1)[1].split("<", 1)[0]

    def put(self, number: int, value: object) -> None:
        """Another text for the element on a line."""
        before, rest = self.lines[number].split(">", 1)
        self.lines[number] = f"{before}>{value}<{rest.split('<', 1)[1]}"

    def choose(self, block: str, tag: str) -> tuple[tuple[int, int], int]:
        """Any element of a name that has an element of another name, and the line of that."""
        having = [(b, n) for b in self.blocks(block) if (n := self.within(b, tag)) is not None]
        if not having:
            raise DoesNotApplyError
        chosen, number = self.dice.choice(having)
        self.changed = (chosen[0] + 1, chosen[1] + 1)
        return chosen, number

    def rows(self, start: str) -> list[int]:
        """The numbers of the lines that begin with a text."""
        return [n for n, line in enumerate(self.lines) if line.startswith(start)]

    def row(self, start: str, fits: Callable[[str], bool] = lambda _: True) -> int:
        """Any line that begins with a text and fits."""
        having = [n for n in self.rows(start) if fits(self.lines[n])]
        if not having:
            raise DoesNotApplyError
        number = self.dice.choice(having)
        self.changed = (number + 1, number + 1)
        return number

    def columns(self, number: int, first: int, text: str) -> None:
        """Another text from a column of a line on, counted from 1."""
        line = self.lines[number].ljust(first - 1 + len(text))
        self.lines[number] = line[: first - 1] + text + line[first - 1 + len(text) :]


Edit = Callable[[Text], None]


def add(block: str, tag: str, amount: int) -> Edit:
    def edit(text: Text) -> None:
        _, number = text.choose(block, tag)
        text.put(number, f"{float(text.value(number)) + amount:g}")

    return edit


def stated_place(block: str) -> Edit:
    def edit(text: Text) -> None:
        _, number = text.choose(block, "PLACE")
        if not text.value(number).isdigit():
            raise DoesNotApplyError
        count = len([b for b in text.blocks(block) if text.within(b, "PLACE") is not None])
        text.put(number, (int(text.value(number)) + 2) % count + 1)

    return edit


def line_value(tag: str, value: Callable[[Text, str], object]) -> Edit:
    def edit(text: Text) -> None:
        _, number = text.choose("TRAVELLER_LINE", tag)
        new = value(text, text.value(number))
        if str(new) == text.value(number):
            raise DoesNotApplyError
        text.put(number, new)

    return edit


def other_score(text: Text, score: str) -> object:
    return text.dice.choice([s for s in ("110", "140", "-50", "420", "-110", "90") if s != score])


def same_line_again(text: Text) -> None:
    (first, last), _ = text.choose("TRAVELLER_LINE", "SCORE")
    text.lines[last + 1 : last + 1] = text.lines[first : last + 1]
    text.changed = (first + 1, 2 * last - first + 2)


def pair_in_two_places(text: Text) -> None:
    """East-West of a line is the pair of another line of the board."""
    boards = [b for b in text.blocks("BOARD") if text.within(b, "TRAVELLER_LINE") is not None]
    board = text.dice.choice(boards)
    lines = [b for b in text.blocks("TRAVELLER_LINE") if board[0] < b[0] < board[1]]
    one, other = text.dice.sample(lines, 2)
    tags = ("EW_PAIR_NUMBER", "E_PLAYER_NUMBER")
    here, there = (next(n for t in tags if (n := text.within(b, t)) is not None) for b in (one, other))
    text.put(here, text.value(there))
    text.changed = (board[0] + 1, board[1] + 1)


def line_of_another_board(text: Text) -> None:
    boards = [b for b in text.blocks("BOARD") if text.within(b, "TRAVELLER_LINE") is not None]
    one, other = sorted(text.dice.sample(range(len(boards)), 2))
    line = text.dice.choice([b for b in text.blocks("TRAVELLER_LINE") if boards[one][0] < b[0] < boards[one][1]])
    moved = text.lines[line[0] : line[1] + 1]
    end = boards[other][1]
    text.lines[end:end] = moved
    del text.lines[line[0] : line[1] + 1]
    size = len(moved)
    text.changed = (boards[other][0] + 1 - size, end + 1)


def penalty_left_out(text: Text) -> None:
    block, _ = text.choose("PAIR", "ADJUSTMENT")
    total = text.within(block, "TOTAL_SCORE")
    assert total is not None
    text.put(total, f"{float(text.value(total)) + 3:g}")


def pbn_value(column: int, change: Callable[[Text, str], object], table: str = "ScoreTable") -> Edit:
    """Another value in a column of a row of a table, counted in words from the end."""

    def edit(text: Text) -> None:
        heads = text.rows(f"[{table} ")
        head = text.dice.choice(heads)
        last = next(
            (n for n in range(head + 1, len(text.lines)) if text.lines[n].strip()[:1] in ("", "[")), len(text.lines)
        )
        number = text.dice.randrange(head + 1, last)
        words = text.lines[number].split(" ")
        places = [n for n, word in enumerate(words) if word]
        at = places[column]
        new = str(change(text, words[at]))
        if new == words[at]:
            raise DoesNotApplyError
        words[at] = new
        text.lines[number] = " ".join(words)
        text.changed = (head + 1, last)

    return edit


def other_rank(_: Text, rank: str) -> object:
    """Not of the first: by first places a file of PBN shows whether it has one winner or two."""
    if rank == "1":
        raise DoesNotApplyError
    return int(rank) % 5 + 2


POINTS, RANK, ROUND = 81, 86, 92


def round_cell(line: str, number: int) -> str:
    return line[ROUND - 1 + 10 * number :][:8]


def chess_game(change: Callable[[Text, int, int, str], None], results: str = "10=") -> Edit:
    """Change the cell of a game that was played over the board."""

    def edit(text: Text) -> None:
        games = [
            (n, r)
            for n in text.rows("001")
            for r in range((len(text.lines[n]) - ROUND + 3) // 10 + 1)
            if len(cell := round_cell(text.lines[n], r)) == 8 and cell[7] in results and cell[:4] != "0000"
        ]
        number, round_ = text.dice.choice(games)
        opponent = int(round_cell(text.lines[number], round_)[:4])
        other = next(n for n in text.rows("001") if int(text.lines[n][4:8]) == opponent)
        change(text, number, ROUND + 10 * round_, round_cell(text.lines[number], round_))
        text.changed = (min(number, other) + 1, max(number, other) + 1)

    return edit


def told_otherwise(text: Text, number: int, column: int, cell: str) -> None:
    text.columns(number, column + 7, "1")


def other_colour(text: Text, number: int, column: int, cell: str) -> None:
    text.columns(number, column + 5, {"w": "b", "b": "w"}[cell[5]])


def other_opponent(text: Text, number: int, column: int, cell: str) -> None:
    own = int(text.lines[number][4:8])
    others = [n for n in range(1, len(text.rows("001")) + 1) if n not in (own, int(cell[:4]))]
    text.columns(number, column, f"{text.dice.choice(others):4}")


def chess_points(text: Text) -> None:
    number = text.row("001")
    text.columns(number, POINTS, f"{float(text.lines[number][POINTS - 1 : POINTS + 3]) + 1:4.1f}")


def chess_rank(text: Text) -> None:
    number = text.row("001")
    count = len(text.rows("001"))
    text.columns(number, RANK, f"{(int(text.lines[number][RANK - 1 : RANK + 3]) + count // 2) % count + 1:4}")


def team_field(first: int, width: int) -> Edit:
    def edit(text: Text) -> None:
        number = text.row("310")
        value = text.lines[number][first - 1 : first - 1 + width]
        text.columns(number, first, f"{float(value) + 1:{width}.1f}")

    return edit


def in_round(text: Text) -> None:
    number = text.row("300")
    text.columns(number, 4, f"{9:4}")
