"""What bbpPairings refuses in a file of an individual tournament, in our words.

| rule | what it says |
|---|---|
| lines | 001 has points in 81-84, and one line for each number from 1 on |
| rounds | a cell without an opponent has no colour; a bye or a blank result has no opponent |
| progress | a round is played if somebody was paired in it, or has a cell in a later one |
| points | those of the rounds played, with or without the bye that 001 has for the next one; 240 adds nothing |
"""

from collections.abc import Iterator
from decimal import Decimal

from shared.chess.points import points_of
from shared.formats.trf.reader.parse import parse

_BLANK = " " * 8


def refused_by_bbp(data: bytes) -> list[str]:
    """Why bbpPairings would not pair the next round."""
    (event,) = parse(data).events
    points = points_of(event.facts.event.scoring_system)
    lines = [line for line in data.decode("utf-8-sig").splitlines() if line.startswith("001")]
    cells = {int(line[4:8]): _cells(line) for line in lines}
    refused = [f"{line[:8]} has no points" for line in lines if not line[80:84].strip()]
    if sorted(cells) != list(range(1, len(lines) + 1)):
        refused.append("a pairing number is missing")
    played = 0
    for theirs in cells.values():
        for at, cell in enumerate(theirs):
            if cell != _BLANK:
                played = max(played, at + (cell[:4] != "0000" or cell[7] in "U+"))
    if cells and all(len(theirs) > played for theirs in cells.values()):
        played += 1
    for line in lines:
        number = int(line[4:8])
        refused += _faults(number, cells[number])
        scored = [points.game(cell[7].strip() or "Z", cell[5] if cell[5] in "wb" else None) for cell in cells[number]]
        allowed = (sum(scored[:played]), sum(scored[: played + 1]))
        absent = points.game("Z") * max(0, played - len(scored))
        if Decimal(line[80:84].strip() or 0) not in [each + absent for each in allowed]:
            refused.append(f"the score of {number} does not match the game results")
    return refused


def _cells(line: str) -> list[str]:
    cells = [line[at : at + 8].ljust(8) for at in range(91, len(line), 10)]
    while cells and cells[-1] == _BLANK:
        cells.pop()
    return cells


def _faults(number: int, cells: list[str]) -> Iterator[str]:
    for round_, cell in enumerate(cells, 1):
        opponent = cell[:4].strip("0 ")
        if (
            (opponent and cell[7] in "HFUZ ")
            or (not opponent and cell[5] in "wb")
            or (not opponent and cell[7] in "10")
        ):
            yield f"{number} has {cell!r} in round {round_}"
