"""A chess tournament for scoring: the entrants, and what each did in each round.

Points are whole numbers in 1/`Tournament.scale` of a point, so that a half and a tenth are exact and sums are quick.
Every turn has two scores: of a player, the first is his points and the second is 0; of a team, match points and game
points.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, Protocol, Self, TypeVar

MATCH = 0
"""Index of a player's points, or of a team's match points."""

GAME = 1
"""Index of a team's game points."""


class Kind(StrEnum):
    """What a round was for a participant (C.07 article 16 tells the unplayed ones apart)."""

    PLAYED = "played"
    FORFEIT_WIN = "forfeit win"
    FORFEIT_LOSS = "forfeit loss"
    PAIRING_BYE = "pairing-allocated bye"
    FULL_BYE = "full-point bye"
    HALF_BYE = "half-point bye"
    ZERO_BYE = "zero-point bye"
    OPEN = "no result yet"


REQUESTED = frozenset({Kind.HALF_BYE, Kind.ZERO_BYE})
"""Byes that a participant asks for, or takes by staying away (16.1.1)."""

VOLUNTARY = REQUESTED | {Kind.FORFEIT_LOSS}
"""Rounds that are unplayed by the participant's own will (16.1.2)."""


class Board(NamedTuple):
    """One board of a team in one match, with game points in 1/scale; a forfeit, or an unplayed match, is not played."""

    number: int
    points: int
    played: bool = True
    colour: str | None = None
    won: bool = False
    player: str | None = None


class Turn(NamedTuple):
    """One round of one participant.

    Attributes:
        opponent: index of the scheduled opponent; -1 for none.
        won: the game or match was won over the board.
        standard: 2 for a win, 1 for a draw, 0 for a loss of a played game, whatever points they bring.
    """

    kind: Kind
    opponent: int = -1
    colour: str | None = None
    points: tuple[int, int] = (0, 0)
    standard: int = 0
    boards: tuple[Board, ...] = ()

    @property
    def played(self) -> bool:
        """Whether it was played over the board."""
        return self.kind is Kind.PLAYED


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player or team with a turn for each round so far.

    Points given or taken away apart from any round, and the total worked out from the turns, are of both scores.
    """

    id: str
    number: int
    turns: tuple[Turn, ...]
    rating: int | None = None
    point_adjustment: tuple[int, int] = (0, 0)
    total: tuple[int, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Add up the scores once."""
        points = [turn.points for turn in self.turns]
        first, second = map(sum, zip(self.point_adjustment, *points, strict=True))
        object.__setattr__(self, "total", (first, second))


class Edition(Enum):
    """An edition of C.07, by the year from which it holds."""

    C07_2023 = 2023
    C07_2024 = 2024
    C07_2026 = 2026


_FROM = (("2026-03-01", Edition.C07_2026), ("2024-08-01", Edition.C07_2024))


def edition_of(start_date: str | None) -> Edition:
    """The edition in force on the day a tournament starts (YYYY-MM-DD); the newest when the day is not known."""
    if start_date is None or len(start_date) != len("YYYY-MM-DD"):
        return Edition.C07_2026
    return next((edition for day, edition in _FROM if start_date >= day), Edition.C07_2023)


class WorkedOut(Protocol):
    """Something about a whole tournament that several tie-breaks need."""

    def after(self, tournament: Tournament, changed: Collection[int], near: Collection[int]) -> Self:
        """The same after the turns of some have changed; `near` are these and all who have met them."""


Wanted = TypeVar("Wanted", bound=WorkedOut)


@dataclass(frozen=True, eq=False)
class Tournament:
    """A tournament after some rounds.

    Attributes:
        entrants: in the order of their index; every one has as many turns as any other.
        rounds: how many there will be; never fewer than are in.
        win, draw: what a win and a draw are worth, both scores; game points of a whole match.
        game_win, game_draw: of a single game; for a team, on one board.
        boards: of a match; 1 for players.
        pre_determined: whether all pairings were known beforehand, as in a round robin (article 15.2).
        primary: the score of a team that ranks, `MATCH` or `GAME`.
        worked_out: what several tie-breaks need, kept by the modules that work it out.
    """

    entrants: tuple[Entrant, ...]
    rounds: int
    scale: int = 2
    win: tuple[int, int] = (2, 0)
    draw: tuple[int, int] = (1, 0)
    game_win: int = 2
    game_draw: int = 1
    team: bool = False
    boards: int = 1
    pre_determined: bool = False
    primary: int = MATCH
    edition: Edition = Edition.C07_2026
    worked_out: dict[tuple[object, ...], WorkedOut] = field(init=False, repr=False, default_factory=dict)

    @cached_property
    def scores(self) -> tuple[tuple[int, int], ...]:
        """Both scores of each entrant."""
        return tuple([entrant.total for entrant in self.entrants])

    def known(self, kind: type[Wanted], make: Callable[[], Wanted], *of: object) -> Wanted:
        """What was worked out before, or is now; `of` tells several of one kind apart."""
        known = self.worked_out.get((kind, *of))
        if not isinstance(known, kind):
            known = self.worked_out[(kind, *of)] = make()
        return known

    def after(self, entrants: tuple[Entrant, ...], changed: Collection[int], near: Collection[int]) -> Tournament:
        """The same after the turns of some have changed; rounds, participants and ratings are as before."""
        after = replace(self, entrants=entrants)
        for key, known in self.worked_out.items():
            after.worked_out[key] = known.after(after, changed, near)
        return after

    @property
    def rounds_in(self) -> int:
        """Rounds that are in, played or being played."""
        return len(self.entrants[0].turns) if self.entrants else 0

    def exact(self, points: int | Fraction) -> Fraction:
        """Points as a number."""
        return Fraction(points, self.scale)
