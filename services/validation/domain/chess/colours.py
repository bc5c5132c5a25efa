"""Colours of a Swiss: nobody has one three times running, nor three times more than the other, before the last round.

Rules kept here:

1. A pairing keeps to this (C.04.3, the absolute rules on colours; in the last round leaders are exempt) and gives
   colours by those that players have had (`allocation.py`). An event whose players often break it was paired in another
   way, of which nothing is said.
2. Where most games that contradict what went before follow once a whole round is turned, both lines of all its games
   state their colours the wrong way round. If the stated initial colour, turned, explains them, it is that one.
   The colours of matches follow in the same way.
3. Else it is a game: the one with which, turned, most players keep to the rule and then most games follow; or with
   which all games follow. Games that explain as much are named together.
4. Of a round robin that is played by the Berger tables, it is a round with all their colours exchanged, or a game. One
   that is said to be by these tables has their pairs in each round.
5. Colours of a match of teams alternate by board. Where nearly all games do, the only one of a match that does not is
   turned; where record 352 gives the colours of boards, its reader compares them.
"""

from collections.abc import Iterator, Mapping

from contracts.base import Discipline
from contracts.codes import chess as codes
from contracts.codes.code import Code
from contracts.facts import GameFact, MatchFact
from contracts.findings import Finding
from services.validation.domain.case import Case, Rule
from services.validation.domain.chess.allocation import OTHER, Allocation, Games, of_players, of_teams
from shared.chess.berger import berger_round
from shared.chess.known_pairings import type_of

_PLAYED = frozenset("1=0WDL")
_MOST_RUNNING = 2
_MOST_DIFFERENCE = 2
_ONE_IN = 16
"""Of so many players one may be in a game that is named, of few one game; of so many games one may not follow."""

_MOST_LEFT = 8
_MOST_WRONG = 4
"""Of so many games one may not follow once a round is turned, and as they are stated."""

_MOST_NAMED = 20
"""Games that are named of any number of players."""

_MOST_ROUNDS = 30
"""Rounds of a Swiss; what has more is none, and would take long."""

_FEWEST_OF_ROUND = 3
_FEWEST_OF_GAME = 2
"""Games that have to follow better for a round, or a game, to be said to be turned."""

_FEWEST_OF_TEAMS = 8
"""Games of matches that show how the colours of boards go."""

_NAMES = {"w": "White", "b": "Black"}

_Colours = dict[str, dict[int, str]]
"""The colours of each player by round."""

_Stated = Mapping[tuple[int, str], GameFact | MatchFact]
"""Where what was played is stated, by round and White."""


def colours_alternate(case: Case) -> Iterator[Finding]:
    """Report the rounds and the games whose colours are likely to be the wrong way round."""
    facts, tournament = case.facts, case.tournament
    if facts.event.discipline is not Discipline.CHESS:
        return
    games = {
        (game.round, game.player): game
        for game in facts.games
        if game.result in _PLAYED and game.colour is not None and game.opponent is not None
    }
    matches = {(match.round or 0, match.home): match for match in facts.matches if match.kind == "chess_teams"}
    stated: _Stated = matches if tournament.team else games
    allocation = of_teams(matches.values()) if tournament.team else of_players(facts, games)
    if tournament.team:
        yield from _turned_boards(case, games, matches)
    if tournament.pre_determined:
        yield from _turned_of_robin(case, allocation, stated)
    elif len(allocation.rounds) > _MOST_ROUNDS:
        return
    elif (finding := _turned_round(allocation, stated)) is not None:
        yield finding
    elif not tournament.team:
        yield from _turned_games(case, allocation, games)


def _turned_round(allocation: Allocation, stated: _Stated) -> Finding | None:
    """Rule 2."""
    decided, wrong = allocation.contradicted()
    if len(wrong) < _FEWEST_OF_ROUND:
        return None
    left = {f"in round {number}": len(allocation.contradicted(number)[1]) for number in allocation.rounds}
    if allocation.first:
        left["of record 152, the initial colour"] = len(allocation.contradicted(first_turned=True)[1])
    fewest = min(left.values())
    if len(wrong) - fewest < _FEWEST_OF_ROUND or fewest * _MOST_LEFT > decided:
        return None
    likely = [where for where, count in left.items() if count == fewest]
    number = next((number for number in allocation.rounds if f"in round {number}" in likely), 1)
    text = f"{len(wrong)} of {decided} pairs have other colours than follow from what both had before"
    text += f"; with all colours exchanged {' or '.join(likely)}, {fewest or 'none'} would"
    return _of_round(allocation, stated, number, text)


def _turned_of_robin(case: Case, allocation: Allocation, stated: _Stated) -> Iterator[Finding]:
    """Rule 4."""
    numbers = {entrant.id: at for at, entrant in enumerate(case.tournament.entrants, 1)}
    kept, others, turned = [], [], {}
    for number, pairs in allocation.rounds.items() if len(numbers) > 1 else ():
        for last_two_reversed in (False, True):
            table = set(berger_round(len(numbers), number, last_two_reversed=last_two_reversed))
            off = [pair for pair in pairs if (numbers.get(pair[0], 0), numbers.get(pair[1], 0)) not in table]
            if not off:
                kept.append(number)
                break
            reversed_ = all((numbers.get(black, 0), numbers.get(white, 0)) in table for white, black in off)
            if reversed_ and len(pairs) > 1 and len(off) in (1, len(pairs)):
                turned[number] = off
                break
        else:
            others.append(number)
    if others and "BERGER" in type_of(case.facts.event):
        rounds = f"rounds {', '.join(map(str, others))} are" if len(others) > 1 else f"round {others[0]} is"
        text = f"the tournament is said to be by the Berger tables, but {rounds} not theirs for these numbers"
        yield _of_round(allocation, stated, others[0], text, codes.NOT_BERGER)
    if len(kept) > 2 * len(turned):
        for number, off in turned.items():
            if len(off) == len(allocation.rounds[number]):
                text = f"round {number} is that of the Berger tables with all colours exchanged"
                yield _of_round(allocation, stated, number, text)
                continue
            white, black = off[0]
            kind = "team" if case.tournament.team else "player"
            subject, place = f"{kind} {white} in round {number}", stated[number, white].at
            text = f"{subject} has White against {kind} {black}, and Black in the Berger tables"
            yield codes.COLOURS_TURNED.finding(text, place=place, subject=subject, stated="w", computed="b")


