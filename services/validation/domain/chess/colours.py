"""Colours of a Swiss: nobody has one three times running, nor three times more than the other, before the last round.

A pairing keeps to this (C.04.3, the absolute rules on colours; in the last round leaders are exempt), so where somebody
does not, both lines of a game may state its colours the wrong way round. It is the game with which, turned, most
players keep to the rule. An event whose players often break it was paired in another way, of which nothing is said.
"""

from collections.abc import Iterator

from contracts.base import Discipline
from contracts.codes import chess as codes
from contracts.facts import GameFact
from contracts.findings import Finding
from services.validation.domain.case import Case, Rule

_PLAYED = frozenset("1=0WDL")
_MOST_RUNNING = 2
_MOST_DIFFERENCE = 2
_ONE_IN = 16
"""Of so many players one may be in a game that is named, of few one game."""

_Colours = dict[str, dict[int, str]]
"""The colours of each player by round."""


def colours_alternate(case: Case) -> Iterator[Finding]:
    """Report the games whose colours are likely to be the wrong way round."""
    facts, tournament = case.facts, case.tournament
    if facts.event.discipline is not Discipline.CHESS or tournament.team or tournament.pre_determined:
        return
    games = {
        (game.round, game.player): game
        for game in facts.games
        if game.result in _PLAYED and game.colour is not None and game.opponent is not None
    }
    last = facts.event.rounds or max((game.round for game in facts.games), default=0)
    colours: _Colours = {}
    for (number, player), game in sorted(games.items()):
        if number < last:
            colours.setdefault(player, {})[number] = game.colour or ""
    # Of a game with one colour for both it is said already, and not known which of them is wrong.
    unsure = {
        player
        for (number, player), game in games.items()
        if (theirs := games.get((number, game.opponent or ""))) is not None and theirs.colour == game.colour
    }
    breaking = {player for player, theirs in colours.items() if _breaks(theirs)}
    most = max(1, len(colours) // _ONE_IN)
    if len(breaking) > 2 * most:
        return
    breaking -= unsure
    found: list[Finding] = []
    while breaking and (likeliest := _likeliest(breaking, colours, games)) is not None:
        game, kept = likeliest
        breaking -= kept
        found.append(_finding(game, kept))
    if len(found) <= most:
        yield from found


def _breaks(theirs: dict[int, str]) -> bool:
    """Whether a player has one colour too often."""
    running, difference, before = 0, 0, ""
    for _, colour in sorted(theirs.items()):
        running = running + 1 if colour == before else 1
        difference += 1 if colour == "w" else -1
        before = colour
        if running > _MOST_RUNNING or abs(difference) > _MOST_DIFFERENCE:
            return True
    return False


def _likeliest(
    breaking: set[str], colours: _Colours, games: dict[tuple[int, str], GameFact]
) -> tuple[GameFact, set[str]] | None:
    """The game with which, turned, most of those who break the rule keep to it and nobody else breaks it."""
    best: tuple[GameFact, set[str]] | None = None
    for player in sorted(breaking):
        for number, colour in colours[player].items():
            game = games[number, player]
            theirs = colours.get(game.opponent or "", {})
            if theirs.get(number) == colour:
                continue
            both = {player: colours[player], game.opponent or "": theirs}
            turned = {name: each | {number: "wb"[each[number] == "w"]} for name, each in both.items() if number in each}
            if any(_breaks(each) for each in turned.values()):
                continue
            kept = breaking & turned.keys()
            if best is None or len(kept) > len(best[1]):
                best = game, kept
    return best


def _finding(game: GameFact, kept: set[str]) -> Finding:
    subject = f"player {game.player} in round {game.round}"
    who = f"players {game.player} and {game.opponent} have" if len(kept) > 1 else f"player {min(kept)} has"
    text = f"{who} one colour too often; with colours exchanged in round {game.round}, the game of player {game.player}"
    return codes.COLOURS_TURNED.finding(
        f"{text} and player {game.opponent}, the rule is kept",
        place=game.at,
        subject=subject,
        stated=game.colour,
        computed="wb"[game.colour == "w"],
    )


RULES: tuple[Rule, ...] = (colours_alternate,)
"""Colours of a Swiss."""
