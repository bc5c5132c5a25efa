"""The ranking that stays as it was after a round while later rounds are played.

Rules kept here:

1. Standings in which no later round has begun are shown as they are, and the newest of them stay when one has.
2. What scoring answers for the ranking after that round takes their place: every table of the round is in it, and so is
   a correction of it.
3. Where neither is known, the ranking has no rows.
"""

from typing import NamedTuple, Self

from pydantic import JsonValue

from contracts.feed import checksum
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.channel import TableState


class Kept(NamedTuple):
    """The ranking that stays, of an event of which a later round has begun.

    Attributes:
        round: after which.
        table: the standings then; None where they are not known.
        mark: where it comes from: what scoring answers has no number of its own.
        asked: the position of the standings for which scoring was asked last.
    """

    round: int
    table: TableState | None = None
    mark: str = "none"
    asked: int = -1

    def has_only(self, standings: Table) -> bool:
        """Whether no later round has begun in standings."""
        progress = standings.meta.get("progress")
        begun = progress.get("rounds_begun") if isinstance(progress, dict) else None
        return isinstance(begun, int) and begun <= self.round

    def beside(self, standings: Table) -> Self:
        """The same when these standings are shown."""
        if not self.has_only(standings):
            return self
        table = TableState(standings.columns, dict(standings.rows), dict(standings.meta))
        return self._replace(table=table, mark="shown")

    def answered(self, ranking: TableState | None, asked: int) -> Self:
        """The same when scoring has answered; None: it knows of no ranking after the round.

        One with results that name no round, where no later one is known, is no such ranking either.
        """
        if ranking is None or not self.has_only(ranking):
            return self._replace(asked=asked)
        return self._replace(table=ranking, mark=checksum(sorted(ranking.rows.items())), asked=asked)

    def shown(self, standings: Table) -> Table:
        """What is shown of standings: all that is not the ranking is of now."""
        if self.has_only(standings):
            return standings
        if self.table is None:
            return TableState(standings.columns, {}, {**standings.meta, "rankings": []})
        about: dict[str, JsonValue] = {"after_round": self.round, "rankings": self.table.meta.get("rankings")}
        return TableState(self.table.columns, self.table.rows, {**standings.meta, **about})
