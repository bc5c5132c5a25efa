"""Direct encounter (C.07 article 6) and its extensions for teams (13.3): places among those who are tied.

Rules kept here:

1. When all who are tied have met, the points from these games decide; of several games against the same opponent the
   average counts (6.1).
2. When some have not met, one who would be first whatever the missing games bring is first, then the same is asked for
   the second place, and so on; the rest stay tied (6.2). Of so many that the missing games are worth more than all that
   were played, nobody is first.
3. Those who stay tied are looked at again among themselves, as long as that separates anybody (6.3).
4. The extensions of teams take the ranking score, then the other one, then boards of the matches between exactly two
   teams, and begin again after anything was separated.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction

from shared.chess.model import GAME, MATCH, Entrant, Kind, Tournament
from shared.chess.tie_breaks.codes import TieBreak
from shared.chess.tie_breaks.team_boards import board_count, bottom_board_elimination, by_board, top_board
from shared.chess.tie_breaks.terms import Term

Groups = list[list[int]]
Split = Callable[[list[int]], Groups]

_STEPS = {"DE": "P", "EDE": "PS", "EDEC": "PSC", "EDET": "PST", "EDEB": "PSB", "EDEBT": "PSCT", "EDEBB": "PSCB"}


def direct_encounter(tournament: Tournament, tied: Sequence[int], code: TieBreak) -> Groups:
    """Put those who are tied into groups, the best first; each group stays tied."""
    primary = _primary(tournament, code)
    splits = [_split(tournament, step, primary, code) for step in _STEPS[code.name]]
    return _cycle(list(tied), splits)


def _primary(tournament: Tournament, code: TieBreak) -> int:
    """The score that is compared first."""
    return tournament.primary if code.score is None else code.score


def _cycle(tied: list[int], splits: list[Split]) -> Groups:
    """Apply each split to what is still tied until none of them separates anybody (rules 3 and 4)."""
    groups: Groups = [tied]
    idle = 0
    step = 0
    while idle < len(splits):
        split = splits[step]
        following = [part for group in groups for part in (split(group) if len(group) > 1 else [group])]
        if len(following) > len(groups):
            groups, idle = following, 0
        else:
            idle += 1
            step = (step + 1) % len(splits)
    return groups


def _split(tournament: Tournament, step: str, primary: int, code: TieBreak) -> Split:
    if step in "PS":
        which = primary if step == "P" else GAME if primary == MATCH else MATCH
        return lambda group: by_games(tournament, group, which, code)
    key: Callable[[list[int]], tuple[int, ...]] = {
        "C": lambda points: (-board_count(points),),
        "T": top_board,
        "B": bottom_board_elimination,
    }[step]
    return lambda group: _by_boards(tournament, group, key, code)


def met(tournament: Tournament, group: Sequence[int], which: int, code: TieBreak) -> list[dict[int, list[int]]]:
    """For each of a group, the points of its games against each of the others."""
    inside, played, is_open = set(group), Kind.PLAYED, Kind.OPEN
    as_played = _forfeits_count(tournament, code)
    meetings: list[dict[int, list[int]]] = []
    for index in group:
        games: dict[int, list[int]] = {}
        for kind, opponent, _, points, _, _ in tournament.entrants[index].turns:
            if opponent in inside and (kind is played or (as_played and kind is not is_open)):
                games.setdefault(opponent, []).append(points[which])
        meetings.append(games)
    return meetings


def _forfeits_count(tournament: Tournament, code: TieBreak) -> bool:
    """A forfeit counts with /P, and where the pairings were known beforehand (15.2)."""
    return code.forfeits_played or tournament.pre_determined


def by_games(tournament: Tournament, group: list[int], which: int, code: TieBreak) -> Groups:
    """Rules 1 and 2: split a group once."""
    if _too_many(tournament, len(group), which):
        return [sorted(group)]
    games = met(tournament, group, which, code)
    sums = [_average_sum(scores) if scores else 0 for scores in games]
    others = len(group) - 1
    missing = [0 if tournament.pre_determined else others - len(scores) for scores in games]
    if not any(missing):
        return _by_value(group, sums)
    most = [value + lacking * tournament.win[which] for value, lacking in zip(sums, missing, strict=True)]
    left = list(range(len(group)))
    groups: Groups = []
    while len(left) > 1:
        best = max(left, key=sums.__getitem__)
        if sums[best] <= max([most[at] for at in left if at != best]):
            break
        groups.append([group[best]])
        left.remove(best)
    groups.append(sorted(group[at] for at in left))
    return groups


class RoundPoints(frozenset[tuple[int, int]]):
    """The points that rounds have brought to anybody, or had once."""

    @classmethod
    def of(cls, entrants: Iterable[Entrant]) -> RoundPoints:
        """Those of some."""
        return cls(turn.points for entrant in entrants for turn in entrant.turns)

    def after(self, tournament: Tournament, changed: Collection[int], _near: Collection[int]) -> RoundPoints:
        """The same with those of a change."""
        new = self.of(tournament.entrants[index] for index in changed)
        return self if new <= self else RoundPoints(self | new)


def _too_many(tournament: Tournament, tied: int, which: int) -> bool:
    """Whether so many are tied that nobody can be first whatever the missing games bring (rule 2)."""
    rounds, win = tournament.rounds_in, tournament.win[which]
    missing = tied - 1 - rounds
    if tournament.pre_determined or missing <= 0 or win <= 0:
        return False
    brought = tournament.known(RoundPoints, lambda: RoundPoints.of(tournament.entrants))
    points = [0, *(each[which] for each in brought)]
    return rounds * max(points) <= rounds * min(points) + missing * win


def explained(tournament: Tournament, index: int, tied: Sequence[int], code: TieBreak) -> tuple[Term, ...]:
    """The games of one against the others who are tied, in the score that ranks: what a place comes from first."""
    which, others = _primary(tournament, code), set(tied) - {index}
    as_played = _forfeits_count(tournament, code)
    return tuple(
        Term(round_, turn.opponent, turn.points[which])
        for round_, turn in enumerate(tournament.entrants[index].turns, 1)
        if turn.opponent in others and (turn.played or (as_played and turn.kind is not Kind.OPEN))
    )


def _average_sum(games: dict[int, list[int]]) -> Fraction | int:
    """The sum over all opponents of the average of the games against each."""
    once = sum([each[0] for each in games.values() if len(each) == 1])
    often = [Fraction(sum(each), len(each)) for each in games.values() if len(each) > 1]
    return sum(often, Fraction(once)) if often else once


def _by_boards(
    tournament: Tournament, group: list[int], key: Callable[[list[int]], tuple[int, ...]], code: TieBreak
) -> Groups:
    """Split two teams by the boards of the matches between them (13.3.2); more than two stay as they are."""
    if len(group) != 2:
        return [group]
    values, as_played = [], _forfeits_count(tournament, code)
    for index, other in (group, group[::-1]):
        turns = [
            turn for turn in tournament.entrants[index].turns if turn.opponent == other and (turn.played or as_played)
        ]
        values.append(key(by_board(turns, tournament.boards)))
    if values[0] == values[1]:
        return [group]
    return [[group[0]], [group[1]]] if values[0] > values[1] else [[group[1]], [group[0]]]


def _by_value(group: list[int], values: Sequence[Fraction | int]) -> Groups:
    groups: dict[Fraction | int, list[int]] = {}
    for index, value in zip(group, values, strict=True):
        groups.setdefault(value, []).append(index)
    return [sorted(groups[value]) for value in sorted(groups, reverse=True)]
