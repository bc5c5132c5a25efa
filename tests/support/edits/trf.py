"""Corrections of a tournament report of chess as its text."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tests.support.edits.names import new_name
from tests.support.game_file_faults import DoesNotApplyError

CELL, FIRST_CELL = 10, 91
"""Columns of a game in a record 001, and where the first begins, from 0: opponent, colour, result."""

NUMBER, NAME, POINTS = slice(4, 8), slice(14, 47), slice(80, 84)
_WON, _LOST = "1W+", "0L-"


@dataclass
class Report:
    """The records of a file, with the text between them."""

    lines: list[str]
    ends: list[str]

    @classmethod
    def of(cls, text: str) -> "Report":
        """Cut a text into records."""
        parts = re.split(r"(\r\n|\r|\n)", text)
        return cls(parts[::2], [*parts[1::2], ""])

    @property
    def text(self) -> str:
        """The file."""
        return "".join(line + end for line, end in zip(self.lines, self.ends, strict=True))

    def players(self) -> list[int]:
        """The lines of the players."""
        return [n for n, line in enumerate(self.lines) if line.startswith("001 ") and line[NUMBER].strip().isdigit()]

    def number(self, line: int) -> int:
        """The number of the player of a line."""
        return int(self.lines[line][NUMBER])

    def cells(self, line: int) -> list[str]:
        """The games of a player, of 8 characters each."""
        rest = self.lines[line][FIRST_CELL:]
        return [rest[at : at + 8].ljust(8) for at in range(0, len(rest), CELL) if rest[at:].strip()]

    def put(self, line: int, columns: slice, text: str) -> None:
        """Another text in some columns."""
        padded = self.lines[line].ljust(columns.stop)
        self.lines[line] = padded[: columns.start] + text + padded[columns.stop :]

    def put_cell(self, line: int, round_: int, text: str) -> None:
        """Another game of a round, from 0."""
        at = FIRST_CELL + CELL * round_
        self.put(line, slice(at, at + 8), text)

    def drop(self, line: int) -> None:
        """Take a record out."""
        del self.lines[line], self.ends[line]

    def games(self) -> list[tuple[int, int, str]]:
        """The games against somebody that have a result: line, round from 0, cell."""
        return [
            (line, round_, cell)
            for line in self.players()
            for round_, cell in enumerate(self.cells(line))
            if cell[:4].strip() not in ("", "0000") and cell[7] != " "
        ]

    def rounds(self) -> int:
        """The most games that a player has."""
        return max((len(self.cells(line)) for line in self.players()), default=0)


def _by_records(edit: Callable[[Report, Random], None]) -> Callable[[str, Random], str]:
    def edited(text: str, dice: Random) -> str:
        report = Report.of(text)
        if len(report.players()) < 4:
            raise DoesNotApplyError
        edit(report, dice)
        return report.text

    edited.__name__ = edit.__name__
    return edited


def _with_number(report: Report, numbers: dict[int, int]) -> None:
    for line in report.players():
        for round_, cell in enumerate(report.cells(line)):
            opponent = cell[:4].strip()
            if opponent.isdigit() and int(opponent) in numbers:
                report.put_cell(line, round_, f"{numbers[int(opponent)]:4}{cell[4:]}")
    for line in report.players():
        if (own := report.number(line)) in numbers:
            report.put(line, NUMBER, f"{numbers[own]:4}")
    for line, record in enumerate(report.lines):
        first = {"310": 73, "013": 36}.get(record[:3])
        for at in range(first, len(record), 5) if first is not None else ():
            number = record[at : at + 4].strip()
            if number.isdigit() and int(number) in numbers:
                report.put(line, slice(at, at + 4), f"{numbers[int(number)]:4}")


def renumber(report: Report, dice: Random) -> None:
    """Two players have each other's number, as when a rating is put right."""
    one, other = (report.number(line) for line in dice.sample(report.players(), 2))
    _with_number(report, {one: other, other: one})


