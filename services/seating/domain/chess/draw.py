"""The interface of a pairing engine: the request for a draw, and its result.

An engine is a function `pair_next_round(request) -> Draw | NoPairing` (`PairNextRound`). Contestants are identified by
their index in `DrawRequest.contestants`.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Literal

from contracts.seating import RoundAssignment
from shared.chess.model import MATCH, Turn

Colour = Literal["w", "b"]
NO_FICTITIOUS_POINTS = (Fraction(0), Fraction(0))


class System(Enum):
    """A pairing system that is drawn; the value is the rule's name in an assignment."""

    DUTCH = "fide-dutch"
    TEAM_SWISS = "fide-team-swiss"


class ColourType(Enum):
    """The colour preferences of a team Swiss (C.04.6 1.7)."""

    A = "A"
    B = "B"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player or team as the draw of a round sees it.

    Attributes:
        number: tournament pairing number as the file gives it; the order of the contestants follows it.
        turns: what each round before was; boards of a match are left out.
        point_adjustment: points given or taken away apart from any round, both scores, in 1/scale.
        fictitious_points: both scores for each round up to the one that is drawn; empty when there are none.
        away: the letter of a bye in the round that is drawn: F H Z on request, U allocated; None for a player to be
            paired.
    """

    id: str
    number: int
    turns: tuple[Turn, ...] = ()
    point_adjustment: tuple[int, int] = (0, 0)
    fictitious_points: tuple[tuple[Fraction, Fraction], ...] = ()
    away: str | None = None

    def fictitious_points_in(self, round_: int) -> tuple[Fraction, Fraction]:
        """Fictitious points of a round."""
        return self.fictitious_points[round_ - 1] if round_ <= len(self.fictitious_points) else NO_FICTITIOUS_POINTS


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Contestants of whom no two may meet in some rounds (records 260 and XXP)."""

    first_round: int
    last_round: int
    contestants: tuple[int, ...]


@dataclass(frozen=True)
class DrawRequest:
    """Everything that a draw depends on.

    Attributes:
        edition: year of the edition of the system.
        round: that is drawn, counted from 1.
        rounds: how many there are; never fewer than `round`.
        contestants: in the order of their numbers, with those who are away.
        initial_colour: of C.04.3 5.1 and C.04.6 4.1.
        scale: points are whole numbers in 1/scale.
        win, draw, loss: what a game, or a match of teams, brings.
        boards: of a match; 1 for players.
        primary: the score of a team that makes the score groups, `MATCH` or `GAME`.
        secondary: whether the other score of a team decides colours (C.04.6 1.2).
    """

    system: System
    round: int
    rounds: int
    contestants: tuple[Contestant, ...]
    initial_colour: Colour
    edition: int = 2026
    scale: int = 2
    win: int = 2
    draw: int = 1
    loss: int = 0
    boards: int = 1
    primary: int = MATCH
    secondary: bool = True
    colours: ColourType = ColourType.A
    forbidden: tuple[Forbidden, ...] = ()

    @property
    def digest(self) -> str:
        """SHA-256 of all of it: equal requests have equal digests."""
        return hashlib.sha256(repr(self).encode("utf-8")).hexdigest()

    def score(self, index: int) -> Fraction:
        """The points by which a contestant is paired, with fictitious ones."""
        contestant = self.contestants[index]
        real = contestant.point_adjustment[self.primary] + sum(turn.points[self.primary] for turn in contestant.turns)
        return Fraction(real, self.scale) + contestant.fictitious_points_in(self.round)[self.primary]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two who meet; `colours_by` is the article that gave the colours, as the engine names it."""

    board: int
    white: int
    black: int
    colours_by: str = ""


@dataclass(frozen=True, slots=True)
class Draw:
    """The pairing of a round; `bye` has the pairing-allocated bye."""

    pairings: tuple[Pairing, ...]
    bye: int | None = None


class Why(Enum):
    """Why there is no pairing."""

    NONE_EXISTS = "none exists"
    TIME = "time"
    MEMORY = "memory"
    FAILED = "failed"
    NOT_SUPPORTED = "not supported"


@dataclass(frozen=True, slots=True)
class NoPairing:
    """No pairing, with the reason in one sentence."""

    why: Why
    reason: str


PairNextRound = Callable[[DrawRequest], Draw | NoPairing]
"""The function of an engine."""


@dataclass(frozen=True)
class DrawNeeded:
    """The answer of a rule that needs a draw first; `finish` turns the engine's answer into seats, and is pure."""

    request: DrawRequest
    finish: Callable[[Draw | NoPairing], RoundAssignment] = field(repr=False)
