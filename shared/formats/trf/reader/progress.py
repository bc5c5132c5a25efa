"""How far a file is: which rounds are played, and which one is only paired.

Rules kept here:

1. A round is played, or being played, when somebody has a result that comes from a board: a game, or a forfeit against
   somebody; in a team event also one against nobody who was to sit there. Older programs write `0000 - -` and
   `0000 - =` for those who will stay away from the round to come.
2. Rounds after the last of these are to come: their pairings and byes are seats, never results.
3. What a file covers is the rounds of rule 1; results missing in the last of them are still being played.
4. Servers write Z for a game that is being played: with opponent and colour in the lines of both, it is no bye.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from contracts.base import Place
from contracts.codes.trf import IN_PLAY
from shared.formats.trf.reader.draft import Draft, Player

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


def blank_games_in_play(draft: Draft) -> None:
    """Take the result out of games that are being played (rule 4), and say so once."""
    players = draft.players
    for player in players.values():
        for at, result in enumerate(player.results) if "Z" in player.results else ():
            theirs = players.get(player.opponents[at])
            if result != "Z" or theirs is None or theirs.results[at : at + 1] != "Z":
                continue
            if theirs.opponents[at] == player.number and {player.colours[at], theirs.colours[at]} == {"w", "b"}:
                for each in (player, theirs):
                    each.results = f"{each.results[:at]} {each.results[at + 1 :]}"
                if not draft.report.has(IN_PLAY):
                    text = f"players {player.number} and {theirs.number} have Z against each other in round {at + 1};"
                    text += " such games are being played, and are listed only once"
                    draft.report.add(IN_PLAY, text, Place(line=player.line, path="001"), subject=f"round {at + 1}")


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
