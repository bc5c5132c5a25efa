"""Rules about games of chess: each player states the game for himself, and the two statements must agree.

Sources: TRF16 and TRF-2026, record 001; C.04.1 (nobody meets an opponent twice, nobody is left over twice).
"""

from collections.abc import Iterator

from contracts.base import Discipline
from contracts.codes import chess as codes
from contracts.codes.code import Code
from contracts.facts import AdjustmentFact, GameFact, MatchFact, SeatFact
from contracts.findings import Finding, Severity
from services.validation.domain.case import Case, Rule

_COLOURS = {"w": "white", "b": "black"}
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


def _finding(
    code: Code, game: GameFact, message: str, stated: str | None = None, computed: str | None = None
) -> Finding:
    return code.finding(message, place=game.at, subject=_subject(game), stated=stated, computed=computed)


def opponents_agree(case: Case) -> Iterator[Finding]:
    """Who names an opponent is named by him, with the other colour and the matching result.

    Of players who name each other, a third who names one of them is wrong; who names that third is only left alone.
    """
    games = _by_key(case)
    wrong: list[tuple[GameFact, GameFact]] = []
    for game in case.facts.games:
        if game.opponent is None or game.result in _BYES:
            continue
        if game.opponent == game.player:
            yield _finding(codes.OWN_OPPONENT, game, f"{_subject(game)} is listed as his own opponent")
            continue
        theirs = games.get((game.round, game.opponent))
        if theirs is None:
            continue
        if theirs.opponent != game.player:
            wrong.append((game, theirs))
        elif theirs.result not in _BYES and _order(game) > _order(theirs):
            yield from _same_game(game, theirs)
    intruders = set()
    for game, theirs in wrong:
        third = games.get((theirs.round, theirs.opponent or ""))
        if third is not None and third.opponent == theirs.player:
            intruders.add((game.round, game.player))
    for game, theirs in wrong:
        if (theirs.round, theirs.player) not in intruders and theirs.opponent != theirs.player:
            other = f"whose opponent is {theirs.opponent}" if theirs.opponent is not None else "who has no opponent"
            text = f"{_subject(game)} has opponent {game.opponent}, {other}"
            yield _finding(codes.OPPONENTS_DISAGREE, game, text, game.opponent)


def _order(game: GameFact) -> tuple[int, str]:
    """Of two statements of a game that disagree, the later one in the file is reported."""
    return game.at.line or 0 if game.at else 0, game.player


def _same_game(game: GameFact, theirs: GameFact) -> Iterator[Finding]:
    """What two statements about one game say differently."""
    if game.colour is not None and game.colour == theirs.colour:
        text = f"{_subject(game)} and his opponent, player {theirs.player}, both have {_COLOURS[game.colour]}"
        yield _finding(codes.COLOURS_DISAGREE, game, text, game.colour)
    if (game.result is None) is not (theirs.result is None):
        without = game if game.result is None else theirs
        text = f"{_subject(without)} has no result, but his opponent, player {without.opponent}, has one"
        yield _finding(codes.RESULT_ONE_SIDED, without, text)
    elif game.result is not None and theirs.result is not None and (game.result, theirs.result) not in _TOGETHER:
        text = (
            f"{_subject(game)} has result {game.result}, but his opponent, player {theirs.player}, has {theirs.result}"
        )
        yield _finding(codes.RESULTS_DISAGREE, game, text, game.result, theirs.result)


def named_once(case: Case) -> Iterator[Finding]:
    """Nobody is the opponent of two players in one round; one who names one of them, is asked about the other."""
    games = _by_key(case)
    by: dict[tuple[int, str], GameFact] = {}
    for game in case.facts.games:
        if game.opponent is None or game.result in _BYES or (game.round, game.opponent) in games:
            continue
        first = by.setdefault((game.round, game.opponent), game)
        if first is not game:
            subject = f"player {game.opponent} in round {game.round}"
            text = f"players {first.player} and {game.player} both name player {game.opponent} as opponent"
            text += f" in round {game.round}"
            yield codes.NAMED_TWICE.finding(text, place=game.at, subject=subject, stated=game.opponent)


