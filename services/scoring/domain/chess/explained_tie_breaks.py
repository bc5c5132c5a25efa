"""Tie-breaks of chess as they are published, with what they were summed from."""

from collections.abc import Sequence
from fractions import Fraction

from contracts.standings import TieBreakTerm, TieBreakValue
from services.scoring.domain.boards.board_list import published
from shared.chess.model import Tournament
from shared.chess.standings import standings
from shared.chess.tie_breaks.codes import OF_TIED_GROUPS, TieBreak
from shared.chess.tie_breaks.values import Value

_POINTS = "PTS"

_IN_POINTS = frozenset({"AOB", "SSSC"}) | OF_TIED_GROUPS
"""Tie-breaks whose value is no plain sum of their terms, an average or a place; the terms are points."""


def shown_tie_breaks(tournament: Tournament, order: Sequence[TieBreak]) -> list[tuple[int, TieBreak]]:
    """Those beside the points that rank, each with its number in the order."""
    return [
        (at, code)
        for at, code in enumerate(order)
        if code.name != _POINTS or code.score not in (None, tournament.primary)
    ]


def explained_tie_breaks(tournament: Tournament, order: Sequence[str]) -> dict[str, tuple[TieBreakValue, ...]]:
    """The tie-breaks of every participant, by identity, with what they were summed from.

    Args:
        tournament: as it was ranked.
        order: of the tie-breaks that the event states.
    """
    made = standings(tournament, order, explain=True)
    shown = shown_tie_breaks(tournament, made.codes)
    return {
        tournament.entrants[row.index].id: tuple([_explained(tournament, code, row.values[at]) for at, code in shown])
        for row in made.rows
    }


def _explained(tournament: Tournament, code: TieBreak, value: Value) -> TieBreakValue:
    return TieBreakValue(code=code.text, value=published(value.amount), terms=_terms(tournament, code, value))


def _terms(tournament: Tournament, code: TieBreak, value: Value) -> tuple[TieBreakTerm, ...]:
    unit = tournament.scale if code.name in _IN_POINTS else value.divisor
    return tuple(
        TieBreakTerm(
            round=term.round,
            opponent=tournament.entrants[term.opponent].id if term.opponent >= 0 else None,
            amount=published(Fraction(term.amount, unit)),
            cut=term.cut,
        )
        for term in value.terms
    )
