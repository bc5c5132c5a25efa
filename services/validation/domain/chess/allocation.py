"""Which of two players has White by what both have had (C.04.3 5.2), as far as colours alone decide it.

| article | rule |
|---|---|
| 5.2.1 | both get the colour that they prefer |
| 5.2.2 | else who prefers it more: absolutely, strongly or mildly; of two absolutely, by the wider difference |
| 5.2.3 | else they alternate to the most recent time when one had White and the other Black |
| 5.2.5 | who has had none: in round 1 the initial colour and odd numbers decide, where it is stated |

The rank (5.2.4) is left out: it would have to be that of the time. A game with one colour for both, or with no opponent
who names the player too, says nothing, and neither does one that was not played.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from contracts.facts import Facts, GameFact, MatchFact

OTHER = {"w": "b", "b": "w"}

Pair = tuple[str, str]
"""White and Black."""


Games = dict[tuple[int, str], GameFact]
"""The games of players by round and player."""


class Allocation:
    """The colours of a Swiss, and how far they follow from one another, by round.

    `first` is White of the pairs of round 1, where the initial colour that is stated decides it.
    """

    def __init__(self, played: Iterable[tuple[int, Pair]], first: Mapping[frozenset[str], str]) -> None:
        """Take what was played in the order of its rounds."""
        self.rounds: dict[int, list[Pair]] = defaultdict(list)
        self.of: dict[str, dict[int, Pair]] = defaultdict(dict)
        self.first = first
        self._mended: dict[tuple[int, Pair], int] = {}
        for number, (white, black) in played:
            self.rounds[number].append((white, black))
            self.of[white][number] = "w", black
            self.of[black][number] = "b", white

    def contradicted(
        self, turned: int | None = None, *, first_turned: bool = False
    ) -> tuple[int, list[tuple[int, Pair]]]:
        """How many games have colours that follow from others, and those that have them the wrong way round.

        A round can be read with its colours exchanged, and the initial colour as the other one.
        """
        histories: dict[str, str] = defaultdict(str)
        decided, wrong = 0, []
        for number, pairs in self.rounds.items():
            read = [(black, white) for white, black in pairs] if number == turned else pairs
            for white, black in read:
                colour = due(histories[white], histories[black])
                if number == 1 and (first := self.first.get(frozenset((white, black)))):
                    colour = "w" if (first == white) is not first_turned else "b"
                decided += colour is not None
                if colour == "b":
                    wrong.append((number, (white, black)))
            for white, black in read:
                histories[white] += "w"
                histories[black] += "b"
        return decided, wrong

    def games_of(self, player: str) -> list[tuple[int, Pair]]:
        """The games of a player with their rounds."""
        theirs = self.of[player].items()
        return [(at, (player, other) if colour == "w" else (other, player)) for at, (colour, other) in theirs]

    def mended(self, number: int, player: str) -> int:
        """How many games more have the colours that follow, once those of one game are exchanged."""
        pair = player, self.of[player][number][1]
        if (number, pair) not in self._mended:
            self._mended[number, pair] = self._wrong_from(number, pair, 0) - self._wrong_from(number, pair, number)
        return self._mended[number, pair]

    def _wrong_from(self, start: int, players: Pair, turned: int) -> int:
        """How many games of two players from a round on contradict the colours before; their game of one is turned."""

        def colour_of(player: str, number: int) -> str:
            colour = self.of[player][number][0]
            return OTHER[colour] if number == turned and player in players else colour

        def history(player: str, end: int) -> str:
            return "".join(colour_of(player, number) for number in self.of[player] if number < end)

        games = {game for each in players for game in self.games_of(each)}
        return sum(
            due(history(white, number), history(black, number)) == OTHER[colour_of(white, number)]
            for number, (white, black) in games
            if number >= start
        )


@lru_cache(maxsize=16_384)
def due(one: str, other: str) -> str | None:
    """The colour that follows for the first of two from the colours of the games that both played; None for none."""
    (strength, colour, wide), (their_strength, their_colour, their_wide) = _preference(one), _preference(other)
    if strength and their_strength and colour == their_colour:
        if (strength, wide) != (their_strength, their_wide):
            return colour if (strength, wide) > (their_strength, their_wide) else OTHER[colour]
        return next((was for had, was in zip(reversed(one), reversed(other), strict=False) if had != was), None)
    return colour or OTHER.get(their_colour)


def _preference(history: str) -> tuple[int, str, int]:
    """How much a player prefers a colour, which, and of an absolute preference the difference."""
    if not history:
        return 0, "", 0
    difference = 2 * history.count("w") - len(history)
    last = OTHER[history[-1]]
    fewer = "b" if difference > 0 else "w"
    if abs(difference) > 1:
        return 3, fewer, abs(difference)
    if history[-2:] in ("ww", "bb"):
        return 3, last, abs(difference)
    return (2, fewer, 0) if difference else (1, last, 0)


def of_players(facts: Facts, games: Games) -> Allocation:
    """The games that both players state alike, and that were played."""
    played = [
        (number, (white, theirs.player))
        for (number, white), game in sorted(games.items())
        if game.colour == "w"
        and (theirs := games.get((number, game.opponent or ""))) is not None
        and (theirs.opponent, theirs.colour) == (white, "b")
    ]
    return Allocation(played, dict(_first_colours(facts)))


def of_teams(matches: Iterable[MatchFact]) -> Allocation:
    """The matches that were played; White is who has it on the first board."""
    played = sorted(
        (match.round, (match.home, match.away))
        for match in matches
        if match.round and match.away is not None and match.forfeit is None and match.home_line_up
    )
    return Allocation(played, {})


def _first_colours(facts: Facts) -> Iterator[tuple[frozenset[str], str]]:
    """White's player of each pair of round 1 by the stated initial colour (5.2.5).

    Programs count the numbers of all players, or of those who were paired; only what follows either way is used.
    """
    stated = next((detail.value for detail in facts.event.details if detail.name == "152"), "")
    first = {"W": "w", "B": "b"}.get(stated.strip().upper()[:1])
    everybody = sorted((each.seed or 0, each.id) for each in facts.participants if each.kind == "player")
    opponents = {game.player: game.opponent for game in facts.games if game.round == 1 and game.opponent}
    done: set[str] = set()
    paired = 0
    for number, (_, player) in enumerate(everybody if first else (), 1):
        opponent = opponents.get(player)
        paired += opponent is not None
        if opponent is not None and opponent not in done and number % 2 == paired % 2:
            yield frozenset((player, opponent)), player if (number % 2 == 1) is (first == "w") else opponent
        done.add(player)
