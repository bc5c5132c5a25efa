"""Starting ranks that lines name and no line has, or two lines have: one fault of one line, however many name it.

Rules kept here:

1. Who is named as an opponent and has no line, is reported once.
2. A line whose opponents, in the rounds in which they name somebody who is missing, are just those who name him, is
   his: its number is wrong. It takes two rounds to say so.
3. Of two lines with one number the first counts; the other may be that of somebody who is missing.
4. Where most of those who are named and missing come after the last line, and the header counts them as well, the file
   is cut, which is one fault.
"""

import re
from collections import defaultdict
from collections.abc import Sequence

from contracts.base import Place
from contracts.codes import trf as codes
from shared.formats.trf.reader.draft import Draft, Player

_FEWEST = 2
"""Rounds in which opponents have to name another number (rule 2)."""

_MOST_NAMED = 10


def check_starting_ranks(draft: Draft) -> None:
    """Report who is missing, and lines with a number that is another's; `draft.missing` is then known."""
    naming: dict[int, list[tuple[Player, int]]] = defaultdict(list)
    unknown = draft.opponents - draft.players.keys()
    for player in draft.players.values() if unknown else ():
        for round_, opponent in enumerate(player.opponents, 1):
            if opponent in unknown:
                naming[opponent].append((player, round_))
    draft.missing = frozenset(naming)
    for number in _cut_off(draft):
        del naming[number]
    meant = {number: _meant(named, draft) for number, named in naming.items()}
    for again in draft.repeated:
        _report_repeated(draft, again, next((number for number, line in meant.items() if line is again), None))
    for number, named in naming.items():
        line = meant[number]
        if line is None:
            _report_missing(draft, number, named)
        elif all(line is not again for again in draft.repeated):
            draft.report.add(
                codes.WRONG_NUMBER,
                f"by the lines of {len(named)} opponents this is player {number}, not {line.number}",
                Place(line=line.line, column=5, end_column=8, path="001"),
                subject=f"player {line.number}",
                stated=str(line.number),
                computed=str(number),
            )


def _cut_off(draft: Draft) -> list[int]:
    """Rule 4: who is missing at the end."""
    last = max(draft.players.values(), key=lambda player: player.number, default=None)
    stated = re.match(r"\s*(\d{1,6})", draft.texts.get("062", ("", 0))[0], re.ASCII)
    after = [number for number in draft.missing if last is not None and number > last.number]
    if last is None or stated is None or len(after) < max(_FEWEST, len(draft.missing) // 2):
        return []
    if int(stated[1]) < len(draft.players) + len(draft.missing):
        return []
    draft.report.add(
        codes.FILE_CUT,
        f"the file is cut: it ends after player {last.number}, and has {len(draft.players)} of {stated[1]} players",
        Place(line=last.line, column=1, path="001"),
        stated=stated[1],
        computed=str(len(draft.players)),
    )
    return after


def _meant(named: Sequence[tuple[Player, int]], draft: Draft) -> Player | None:
    """The only line that is of whom others name (rule 2)."""
    if len(named) < _FEWEST:
        return None
    found = [
        line
        for line in (*draft.players.values(), *draft.repeated)
        if all((cell := line.cell(round_)) is not None and cell.opponent == other.number for other, round_ in named)
    ]
    return found[0] if len(found) == 1 else None


def _report_repeated(draft: Draft, again: Player, meant: int | None) -> None:
    """Rule 3."""
    first = draft.players[again.number].line
    text = f"player {again.number} is already listed in line {first}"
    if meant is not None:
        text += f"; by the lines of the opponents this is player {meant}"
    draft.report.add(
        codes.REPEATED_NUMBER,
        text,
        Place(line=again.line, column=5, end_column=8, path="001"),
        subject=f"player {again.number}",
        stated=str(again.number),
        computed=str(meant) if meant is not None else None,
    )


def _report_missing(draft: Draft, number: int, named: Sequence[tuple[Player, int]]) -> None:
    """Rule 1."""
    player, round_ = named[0]
    text = f"player {player.number} meets player {number} in round {round_}, but no player has that number"
    if len(named) > 1:
        others = ", ".join(f"{other.number} in round {when}" for other, when in named[1:_MOST_NAMED])
        more = f" and {len(named) - _MOST_NAMED} more" if len(named) > _MOST_NAMED else ""
        text += f"; so {'does' if len(named) == 2 else 'do'} {others}{more}"
    draft.report.add(
        codes.UNKNOWN_NUMBER, text, player.place(round_), subject=f"player {player.number}", stated=str(number)
    )
