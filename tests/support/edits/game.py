"""Corrections of a game file of ACBLscore: fields of its structures get other values, the rest stays to the byte."""

from collections.abc import Callable
from random import Random

from shared.formats.acblscore.file.game import Section
from shared.formats.acblscore.file.packing import DoesNotFit
from tests.support.edits.names import new_name
from tests.support.game_file_faults import DoesNotApplyError, GameBytes


def _opened(data: bytes, dice: Random) -> GameBytes:
    """A file, at any section of any of its events."""
    game = GameBytes(data, dice)
    game.section = dice.choice(game.event.sections)
    return game


def _by_fields(edit: Callable[[GameBytes, Random], None]) -> Callable[[bytes, Random], bytes]:
    def edited(data: bytes, dice: Random) -> bytes:
        game = _opened(data, dice)
        try:
            edit(game, dice)
        except (DoesNotFit, IndexError, AssertionError, ValueError, KeyError, StopIteration):
            raise DoesNotApplyError from None
        return game.data

    edited.__name__ = edit.__name__
    return edited


def change_score(game: GameBytes, dice: Random) -> None:
    """A score was entered for the wrong side."""
    line, _ = game.line()
    own = [name for name in line.layout.names if name.endswith("_score")]
    if abs(line.integer(own[0])) >= 900 or not line.integer(own[0]):
        raise DoesNotApplyError
    for name in own:
        game.put(line, name, -line.integer(name))


def blank_score(game: GameBytes, dice: Random) -> None:
    """A line has no result yet."""
    line, _ = game.line()
    for name in line.layout.names:
        if name.endswith("_score"):
            game.put(line, name, 999)
        elif name.endswith("_points"):
            game.put(line, name, 0)


def remove_line(game: GameBytes, dice: Random) -> None:
    """A line of a traveller was of another evening."""
    line, _ = game.line()
    for name in line.layout.names:
        game.put(line, name, 0)


def remove_board(game: GameBytes, dice: Random) -> None:
    """A board was not played after all."""
    for line in dice.choice(game.results()):
        for name in line.layout.names:
            game.put(line, name, 0)


def remove_last_round(game: GameBytes, dice: Random) -> None:
    """The last round is not played."""
    lines = [line for board in game.results() for line in board if line.integer("round")]
    last = max(line.integer("round") for line in lines)
    if last < 3:
        raise DoesNotApplyError
    for line in lines:
        if line.integer("round") == last:
            for name in line.layout.names:
                game.put(line, name, 0)


def change_name(game: GameBytes, dice: Random) -> None:
    """A player is somebody else."""
    player = game.entry().part("players")
    first, last = new_name(dice).split()
    game.put(player, "first_name", first)
    game.put(player, "last_name", last)


def remove_total(game: GameBytes, dice: Random) -> None:
    """A total or a penalty is taken back."""
    entry = game.entry()
    name = dice.choice(("adjustment", "score", "percentage", "final_score"))
    game.put(entry, name, 0)


def renumber(game: GameBytes, dice: Random) -> None:
    """Two pairs have each other's number on all travellers."""
    section: Section = game.section
    directions = {seated.direction for seated in section.seated}
    if game.event.individual or game.event.teams or len(directions) != 2:
        raise DoesNotApplyError
    side = dice.choice(("ns", "ew"))
    numbers = sorted({line.integer(side) for board in game.results() for line in board if line.integer(side)})
    one, other = dice.sample(numbers, 2)
    for board in game.results():
        for line in board:
            if line.integer(side) in (one, other):
                game.put(line, side, one + other - line.integer(side))


EDITS = tuple(
    _by_fields(edit)
    for edit in (
        change_score,
        blank_score,
        remove_line,
        remove_board,
        remove_last_round,
        change_name,
        remove_total,
        renumber,
    )
)