def byes_alone(case: Case) -> Iterator[Finding]:
    """A bye has no opponent, and a game has one; of a player whose opponent says that they played it is an error."""
    games = _by_key(case)
    in_teams = any(match.kind == "chess_teams" for match in case.facts.matches)
    for game in case.facts.games:
        if game.result in _BYES and (game.opponent is not None or game.colour is not None):
            what = f"opponent {game.opponent}" if game.opponent is not None else f"the colour {game.colour}"
            text = f"{_subject(game)} has {game.result} (no game), but also {what}"
            finding = _finding(codes.BYE_WITH_OPPONENT, game, text, game.result)
            theirs = games.get((game.round, game.opponent or ""))
            if theirs is not None and theirs.opponent == game.player and theirs.result in _BY_BOARD:
                text += f", who has {theirs.result} against him"
                finding = finding.replace(severity=Severity.ERROR, message=text, computed=theirs.result)
            yield finding
        if game.opponent is None and (game.result in _BY_BOARD or (game.result == "+" and not in_teams)):
            text = f"{_subject(game)} has result {game.result} but no opponent"
            yield _finding(codes.RESULT_WITHOUT_OPPONENT, game, text, game.result)


_UNPLAYED_WINS = frozenset("+F")
"""Rounds that bring as many points as a win without a game; who had one is not left over by the pairing any more."""


def pairing_byes(case: Case) -> Iterator[Finding]:
    """The pairing leaves one over in a round, and nobody who was, or scored as much without playing (C.04.1).

    Of players in teams their teams are left over.
    """
    if any(match.kind == "chess_teams" for match in case.facts.matches):
        return
    of_player: dict[str, GameFact] = {}
    of_round: dict[int, list[str]] = {}
    for game in sorted(case.facts.games, key=lambda each: each.round):
        if game.result in _UNPLAYED_WINS:
            of_player.setdefault(game.player, game)
        if game.result != "U":
            continue
        first = of_player.setdefault(game.player, game)
        if first is not game:
            how = "had it before" if first.result == "U" else f"had {first.result} (points without a game)"
            text = f"{_subject(game)} has the bye, but {how} in round {first.round}"
            yield _finding(codes.SECOND_PAIRING_BYE, game, text)
        others = of_round.setdefault(game.round, [])
        others.append(game.player)
        if len(others) == 2:
            other = others[0]
            yield codes.PAIRING_BYES_OF_ROUND.finding(
                f"{_subject(game)} has the bye, but so has player {other}", place=game.at, subject=f"round {game.round}"
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
            text = f"players {game.player} and {game.opponent} met in rounds {before} and {game.round}"
            yield _finding(codes.MET_TWICE, game, text)


def rounds_exist(case: Case) -> Iterator[Finding]:
    """What is lent or paired belongs to a round that the tournament has; of lines 001 the reader says so."""
    facts = case.facts
    rounds = facts.event.rounds
    if rounds is None or facts.event.discipline is not Discipline.CHESS:
        return
    seats = [seat for seat in facts.seats if seat.at is None or seat.at.path != "001"]
    facts_of_rounds: tuple[AdjustmentFact | SeatFact | MatchFact, ...] = (*facts.adjustments, *seats, *facts.matches)
    for fact in facts_of_rounds:
        if fact.round is not None and fact.round > rounds:
            subject = f"round {fact.round}"
            yield codes.ROUND_BEYOND_END.finding(
                f"this record is about {subject}, but the tournament has {rounds} rounds",
                place=fact.at,
                subject=subject,
                stated=str(fact.round),
                computed=str(rounds),
            )


RULES: tuple[Rule, ...] = (opponents_agree, named_once, byes_alone, pairing_byes, met_once, rounds_exist)
"""Opponents, colours, results, byes and rounds."""
