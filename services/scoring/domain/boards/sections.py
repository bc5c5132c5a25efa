"""Tops of sections, and boards split by section where scores are compared within each (USEBIO 1.4, 4.1).

Scoring across the field is the rule, scoring in sections the exception, and files do not say which it was. So the
split is tried only where the field as a whole does not give what is stated.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from contracts.facts import Facts
from services.scoring.domain.boards.board_list import Board, BoardKey
from services.scoring.domain.merging.key_order import key_order


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


@dataclass
class SectionBoards:
    """The parts of each board by section; a board that does not change keeps its parts."""

    _parts: dict[BoardKey, tuple[Board, tuple[Board, ...]]] = field(default_factory=dict)

    def split(self, boards: Iterable[Board]) -> list[Board]:
        """Every board as a traveller for each section that played it."""
        parts = {}
        for board in boards:
            known = self._parts.get(board.key)
            parts[board.key] = known if known is not None and known[0] is board else (board, _split(board))
        self._parts = parts
        split = [part for _, of_board in parts.values() for part in of_board]
        return sorted(split, key=lambda part: key_order((part.key.session, part.key.group, part.key.board)))


def _split(board: Board) -> tuple[Board, ...]:
    places: dict[str | None, list[int]] = {}
    for place, result in enumerate(board.results):
        places.setdefault(result.section, []).append(place)
    return tuple(
        replace(
            board,
            key=board.key._replace(group=section),
            results=tuple(board.results[place] for place in here),
            lines=tuple(board.lines[place] for place in here),
            from_contract=tuple(board.from_contract[place] for place in here),
        )
        for section, here in places.items()
    )
