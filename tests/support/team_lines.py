"""Records 801 and 802 of a TRF by their columns alone, without the reader, beside the rounds as a page has them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

PLAYED = "1=0"
ABSENT = "–"
_BESIDE = r"(?: ?[A-Z]{2,3})?(?: ?[0-9]+)?"
"""Title and rating behind the name of a player."""


CONTRADICTORY = {
    "grandmommyscup.trf": {
        *(("1", 5), ("26", 5), ("5", 5), ("18", 5), ("11", 7), ("15", 7), ("27", 9), ("34", 7), ("40", 1))
    }
}
"""Teams and rounds whose records 801 and 802 are not what its 001, 300 and 330 say (docs/formats/trf.md)."""


class TeamRound(NamedTuple):
    """What record 801 says of a team in a round.

    Attributes:
        opponent: None for a bye; then `letters` has its letter for each board.
        colour: of the first board.
        names: of the players, None where nobody was named.
    """

    team: str
    number: int
    opponent: str | None
    colour: str
    letters: str
    names: tuple[str | None, ...]


def team_rounds(text: str) -> Iterator[TeamRound]:
    """Every round of every record 801, of at most 99 teams with four boards and nine players."""
    lines = text.splitlines()
    players = {line[4:8].strip(): line[14:47].strip() for line in lines if line.startswith("001")}
    rosters = {line[4:7].strip(): line[73:].split() for line in lines if line.startswith("310")}
    for line in (line for line in lines if line.startswith("801")):
        team = line[4:6].strip()
        for number, at in enumerate(range(24, len(line.rstrip()), 16), 1):
            places = line[at + 10 : at + 14].strip() or "0000"
            names = tuple(None if place == "0" else players[rosters[team][int(place) - 1]] for place in places)
            yield TeamRound(team, number, line[at : at + 2].strip() or None, line[at + 3], line[at + 5 : at + 9], names)


def game_points(text: str) -> dict[tuple[str, int], tuple[str | None, str]]:
    """What record 802 says: by team and round the opponent, None for a bye, and the game points."""
    found = {}
    for line in (line for line in text.splitlines() if line.startswith("802")):
        for number, at in enumerate(range(28, len(line.rstrip()), 13), 1):
            opponent = line[at : at + 3].strip()
            found[line[4:7].strip(), number] = (
                opponent if opponent.isdigit() else None,
                line[at + 6 : at + 10].strip(),
            )
    return found


def team_names(text: str) -> dict[str, str]:
    """By record 310."""
    return {line[4:7].strip(): line[8:40].strip() for line in text.splitlines() if line.startswith("310")}


class Match(NamedTuple):
    """A match as a page has it: its sides, the result by side, and the rows of its boards."""

    sides: tuple[str, str]
    points: tuple[str, str]
    boards: list[Sequence[str]]


def matches_of(rows: Sequence[Sequence[str]]) -> Iterator[Match]:
    """The matches of the rows of a page; the row of a match has ":" in its result."""
    match = None
    for number, left, result, right in rows:
        if ":" in result:
            if match:
                yield match
            home, away = result.split(" : ")
            match = Match((left, right), (home, away), [])
        elif match:
            match.boards.append((number, left, result, right))
    if match:
        yield match


def agrees(stated: TeamRound, opponent: str, team: str, match: Match) -> bool:
    """Whether a page has every letter and every name of a team's round, from board to board."""
    if {team, opponent} != {*match.sides}:
        return False
    side = match.sides.index(team)
    if side != "wb".index(stated.colour):
        return False
    if not match.boards:  # neither team came
        return set(stated.letters) == {"-"} and not any(stated.names)
    if len(match.boards) != len(stated.letters):
        return False
    return all(
        _has(row, letter, name, side if board % 2 == 0 else 1 - side)
        for board, (row, letter, name) in enumerate(zip(match.boards, stated.letters, stated.names, strict=True))
    )


def _has(row: Sequence[str], letter: str, name: str | None, side: int) -> bool:
    _, left, result, right = row
    halves = [half.replace("½", "=").replace("−", "-") for half in result.split(" – ")]
    named = [bool(re.fullmatch(re.escape(name) + _BESIDE, text)) if name else text == ABSENT for text in (left, right)]
    if letter in PLAYED:
        return named[side] and halves[side] == letter
    # Nobody had a colour: whoever was there stands on the left.
    return any(is_named and half == letter for is_named, half in zip(named, halves, strict=True))


def not_on_the_page(text: str, sheets: Mapping[int, tuple[Sequence[Sequence[str]], str]]) -> set[tuple[str, int]]:
    """Teams and rounds of which a letter, a name or a sum of records 801 and 802 is not on the page of the round.

    Args:
        text: the file.
        sheets: by round the rows of its table, and what is said below it of those that nobody plays.
    """
    names, points = team_names(text), game_points(text)
    played = {number: list(matches_of(rows)) for number, (rows, _) in sheets.items()}
    missing = set()
    for stated in team_rounds(text):
        team, (opponent, sum_of_boards) = names[stated.team], points[stated.team, stated.number]
        own = [match for match in played[stated.number] if team in match.sides]
        if stated.opponent is None:
            # A bye is said below the table; of who gets nothing for it nothing is said.
            found = not own and opponent is None and (team in sheets[stated.number][1]) is (stated.letters[0] in "UFH")
        else:
            found = stated.opponent == opponent and any(
                agrees(stated, names[stated.opponent], team, match)
                and Decimal(match.points[match.sides.index(team)]) == Decimal(sum_of_boards)
                for match in own
            )
        if not found:
            missing.add((stated.team, stated.number))
    return missing
