"""What the points of the players show and no record states.

Rules kept here:

1. TRF16 has no record of the points by result, and nor do its extensions in every file. Where somebody has more points
   than rounds, or those with a pairing-allocated bye have others than 1, ½ and 0 give, the usual system counts that
   nearly all points follow from.
2. Swiss-Manager writes `0000 - -` in a team event also for those whose opponent stayed away. The points count them as
   won: where the file has no forfeit won against nobody, and all who have whole points too many can have won as many
   such rounds in matches with a board short in one way only, these are won.
"""

from collections import defaultdict
from decimal import Decimal

from contracts.base import Place
from contracts.codes.trf import POINTS_DERIVED, WON_UNMARKED
from shared.formats.trf.reader.draft import Draft, Player

_STANDARD = (2, 1, 2)
_SYSTEMS = ((6, 2, 6), (6, 2, 2), (6, 2, 0), (4, 2, 4), (4, 2, 2), (2, 1, 1), (2, 1, 0))
"""Half points for a win, a draw and a pairing-allocated bye."""

_FEWEST = 2
"""Players whose points have to speak for something."""

_NEARLY = Decimal("0.9")

_PASSES = 5
"""How often those are looked at whose rounds depend on the rounds of others."""


def _halves(results: str, system: tuple[int, int, int]) -> int:
    win, draw, bye = system
    count = results.count
    wins, draws = count("1") + count("+") + count("W") + count("F"), count("=") + count("D") + count("H")
    return win * wins + draw * draws + bye * count("U")


def _fits(player: Player, last: int, system: tuple[int, int, int]) -> bool:
    """Whether points follow from the results, with or without the byes of rounds to come."""
    halves = 2 * (player.points or 0)
    return halves in (_halves(player.results, system), _halves(player.results[:last], system))


def derive_scoring(draft: Draft, last: int) -> None:
    """Take the points by result from the points of the players, where no record states them (rule 1).

    Args:
        draft: of an individual tournament.
        last: the last round that was played.
    """
    stated = [player for player in draft.players.values() if player.points is not None and player.results]
    if draft.scoring or not stated or not last:
        return
    with_bye = [player for player in stated if "U" in player.results]
    odd = [player for player in stated if (player.points or 0) > last]
    odd = odd or [player for player in with_bye if not _fits(player, last, _STANDARD)]
    fitting = {system: sum([_fits(player, last, system) for player in stated]) for system in _SYSTEMS} if odd else {}
    best = max(fitting, key=lambda system: fitting[system], default=_STANDARD)
    if len(odd) < _FEWEST or fitting[best] < _NEARLY * max(len(stated), _FEWEST):
        return
    win, draw, bye = (format(Decimal(halves) / 2, "f") for halves in best)
    draft.scoring |= {"W": win, "D": draw} | ({"U": bye} if bye != win else {})
    text = f"a win brings {win}, a draw {draw} and a pairing-allocated bye {bye}: so say the points of the players"
    draft.report.add(POINTS_DERIVED, text, _points_of(odd[0]), computed=f"{win} {draw} {bye}")


def mark_wins_against_nobody(draft: Draft) -> None:
    """Count those as winners whose opponents stayed away, as their points say (rule 2)."""
    games: dict[tuple[int, int], list[int]] = defaultdict(list)
    for player in draft.players.values():
        team = draft.team_of.get(player.number)
        for at, opponent in enumerate(player.opponents):
            if opponent and team is not None:
                games[team, at].append(draft.team_of.get(opponent, team))
            elif player.results[at] == "+":
                return
    boards = max(map(len, games.values()), default=0)
    matches = {key: (*sorted((key[0], others[0])), key[1]) for key, others in games.items()}
    holes = {matches[key]: boards - len(others) for key, others in games.items()}
    won: dict[int, list[int]] = {}
    needing = {
        player.number: more / 2
        for player in draft.players.values()
        if set("UFH ").isdisjoint(player.results)
        and (more := 2 * (player.points or 0) - _halves(player.results, _STANDARD)) > 0
    }
    for number in [*needing] * _PASSES:
        if number in won:
            continue
        player, team = draft.players[number], draft.team_of.get(number, 0)
        pairs = enumerate(zip(player.opponents, player.results, strict=True))
        rounds = [at for at, pair in pairs if pair == (0, "-") and holes.get(matches.get((team, at), ()), 0)]
        if len(rounds) == needing[number]:
            won[number] = rounds
            for at in rounds:
                holes[matches[team, at]] -= 1
    if len(won) < max(len(needing), _FEWEST):
        return
    for number, rounds in sorted(won.items()):
        player = draft.players[number]
        for at in rounds:
            player.results = f"{player.results[:at]}+{player.results[at + 1 :]}"
        named = " and ".join(str(at + 1) for at in rounds)
        text = f"player {number} has - without an opponent in round {named}, but the points of a win"
        draft.report.add(WON_UNMARKED, text, _points_of(player), subject=f"player {number}", stated="-")


def _points_of(player: Player) -> Place:
    return Place(line=player.line, column=81, end_column=84, path="001")
