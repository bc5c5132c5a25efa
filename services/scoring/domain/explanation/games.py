"""The rounds of a participant in a tournament of chess, and what comes to its score apart from them."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal

from contracts.explanation import ExplainedGame, ExplainedSession, Given
from contracts.facts import GameFact
from contracts.standings import TieBreakValue
from services.scoring.domain.boards.board_list import published
from services.scoring.domain.chess.explained_tie_breaks import explained_tie_breaks
from services.scoring.domain.explanation.listing import Listed, Parts
from services.scoring.domain.explanation.origins import Origins
from shared.chess.model import Entrant, Kind, Tournament, Turn

WHY = "The points of all rounds, added up; of those with as many, the tie-breaks decide in their order."

_RESULTS = {2: "won", 1: "drawn", 0: "lost"}


@dataclass
class ExplainedGames:
    """A tournament, its participants explained one by one."""

    tournament: Tournament
    origins: Origins

    @property
    def kind(self) -> Literal["team", "player"]:
        """Of those who are ranked."""
        return "team" if self.tournament.team else "player"

    @cached_property
    def _entrants(self) -> dict[str, Entrant]:
        return {entrant.id: entrant for entrant in self.tournament.entrants}

    @cached_property
    def _tie_breaks(self) -> dict[str, tuple[TieBreakValue, ...]]:
        return explained_tie_breaks(self.tournament, self.origins.facts.event.tie_breaks)

    @cached_property
    def _games(self) -> dict[tuple[int, str], GameFact]:
        return {(game.round, game.player): game for game in self.origins.facts.games}

    def of(self, each: Listed) -> Parts:
        """What a total is made of."""
        games, given = tuple(self._rounds(each.row.id)), self._given(each.row.id)
        points = sum((game.points for game in games), Fraction(0))
        score = points + sum((gift.points for gift in given), Fraction(0))
        session = ExplainedSession(games=games, points=points, score=points)
        ties = self._tie_breaks[each.row.id]
        return Parts([session], given, "games", WHY, points, value=score, tie_breaks=ties)

    def _rounds(self, participant: str) -> Iterator[ExplainedGame]:
        """The rounds of a participant."""
        for number, turn in enumerate(self._entrants[participant].turns, 1):
            yield self._round(participant, number, turn)

    def _round(self, participant: str, number: int, turn: Turn) -> ExplainedGame:
        opponent = self.tournament.entrants[turn.opponent].id if turn.opponent >= 0 else None
        return ExplainedGame(
            round=number,
            against=None if opponent is None else self.origins.somebody(self.kind, opponent),
            colour="w" if turn.colour == "w" else "b" if turn.colour == "b" else None,
            result=_RESULTS[turn.standard] if turn.kind is Kind.PLAYED else turn.kind.value,
            points=self._points(turn.points),
            where=self.origins.where("games", self._games.get((number, participant))),
        )

    def _points(self, scores: tuple[int, int]) -> Fraction:
        return Fraction(scores[self.tournament.primary], self.tournament.scale)

    def _given(self, participant: str) -> tuple[Given, ...]:
        """Points that are given or taken away apart from any round."""
        points = self._points(self._entrants[participant].point_adjustment)
        amount = published(points)
        if not points or amount is None:
            return ()
        return (Given(kind="points", amount=amount, unit="points", points=points, rule="apart from rounds"),)
