"""Games that no empty line separates (3).

A tag that stands a second time is ignored (3.4). But where the tag that began the game comes again, and behind it more
of the same tags, another deal or board among them, a game begins there: an empty line that is missing costs no game.
"""

from __future__ import annotations

from contracts.codes.pbn import NOT_SEPARATED
from shared.formats.pbn.game import Game
from shared.formats.pbn.report import Report

_OF_A_GAME = frozenset({"Deal", "Board"})


def separated(game: Game, report: Report) -> list[Game]:
    """The games that stand in what an empty line ends; nearly always one.

    Args:
        game: as the scanner found it.
        report: takes findings.
    """
    names = [tag.name for tag in game.tags]
    if names.count(names[0]) == 1:
        return [game]
    starts = [number for number, name in enumerate(names) if name == names[0]]
    kept, known = [0], set(names[: starts[1]])
    for start, end in zip(starts[1:], [*starts[2:], len(names)], strict=True):
        behind = set(names[start:end])
        common = behind & known
        if len(common) > 1 and common & _OF_A_GAME:
            kept.append(start)
            known = behind
            report.add(NOT_SEPARATED, f"{names[0]} begins another game", game.tags[start].place)
        else:
            known |= behind
    if len(kept) == 1:
        return [game]
    ends = [*kept[1:], len(names)]
    parts = [Game(0, game.tags[start].line, [], game.tags[start:end]) for start, end in zip(kept, ends, strict=True)]
    parts[0].line, parts[0].before = game.line, game.before
    parts[0].untidy, parts[-1].blank_line = game.untidy, game.blank_line
    return parts
