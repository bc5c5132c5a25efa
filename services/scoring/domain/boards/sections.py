"""Tops of sections, and boards split where scores are not compared across the field (USEBIO 1.4, 4.1).

Rules kept here:

1. Scoring across the field is the rule, scoring in sections the exception, and files do not say which it was. So this
   split is tried only where the field as a whole does not give what is stated.
2. Nobody plays a deal twice. If a side of an event in matches has a board in several rounds, the boards were dealt anew
   for each round, and each round is compared by itself.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from contracts.facts import Facts
from services.scoring.domain.boards.board_list import Board, BoardKey
from services.scoring.domain.merging.key_order import key_order

Apart = Literal["section", "round"]
"""What lines are compared within, where that is not the field."""


def may_be_apart(facts: Facts) -> bool:
    """Whether an event has several sections, and nothing says which of them are scored together."""
    if any(section.scored_with is not None for section in facts.sections):
        return False
    return len({result.section for result in facts.results}) > 1


def section_tops(facts: Facts, *, apart: bool = False) -> dict[tuple[str | None, str | None], int]:
    """The stated board tops by session and group of sections, or by section where they are scored `apart`."""
    tops: dict[tuple[str | None, str | None], int] = {}
    for section in facts.sections:
        if section.top is not None and section.top == int(section.top):
            group = (section.session, section.id if apart else section.scored_with)
            tops[group] = max(int(section.top), tops.get(group, 0))
    return tops


def dealt_by_round(boards: Iterable[Board]) -> bool:
    """Whether a side has the same board in several rounds (rule 2)."""
    return any(board.dealt_by_round for board in boards)


@dataclass
class SplitBoards:
    """The parts of each board by section or by round; a board that does not change keeps its parts."""

    apart: Apart

    _parts: dict[BoardKey, tuple[Board, tuple[Board, ...]]] = field(default_factory=dict)

    def split(self, boards: Iterable[Board]) -> list[Board]:
        """Every board as a traveller for each section, or for each round, that played it."""
        parts = {}
        for board in boards:
            known = self._parts.get(board.key)
            parts[board.key] = known if known is not None and known[0] is board else (board, _split(board, self.apart))
        self._parts = parts
        split = [part for _, of_board in parts.values() for part in of_board]
        return sorted(split, key=lambda part: key_order((part.key.session, part.key.group, part.key.board)))


def _split(board: Board, apart: Apart) -> tuple[Board, ...]:
    places: dict[str | None, list[int]] = {}
    for place, result in enumerate(board.results):
        if apart == "section":
            group = result.section
        else:
            of_round = f"R{result.round}" if result.round is not None else None
            group = "-".join(filter(None, (board.key.group, of_round))) or None
        places.setdefault(group, []).append(place)
    return tuple(
        replace(
            board,
            key=board.key._replace(group=group),
            results=tuple(board.results[place] for place in here),
            lines=tuple(board.lines[place] for place in here),
            from_contract=tuple(board.from_contract[place] for place in here),
        )
        for group, here in places.items()
    )
