"""The one game of chess that explains why the stated points of two players are not those of their results.

Both lines of a game may state its result wrongly, and then nothing contradicts but the points: one player is stated
with as much more as another result of this game would give, and the opponent with as much less. Where one game and one
other result of it make the points of both right, that game is what is wrong. An arbiter may give both a loss, or a draw
to one alone; where the points of one player are wrong, such a game of his may have a result like others.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache

from contracts.codes import scoring as codes
from contracts.facts import EventFact, GameFact
from contracts.findings import Finding
from shared.chess.points import Points, points_of

_RESULTS = (("1", "0"), ("=", "="), ("0", "1"))
"""What a game that was played gives the two players."""

_BY_ARBITER = (("0", "0"), ("=", "0"), ("0", "="))
"""What an arbiter may give them instead; other pairs contradict each other, which is found as such."""

_LETTERS = {"W": "1", "D": "=", "L": "0"}
_UNRATED = frozenset("WDL")


_Gain = Callable[[str, str, str | None], Fraction]
"""What another result than the own one brings more, with a colour."""

GamesOf = Callable[[str], Sequence[GameFact]]
"""The games that a player states."""


def misreported_games(event: EventFact, games_of: GamesOf, differences: Sequence[Finding]) -> list[Finding]:
    """A finding for each game with which, reported otherwise, the points of both players are as stated.

    Args:
        event: that they are of.
        games_of: its games.
        differences: where points are stated otherwise than the games give them, among others.
    """
    off = _off(differences)
    if not off:
        return []
    system = Points({}) if event.kind == "teams" else points_of(event.scoring_system)
    gain = cache(lambda own, result, colour: system.game(result, colour) - system.game(own, colour))
    found: list[Finding] = []
    explained: set[str] = set()
    for player in off:
        if player in explained:
            continue
        candidates = [*_candidates(player, off, games_of, gain)]
        if len(candidates) == 1:
            game, result = candidates[0]
            explained |= {player, game.opponent or player}
            found.append(_finding(game, result))
    return found


def _off(differences: Iterable[Finding]) -> dict[str, Fraction]:
    """By how much the stated points of players exceed those of their games."""
    return {
        finding.subject.removeprefix("player "): Fraction(finding.stated) - Fraction(finding.computed)
        for finding in differences
        if finding.code == codes.TOTAL_DIFFERS.code
        and finding.subject is not None
        and finding.subject.startswith("player ")
        and finding.stated is not None
        and finding.computed is not None
    }


def _candidates(
    player: str, off: Mapping[str, Fraction], games_of: GamesOf, gain: _Gain
) -> Iterator[tuple[GameFact, str]]:
    """The games of a player, each with the result that makes his points and his opponent's right."""
    for game in games_of(player):
        opponent, own = game.opponent, _plain(game.result)
        if opponent is None or own is None:
            continue
        results = [pair for pair in _RESULTS if gain(own, pair[0], game.colour) == off[player]]
        theirs = next((each for each in games_of(opponent) if each.round == game.round), None) if results else None
        if theirs is None or theirs.opponent != player:
            continue
        other = _plain(theirs.result)
        if other is None or (own, other) not in (_RESULTS if opponent in off else _BY_ARBITER):
            continue
        for result, opposite in results:
            if gain(other, opposite, theirs.colour) == off.get(opponent, 0):
                yield game, result.translate(_AS_UNRATED) if game.result in _UNRATED else result


_AS_UNRATED = str.maketrans({plain: letter for letter, plain in _LETTERS.items()})


def _plain(result: str | None) -> str | None:
    """The result of a game that was played, rated or not."""
    plain = _LETTERS.get(result or "", result)
    return plain if plain in ("1", "=", "0") else None


def _finding(game: GameFact, result: str) -> Finding:
    text = f"player {game.player} in round {game.round}"
    return codes.GAME_MISREPORTED.finding(
        f"{text} has {game.result} against player {game.opponent}; with {result} the stated points of both are right",
        place=game.at,
        subject=text,
        stated=game.result,
        computed=result,
    )
