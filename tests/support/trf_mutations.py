"""One fact of a real TRF file changed, column by column: what was changed, and where a finding has to point to."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from shared.formats.trf.columns import FIRST_ROUND, ROUND_STEP
from tests.support.real_mutations import DoesNotApplyError, Wanted

Lines = list[str]


@dataclass(frozen=True)
class ChessKind:
    """One way to change a line of TRF."""

    name: str
    change: Callable[[Lines, Random], Wanted]

    @property
    def of_ranks(self) -> bool:
        """Whether it changes a place, which not every file states as the standings have it."""
        return self.change is rank


@dataclass(frozen=True)
class Cell:
    """A round of a player: where it stands, and what."""

    line: int
    round: int
    opponent: int
    colour: str
    result: str

    @property
    def at(self) -> int:
        return FIRST_ROUND - 1 + ROUND_STEP * (self.round - 1)


def players_of(lines: Lines) -> dict[int, int]:
    """The starting ranks, each with the number of its line."""
    return {int(line[4:8]): at for at, line in enumerate(lines) if line.startswith("001")}


def _cells(lines: Lines) -> list[Cell]:
    cells = []
    for at in players_of(lines).values():
        line = lines[at]
        for number, start in enumerate(range(FIRST_ROUND - 1, len(line.rstrip()), ROUND_STEP), 1):
            text = line[start : start + 8].ljust(8)
            opponent = text[:4].strip()
            cells.append(Cell(at, number, int(opponent) if opponent.isdigit() else 0, text[5], text[7]))
    return cells


def _put(lines: Lines, at: int, column: int, text: str) -> None:
    """Put a text at a column, counted from 0."""
    line = lines[at].ljust(column + len(text))
    lines[at] = line[:column] + text + line[column + len(text) :]


def _game(lines: Lines, dice: Random, results: str = "10=") -> tuple[Cell, Cell]:
    cells = {(cell.line, cell.round): cell for cell in _cells(lines)}
    players = players_of(lines)
    games = [
        (cell, cells[players[cell.opponent], cell.round])
        for cell in cells.values()
        if cell.opponent in players and cell.result in results and (players[cell.opponent], cell.round) in cells
    ]
    if not games:
        raise DoesNotApplyError
    return dice.choice(games)


def _number(lines: Lines, cell: Cell) -> int:
    return int(lines[cell.line][4:8])


def _who(lines: Lines, cell: Cell) -> str:
    return f"player {_number(lines, cell)} in round {cell.round}"


def result_of_one(lines: Lines, dice: Random) -> Wanted:
    """One of the two lines says otherwise."""
    own, theirs = _game(lines, dice, "10")
    _put(lines, own.line, own.at + 7, "0" if own.result == "1" else "1")
    return f"in round {own.round}", str(_number(lines, own)), str(_number(lines, theirs))


def result_of_both(lines: Lines, dice: Random) -> Wanted:
    own, theirs = _game(lines, dice, "10")
    _put(lines, own.line, own.at + 7, theirs.result)
    _put(lines, theirs.line, theirs.at + 7, own.result)
    return f"in round {own.round}", str(_number(lines, own)), str(_number(lines, theirs))


def draw_for_a_win(lines: Lines, dice: Random) -> Wanted:
    own, theirs = _game(lines, dice, "10")
    _put(lines, own.line, own.at + 7, "=")
    _put(lines, theirs.line, theirs.at + 7, "=")
    return f"in round {own.round}", str(_number(lines, own)), str(_number(lines, theirs))


def colour_of_one(lines: Lines, dice: Random) -> Wanted:
    own, _ = _game(lines, dice)
    if own.colour not in "wb":
        raise DoesNotApplyError
    _put(lines, own.line, own.at + 5, "b" if own.colour == "w" else "w")
    return (f"in round {own.round}",)


def another_opponent(lines: Lines, dice: Random) -> Wanted:
    own, theirs = _game(lines, dice)
    others = sorted(set(players_of(lines)) - {_number(lines, own), _number(lines, theirs)})
    wrong = dice.choice(others)
    _put(lines, own.line, own.at, f"{wrong:4}")
    return f"in round {own.round}", str(wrong)


def opponent_nobody_has(lines: Lines, dice: Random) -> Wanted:
    own, _ = _game(lines, dice)
    _put(lines, own.line, own.at, "9876")
    return f"line {own.line + 1}", "9876"


def result_missing(lines: Lines, dice: Random) -> Wanted:
    own, _ = _game(lines, dice)
    _put(lines, own.line, own.at + 7, " ")
    return (_who(lines, own),)


def unknown_result(lines: Lines, dice: Random) -> Wanted:
    own, _ = _game(lines, dice)
    _put(lines, own.line, own.at + 7, "?")
    return f"line {own.line + 1}", "?"


def points(lines: Lines, dice: Random) -> Wanted:
    at = dice.choice(list(players_of(lines).values()))
    text = lines[at][80:84].strip()
    if not text:
        raise DoesNotApplyError
    wrong = f"{float(text) + 2:.1f}"
    _put(lines, at, 80, f"{wrong:>4}")
    return f"line {at + 1}", wrong


def rank(lines: Lines, dice: Random) -> Wanted:
    players = players_of(lines)
    at = dice.choice(list(players.values()))
    text = lines[at][85:89].strip()
    if not text or len(players) < 8:
        raise DoesNotApplyError
    own = int(text)
    wrong = own + len(players) // 2 if own <= len(players) // 2 else own - len(players) // 2
    _put(lines, at, 85, f"{wrong:4}")
    return f"line {at + 1}", str(wrong)


def line_left_out(lines: Lines, dice: Random) -> Wanted:
    number, at = dice.choice(sorted(players_of(lines).items()))
    del lines[at]
    return (str(number),)


def starting_rank(lines: Lines, dice: Random) -> Wanted:
    players = players_of(lines)
    number, at = dice.choice(sorted(players.items()))
    _put(lines, at, 4, f"{max(players) + 50:4}")
    return (str(number),)


def starting_rank_twice(lines: Lines, dice: Random) -> Wanted:
    players = players_of(lines)
    number, at = dice.choice(sorted(players.items()))
    other = dice.choice(sorted(set(players) - {number}))
    _put(lines, at, 4, f"{other:4}")
    return (f"player {other}",)


def fide_number(lines: Lines, dice: Random) -> Wanted:
    at = dice.choice(list(players_of(lines).values()))
    _put(lines, at, 57, " 15O0012345")
    return f"line {at + 1}", "15O0012345"


def fide_number_twice(lines: Lines, dice: Random) -> Wanted:
    first, second = dice.sample(sorted(players_of(lines).items()), 2)
    for _, at in (first, second):
        _put(lines, at, 57, "    1234567")
    return str(first[0]), str(second[0])


def title(lines: Lines, dice: Random) -> Wanted:
    at = dice.choice(list(players_of(lines).values()))
    _put(lines, at, 10, " XQ")
    return f"line {at + 1}", "XQ"


def rating(lines: Lines, dice: Random) -> Wanted:
    at = dice.choice(list(players_of(lines).values()))
    _put(lines, at, 48, "9215")
    return f"line {at + 1}", "9215"


def number_of_rounds(lines: Lines, dice: Random) -> Wanted:
    last = max((cell.round for cell in _cells(lines) if cell.opponent), default=0)
    stated = [at for at, line in enumerate(lines) if line[:3] in ("142", "XXR")]
    if last < 3 or not stated:
        raise DoesNotApplyError
    for at in stated:
        lines[at] = f"{lines[at][:3]} {last - 1}"
    return f"round {last}", str(last - 1)


def number_of_players(lines: Lines, dice: Random) -> Wanted:
    stated = [at for at, line in enumerate(lines) if line.startswith("062")]
    if not stated:
        raise DoesNotApplyError
    lines[stated[0]] = "062 777"
    return f"line {stated[0] + 1}", "777"


def bye_with_opponent(lines: Lines, dice: Random) -> Wanted:
    own, _ = _game(lines, dice)
    _put(lines, own.line, own.at + 7, "H")
    return (f"in round {own.round}", str(_number(lines, own)))


_CHANGES: tuple[Callable[[Lines, Random], Wanted], ...] = (
    result_of_one,
    result_of_both,
    draw_for_a_win,
    colour_of_one,
    another_opponent,
    opponent_nobody_has,
    result_missing,
    unknown_result,
    points,
    rank,
    line_left_out,
    starting_rank,
    starting_rank_twice,
    fide_number,
    fide_number_twice,
    title,
    rating,
    number_of_rounds,
    number_of_players,
    bye_with_opponent,
)

CHESS_KINDS = tuple(ChessKind(f"chess {change.__name__.replace('_', ' ')}", change) for change in _CHANGES)
