"""Rules about games of chess: each player states the game for himself, and the two statements must agree.

Sources: TRF16 and TRF-2026, record 001; C.04.1 (nobody meets an opponent twice, nobody is left over twice).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from contracts.base import Discipline
from contracts.codes import chess as codes
from contracts.facts import GameFact
from contracts.findings import Finding
from services.validation.domain.case import Case, Rule

_BYES = frozenset("HFUZ")
_BY_BOARD = frozenset("1=0WDL")
_TOGETHER = frozenset({
    ("1", "0"), ("=", "="), ("0", "1"), ("W", "L"), ("D", "D"), ("L", "W"), ("+", "-"), ("-", "+"), ("-", "-"),
    ("0", "0"), ("=", "0"), ("0", "="), ("L", "L"),
})  # fmt: skip
"""Results that two players can have of one game; an arbiter may give both a loss, or a draw to one alone."""


def _by_key(case: Case) -> dict[tuple[int, str], GameFact]:
    return {(game.round, game.player): game for game in case.facts.games}


def _subject(game: GameFact) -> str:
    return f"player {game.player} in round {game.round}"


def _is_mutual(game: GameFact, games: dict[tuple[int, str], GameFact]) -> bool:
    """Whether a player's opponent names him, too."""
    theirs = games.get((game.round, game.opponent or ""))
    return theirs is not None and theirs.opponent == game.player


def opponents_agree(case: Case) -> Iterator[Finding]:
    """Who names an opponent is named by him, with the other colour and the matching result.

    Of players who name each other, a third who names one of them is wrong; who names that third is only left alone.
    """
    games = _by_key(case)
    wrong: list[GameFact] = []
    for game in case.facts.games:
        if game.opponent is None or game.result in _BYES:
            continue
        if game.opponent == game.player:
            yield codes.OWN_OPPONENT.finding(
                f"{_subject(game)} is his own opponent", place=game.at, subject=_subject(game)
            )
            continue
        theirs = games.get((game.round, game.opponent))
        if theirs is None:
            continue
        if theirs.opponent != game.player:
            wrong.append(game)
        elif _comes_first(game, theirs):
            yield from _same_game(game, theirs)
    intruders = {
        (game.round, game.player) for game in wrong if _is_mutual(games[game.round, game.opponent or ""], games)
    }
    for game in wrong:
        theirs = games[game.round, game.opponent or ""]
        if (theirs.round, theirs.player) not in intruders and theirs.opponent != theirs.player:
            yield codes.OPPONENTS_DISAGREE.finding(
                f"{_subject(game)} names {game.opponent}, who names {theirs.opponent or 'nobody'}",
                place=game.at,
                subject=_subject(game),
                stated=game.opponent,
            )


def _comes_first(game: GameFact, theirs: GameFact) -> bool:
    """Whether this is the statement of the two under which a disagreement is reported: the later one in the file."""
    ours, other = (each.at.line or 0 if each.at else 0 for each in (game, theirs))
    return (ours, game.player) > (other, theirs.player)


def _same_game(game: GameFact, theirs: GameFact) -> Iterator[Finding]:
    """What two statements about one game say differently."""
    if game.colour is not None and game.colour == theirs.colour:
        yield codes.COLOURS_DISAGREE.finding(
            f"{_subject(game)} and his opponent {theirs.player} both have {game.colour}",
            place=game.at,
            subject=_subject(game),
            stated=game.colour,
        )
    if (game.result is None) is not (theirs.result is None):
        without = game if game.result is None else theirs
        yield codes.RESULT_ONE_SIDED.finding(
            f"{_subject(without)} has no result, his opponent {without.opponent} has one",
            place=without.at,
            subject=_subject(without),
        )
    elif game.result is not None and theirs.result is not None and (game.result, theirs.result) not in _TOGETHER:
        yield codes.RESULTS_DISAGREE.finding(
            f"{_subject(game)} has {game.result}, his opponent {theirs.player} has {theirs.result}",
            place=game.at,
            subject=_subject(game),
            stated=game.result,
            computed=theirs.result,
        )


