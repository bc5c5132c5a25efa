"""How far a file is: which rounds are played, and which one is only paired.

Rules kept here:

1. A round is played, or being played, when somebody has a result that comes from a board: a game, or a forfeit against
   somebody; in a team event also one against nobody who was to sit there. Older programs write `0000 - -` and
   `0000 - =` for those who will stay away from the round to come.
2. Rounds after the last of these are to come: their pairings and byes are seats, never results.
3. What a file covers is the rounds of rule 1; results missing in the last of them are still being played.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from shared.formats.trf.reader.draft import Player

BY_BOARD = frozenset("1=0WDL+-")


@dataclass(frozen=True)
class Progress:
    """How far a file is.

    Attributes:
        last: the last round that is played or being played; 0 before the first.
        open: games of the rounds up to `last` that have no result yet.
    """

    last: int
    open: int

    def complete(self, rounds: int | None) -> bool:
        """Whether all rounds of the tournament are in."""
        return rounds is not None and self.last >= rounds and not self.open


def progress_of(players: Iterable[Player], forfeited: Iterable[int] = (), *, teams: bool = False) -> Progress:
    """Work out how far the players' lines are.

    Args:
        players: with their rounds.
        forfeited: rounds in which a match of teams was forfeited.
        teams: whether a forfeit may be won against nobody.
    """
    players = list(players)
    last = max(forfeited, default=0)
    for player in players:
        opponents, results = player.opponents, player.results
        for at in range(len(results) - 1, last - 1, -1):
            if results[at] in BY_BOARD and (opponents[at] or (teams and results[at] == "+")):
                last = at + 1
                break
    unknown = sum(
        [
            result == " " and opponent > 0
            for player in players
            if " " in player.results
            for opponent, result in zip(player.opponents[:last], player.results, strict=False)
        ]
    )
    return Progress(last, unknown // 2 + unknown % 2)
