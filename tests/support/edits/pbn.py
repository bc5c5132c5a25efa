"""Corrections of a PBN file as its text: rows of its tables, and games of one table each."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tests.support.edits.names import new_name
from tests.support.game_file_faults import DoesNotApplyError

_TOKEN = re.compile(r'"[^"]*"|\S+')
_HEAD = re.compile(r'\[(\w*Table) "([^"]*)"\]')
_SIDES = ("PairId_NS", "PairId_EW", "PlayerId_North", "PlayerId_South", "PlayerId_East", "PlayerId_West")
_OWN = ("PairId", "PlayerId")


@dataclass(frozen=True)
class Row:
    """A row of a table: the number of its line, and where the value of each column is in it."""

    table: str
    line: int
    spans: dict[str, tuple[int, int]]


def rows(lines: list[str]) -> list[Row]:
    """The rows of the tables of scores and totals."""
    found, table, columns = [], "", []
    for number, line in enumerate(lines):
        if line.startswith("["):
            head = _HEAD.match(line)
            table = head[1] if head is not None and head[1] in ("ScoreTable", "TotalScoreTable") else ""
            columns = [column.split("\\")[0] for column in head[2].split(";")] if head is not None else []
        elif not line.strip() or line.startswith("%"):
            table = ""
        elif table and len(spans := [match.span() for match in _TOKEN.finditer(line)]) == len(columns):
            found.append(Row(table, number, dict(zip(columns, spans, strict=True))))
    return found


def _value(lines: list[str], row: Row, column: str) -> str | None:
    if column not in row.spans:
        return None
    start, end = row.spans[column]
    return lines[row.line][start:end].strip('"')


def _put(lines: list[str], row: Row, values: dict[str, str]) -> None:
    for column in sorted(values, key=lambda name: row.spans[name], reverse=True):
        start, end = row.spans[column]
        lines[row.line] = lines[row.line][:start] + values[column] + lines[row.line][end:]


def _by_lines(edit: Callable[[list[str], Random], None]) -> Callable[[str, Random], str]:
    def edited(text: str, dice: Random) -> str:
        lines = text.splitlines(keepends=True)
        edit(lines, dice)
        return "".join(lines)

    edited.__name__ = edit.__name__
    return edited


def _score_rows(lines: list[str], column: str | None = None) -> list[Row]:
    having = [row for row in rows(lines) if row.table == "ScoreTable" and (column is None or column in row.spans)]
    if len(having) < 3:
        raise DoesNotApplyError
    return having


def _entry(lines: list[str], dice: Random) -> tuple[Row, str, str]:
    having = [
        (row, column, number)
        for row in rows(lines)
        for column in _OWN
        if row.table == "TotalScoreTable" and (number := _value(lines, row, column))
    ]
    if len(having) < 3:
        raise DoesNotApplyError
    return dice.choice(having)


def _sides_of(column: str) -> tuple[str, ...]:
    return tuple(side for side in _SIDES if side.startswith(f"{column}_"))


def renumber(lines: list[str], dice: Random) -> None:
    """A pair gets a number that nobody has."""
    _, column, number = _entry(lines, dice)
    digits = re.search(r"\d+", number)
    if digits is None:
        raise DoesNotApplyError
    new = number.replace(digits[0], str(int(digits[0]) + 60), 1)
    for row in rows(lines):
        if any(_value(lines, row, own) == new for own in (*_OWN, *_SIDES)):
            raise DoesNotApplyError
    for row in rows(lines):
        own = [name for name in (column, *_sides_of(column)) if _value(lines, row, name) == number]
        quoted = {name: lines[row.line][row.spans[name][0]] == '"' for name in own}
        _put(lines, row, {name: f'"{new}"' if quoted[name] else new for name in own})


def remove_participant(lines: list[str], dice: Random) -> None:
    """Somebody was never there."""
    _, column, number = _entry(lines, dice)
    names = (column, *_sides_of(column))
    gone = [row.line for row in rows(lines) if number in [_value(lines, row, name) for name in names]]
    for line in reversed(gone):
        del lines[line]


def add_participant(lines: list[str], dice: Random) -> None:
    """Somebody is entered who has not played yet."""
    row, column, number = _entry(lines, dice)
    digits = re.search(r"\d+", number)
    if digits is None or "Names" not in row.spans:
        raise DoesNotApplyError
    lines.insert(row.line + 1, lines[row.line])
    new = Row(row.table, row.line + 1, row.spans)
    values = {column: number.replace(digits[0], str(int(digits[0]) + 160), 1)}
    values |= {"Names": f'"{new_name(dice)} - {new_name(dice)}"'}
    values |= {name: '"-"' for name in row.spans if name.startswith(("TotalScore", "MemberID", "TotalPercentage"))}
    _put(lines, new, values)


def _games(lines: list[str]) -> list[tuple[int, int]]:
    starts = [n for n, line in enumerate(lines) if line.startswith("[Event ")]
    return list(zip(starts, [*starts, len(lines)][1:], strict=True))


def remove_board(lines: list[str], dice: Random) -> None:
    """A board was not played after all; the first one stays, because it says what event it is."""
    games = _games(lines)[1:]
    if len(games) < 2:
        raise DoesNotApplyError  # also where games inherit the name of the event
    start, end = dice.choice(games)
    del lines[start:end]


def remove_line(lines: list[str], dice: Random) -> None:
    """A line of a traveller was of another evening."""
    del lines[dice.choice(_score_rows(lines)).line]


def blank_score(lines: list[str], dice: Random) -> None:
    """A line has no result yet."""
    row = dice.choice(_score_rows(lines))
    started = ("Contract", "Declarer", "Result", "Lead", "Score_", "MP_", "IMP_", "Percentage_")
    values = {name: '""' if name == "Contract" else "-" for name in row.spans if name.startswith(started)}
    if not values:
        raise DoesNotApplyError
    _put(lines, row, values)


def change_score(lines: list[str], dice: Random) -> None:
    """A score was entered for the wrong side."""
    row = dice.choice(_score_rows(lines, "Score_NS"))
    ns, ew = _value(lines, row, "Score_NS"), _value(lines, row, "Score_EW")
    if ns is not None and re.fullmatch(r"-?\d+", ns) and int(ns):
        values = {"Score_NS": str(-int(ns))}
    elif ns == "-" and ew is not None and re.fullmatch(r"\d+", ew):
        values = {"Score_NS": f'"{ew}"'}
    else:
        raise DoesNotApplyError
    if "Score_EW" in row.spans:
        values["Score_EW"] = "-"
    _put(lines, row, values)


def change_name(lines: list[str], dice: Random) -> None:
    """A pair is somebody else."""
    row, _, _ = _entry(lines, dice)
    if "Names" in row.spans:
        _put(lines, row, {"Names": f'"{new_name(dice)} - {new_name(dice)}"'})
        return
    (column, *_) = [name for name in row.spans if "Name" in name] or [None]
    if column is None:
        raise DoesNotApplyError
    _put(lines, row, {column: f'"{new_name(dice)}"'})


def remove_total(lines: list[str], dice: Random) -> None:
    """The total and place of a pair are taken back."""
    row, _, _ = _entry(lines, dice)
    values = {name: "-" for name in row.spans if name.startswith(("TotalScore", "TotalPercentage", "Rank"))}
    if not values:
        raise DoesNotApplyError
    _put(lines, row, values)


def remove_last_round(lines: list[str], dice: Random) -> None:
    """The last round is not played: its lines go."""
    having = _score_rows(lines, "Round")
    rounds = {int(number) for row in having if (number := _value(lines, row, "Round") or "").isdigit()}
    if len(rounds) < 3:
        raise DoesNotApplyError
    for row in reversed([row for row in having if _value(lines, row, "Round") == str(max(rounds))]):
        del lines[row.line]


EDITS = tuple(
    _by_lines(edit)
    for edit in (
        renumber,
        remove_participant,
        add_participant,
        remove_board,
        remove_line,
        blank_score,
        change_score,
        change_name,
        remove_total,
        remove_last_round,
    )
)