def named_once(case: Case) -> Iterator[Finding]:
    """Nobody is the opponent of two players in one round; one who names one of them, is asked about the other."""
    games = _by_key(case)
    by: dict[tuple[int, str], GameFact] = {}
    for game in case.facts.games:
        if game.opponent is None or game.result in _BYES or (game.round, game.opponent) in games:
            continue
        first = by.setdefault((game.round, game.opponent), game)
        if first is not game:
            yield codes.NAMED_TWICE.finding(
                f"player {game.opponent} is named by {first.player} and by {game.player} in round {game.round}",
                place=game.at,
                subject=f"player {game.opponent} in round {game.round}",
                stated=game.opponent,
            )


def byes_alone(case: Case) -> Iterator[Finding]:
    """A bye has no opponent, and a game has one."""
    in_teams = any(match.kind == "chess_teams" for match in case.facts.matches)
    for game in case.facts.games:
        if game.result in _BYES and (game.opponent is not None or game.colour is not None):
            yield codes.BYE_WITH_OPPONENT.finding(
                f"{_subject(game)} has {game.result} and the opponent {game.opponent or 'nobody'}",
                place=game.at,
                subject=_subject(game),
                stated=game.result,
            )
        if game.opponent is None and (game.result in _BY_BOARD or (game.result == "+" and not in_teams)):
            yield codes.RESULT_WITHOUT_OPPONENT.finding(
                f"{_subject(game)} has {game.result} against nobody",
                place=game.at,
                subject=_subject(game),
                stated=game.result,
            )


_UNPLAYED_WINS = frozenset("+F")
"""Rounds that bring as many points as a win without a game; who had one is not left over by the pairing any more."""


def pairing_byes(case: Case) -> Iterator[Finding]:
    """The pairing leaves one over in a round, and nobody who was, or scored as much without playing (C.04.1).

    Of players in teams their teams are left over.
    """
    if any(match.kind == "chess_teams" for match in case.facts.matches):
        return
    of_player: dict[str, GameFact] = {}
    of_round: Counter[int] = Counter()
    for game in sorted(case.facts.games, key=lambda each: each.round):
        if game.result in _UNPLAYED_WINS:
            of_player.setdefault(game.player, game)
        if game.result != "U":
            continue
        first = of_player.setdefault(game.player, game)
        if first is not game:
            how = "was left over" if first.result == "U" else f"had {first.result}"
            yield codes.SECOND_PAIRING_BYE.finding(
                f"{_subject(game)} {how} before, in round {first.round}", place=game.at, subject=_subject(game)
            )
        of_round[game.round] += 1
        if of_round[game.round] == 2:
            yield codes.PAIRING_BYES_OF_ROUND.finding(
                f"{_subject(game)} is not the only one", place=game.at, subject=f"round {game.round}"
            )


def met_once(case: Case) -> Iterator[Finding]:
    """In a Swiss nobody plays the same opponent twice; a game that was forfeited may be paired again."""
    facts = case.facts
    if not facts.games or case.tournament.team or case.tournament.pre_determined:
        return
    games = _by_key(case)
    met: dict[tuple[str, str], int] = {}
    for game in sorted(facts.games, key=lambda each: each.round):
        if game.opponent is None or game.result not in _BY_BOARD or game.player > game.opponent:
            continue
        theirs = games.get((game.round, game.opponent))
        if theirs is not None and theirs.opponent != game.player:
            continue
        before = met.setdefault((game.player, game.opponent), game.round)
        if before != game.round:
            yield codes.MET_TWICE.finding(
                f"players {game.player} and {game.opponent} met in rounds {before} and {game.round}",
                place=game.at,
                subject=_subject(game),
            )


def rounds_exist(case: Case) -> Iterator[Finding]:
    """What is lent or paired belongs to a round that the tournament has; of lines 001 the reader says so."""
    rounds = case.facts.event.rounds
    if rounds is None or case.facts.event.discipline is not Discipline.CHESS:
        return
    facts = case.facts
    said = [
        *((each.round, each.at) for each in facts.adjustments),
        *((each.round, each.at) for each in facts.seats if each.at is None or each.at.path != "001"),
        *((each.round, each.at) for each in facts.matches),
    ]
    for round_, place in said:
        if round_ is not None and round_ > rounds:
            yield codes.ROUND_BEYOND_END.finding(
                f"round {round_} of {rounds}",
                place=place,
                subject=f"round {round_}",
                stated=str(round_),
                computed=str(rounds),
            )


RULES: tuple[Rule, ...] = (opponents_agree, named_once, byes_alone, pairing_byes, met_once, rounds_exist)
"""Opponents, colours, results, byes and rounds."""