def _turned_boards(case: Case, games: Games, matches: Mapping[tuple[int, str], MatchFact]) -> Iterator[Finding]:
    """Rule 5."""
    if any(detail.name == "352" for detail in case.facts.event.details):
        return
    asked = wrong = 0
    turned: list[tuple[int, GameFact]] = []
    for (number, _), match in matches.items():
        boards, off = 0, []
        for board, (home, away) in enumerate(zip(match.home_line_up, match.away_line_up, strict=False), 1):
            game, theirs = games.get((number, home)), games.get((number, away))
            if game is None or theirs is None or game.opponent != away or theirs.colour == game.colour:
                continue
            boards += 1
            if (game.colour == "w") is (board % 2 == 0):
                off.append((board, game))
        asked, wrong = asked + boards, wrong + len(off)
        turned += off if len(off) == 1 and boards > _FEWEST_OF_GAME else []
    if asked < _FEWEST_OF_TEAMS or wrong > max(1, asked // _ONE_IN):
        return
    for board, game in turned:
        colour, subject = game.colour or "w", f"player {game.player} in round {game.round}"
        text = f"{subject} has {_NAMES[colour]} on board {board}, and by the other boards of the match"
        text += f" {_NAMES[OTHER[colour]]}"
        yield codes.COLOURS_TURNED.finding(text, place=game.at, subject=subject, stated=colour, computed=OTHER[colour])


def _of_round(
    allocation: Allocation, stated: _Stated, number: int, text: str, code: Code = codes.ROUND_TURNED
) -> Finding:
    place = stated[number, allocation.rounds[number][0][0]].at
    return code.finding(text, place=place, subject=f"round {number}")


def _turned_games(case: Case, allocation: Allocation, games: Games) -> Iterator[Finding]:
    """Rule 3."""
    last = case.facts.event.rounds or max((game.round for game in case.facts.games), default=0)
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
    most = max(1, min(len(colours) // _ONE_IN, _MOST_NAMED))
    decided, wrong = allocation.contradicted()
    if len(breaking) > 2 * most or len(wrong) * _MOST_WRONG > decided:
        return
    breaking -= unsure
    found: list[Finding] = []
    while breaking and (likeliest := _likeliest(breaking, colours, games, allocation)):
        kept = breaking & {likeliest[0].player, likeliest[0].opponent or ""}
        breaking -= kept
        found.append(_finding(likeliest, kept))
    if not found and not breaking and (only := _explains_all(allocation, games)):
        found.append(_finding(only, set()))
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


def _likeliest(breaking: set[str], colours: _Colours, games: Games, allocation: Allocation) -> list[GameFact]:
    """The games with which, turned, most of those who break the rule keep to it and nobody else breaks it."""
    best: dict[tuple[int, frozenset[str]], tuple[tuple[int, int], GameFact]] = {}
    for player in sorted(breaking):
        for number, colour in colours[player].items():
            game = games[number, player]
            theirs = colours.get(game.opponent or "", {})
            if theirs.get(number) == colour:
                continue
            both = {player: colours[player], game.opponent or "": theirs}
            turned = {name: each | {number: OTHER[each[number]]} for name, each in both.items() if number in each}
            if any(_breaks(each) for each in turned.values()):
                continue
            mended = allocation.mended(number, player) if number in allocation.of.get(player, ()) else 0
            best.setdefault((number, frozenset(both)), ((len(breaking & turned.keys()), mended), game))
    most = max((merit for merit, _ in best.values()), default=None)
    return [game for merit, game in best.values() if merit == most]


def _explains_all(allocation: Allocation, games: Games) -> list[GameFact]:
    """The games with which, turned, every colour follows from those before, in an event in which nearly all do."""
    decided, wrong = allocation.contradicted()
    if len(wrong) < _FEWEST_OF_GAME or len(wrong) * _ONE_IN > decided:
        return []
    concerned = sorted({game for _, pair in wrong for player in pair for game in allocation.games_of(player)})
    return [games[at, white] for at, (white, _) in concerned if allocation.mended(at, white) == len(wrong)]


def _finding(likeliest: list[GameFact], kept: set[str]) -> Finding:
    game = likeliest[0]
    subject = f"player {game.player} in round {game.round}"
    named = [
        f"in round {each.round}, the game of player {each.player} and player {each.opponent}" for each in likeliest
    ]
    if kept:
        who = f"players {game.player} and {game.opponent} have" if len(kept) > 1 else f"player {min(kept)} has"
        text = f"{who} one colour too often; with colours exchanged {', or '.join(named)}, the rule is kept"
    else:
        text = f"colours do not follow from those before; with colours exchanged {', or '.join(named)}, all of them do"
    if len(likeliest) > 1:
        text += f" ({len(likeliest)} games would explain it)"
    return codes.COLOURS_TURNED.finding(
        text, place=game.at, subject=subject, stated=game.colour, computed=OTHER[game.colour or "w"]
    )


RULES: tuple[Rule, ...] = (colours_alternate,)
"""Colours of a Swiss."""