def remove_participant(report: Report, dice: Random) -> None:
    """Somebody was never there; the opponents were absent in those rounds."""
    gone = dice.choice(report.players())
    number = report.number(gone)
    if any(record[:3] in ("310", "013") for record in report.lines):
        raise DoesNotApplyError
    for line in report.players():
        for round_, cell in enumerate(report.cells(line)):
            if cell[:4].strip() == str(number):
                report.put_cell(line, round_, "0000 - Z")
    report.drop(gone)


def add_participant(report: Report, dice: Random) -> None:
    """Somebody is entered who has not played yet."""
    last = report.players()[-1]
    if any(record[:3] in ("310", "013") for record in report.lines):
        raise DoesNotApplyError
    number = max(report.number(line) for line in report.players()) + 1
    blank = report.lines[last][:FIRST_CELL].ljust(FIRST_CELL)
    report.lines.insert(last + 1, blank)
    report.ends.insert(last, report.ends[last] or "\n")
    report.put(last + 1, NUMBER, f"{number:4}")
    report.put(last + 1, NAME, f"{new_name(dice):33}")
    report.put(last + 1, slice(57, 68), " " * 11)
    report.put(last + 1, slice(80, 89), " 0.0     ")
    for round_ in range(report.rounds()):
        report.put_cell(last + 1, round_, "0000 - Z")


def _game(report: Report, dice: Random) -> tuple[int, int, int, str]:
    games = report.games()
    if not games:
        raise DoesNotApplyError
    line, round_, cell = dice.choice(games)
    other = next((n for n in report.players() if report.number(n) == int(cell[:4])), None)
    if other is None or len(report.cells(other)) <= round_:
        raise DoesNotApplyError
    return line, other, round_, cell


def blank_score(report: Report, dice: Random) -> None:
    """A game has no result yet."""
    line, other, round_, _ = _game(report, dice)
    for player in (line, other):
        report.put_cell(player, round_, report.cells(player)[round_][:7] + " ")


def blank_last_score(report: Report, dice: Random) -> None:
    """The same of a game of the last round."""
    games = [game for game in report.games() if game[1] == report.rounds() - 1]
    if not games:
        raise DoesNotApplyError
    line, round_, cell = dice.choice(games)
    report.put_cell(line, round_, cell[:7] + " ")
    for other in report.players():
        if str(report.number(other)) == cell[:4].strip():
            report.put_cell(other, round_, report.cells(other)[round_][:7] + " ")


def remove_line(report: Report, dice: Random) -> None:
    """A game was not played, nor paired."""
    line, other, round_, _ = _game(report, dice)
    for player in (line, other):
        report.put_cell(player, round_, " " * 8)


def change_score(report: Report, dice: Random) -> None:
    """A result was entered for the wrong player."""
    line, other, round_, cell = _game(report, dice)
    if cell[7] in _WON:
        place = _WON.index(cell[7])
        signs = (_LOST[place], _WON[place])
    elif cell[7] in _LOST:
        place = _LOST.index(cell[7])
        signs = (_WON[place], _LOST[place])
    else:
        signs = ("1", "0")
    for player, sign in zip((line, other), signs, strict=True):
        report.put_cell(player, round_, report.cells(player)[round_][:7] + sign)


def change_name(report: Report, dice: Random) -> None:
    """A player is somebody else."""
    report.put(dice.choice(report.players()), NAME, f"{new_name(dice):33}")


def remove_total(report: Report, dice: Random) -> None:
    """The points of a player are taken back, or a penalty."""
    fines = [n for n, line in enumerate(report.lines) if line.startswith("299")]
    if fines and dice.random() < 0.5:
        report.drop(dice.choice(fines))
    else:
        report.put(dice.choice(report.players()), POINTS, " " * 4)


def remove_last_round(report: Report, dice: Random) -> None:
    """The last round is not paired any more."""
    rounds = report.rounds()
    if rounds < 2:
        raise DoesNotApplyError
    at = FIRST_CELL + CELL * (rounds - 1)
    for line in report.players():
        report.lines[line] = report.lines[line][:at].rstrip()


EDITS = tuple(
    _by_records(edit)
    for edit in (
        renumber,
        remove_participant,
        add_participant,
        remove_line,
        blank_score,
        blank_last_score,
        change_score,
        change_name,
        remove_total,
        remove_last_round,
    )
)
