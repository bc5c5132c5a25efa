"""The dictionary that gacrux draws from, made from our request; its own reader of TRF is not used.

Its shape is that of gacrux 1.11.65 (`jsonscheme`, and what its engines read beside it). What has to be so, and why:

1. Competitors are 1, 2, 3, … without gaps: the engine counts through them.
2. `topColor` and `topColorExplicit` are always there: without them it draws lots.
3. `numRounds` is never under the round that is drawn: past it, the engine lets pairs meet again.
4. Points stand beside each result (`score`), so that no score system of its own comes between.
5. Fictitious points are ranges under `accelerated`; other spellings it ignores.
6. Who may not have the pairing-allocated bye is banned from meeting competitor 0. The engine works it out by itself
   too, but from points, which fails where a forfeit win does not bring the points of a win.
7. Game points of teams are stated for each match with the number of a game that does not count (board 0), so that no
   line-ups are needed. Byes take theirs from the score system; what differs from it is an adjustment.
"""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from typing import Any

from services.seating.domain.chess.draw import ColourType, DrawRequest, System
from shared.chess.model import GAME, MATCH, Kind, Turn

_STANDARD = {2: "W", 1: "D", 0: "L"}
_UNPLAYED = {
    Kind.FORFEIT_WIN: "W",
    Kind.FORFEIT_LOSS: "L",
    Kind.PAIRING_BYE: "P",
    Kind.FULL_BYE: "W",
    Kind.HALF_BYE: "D",
    Kind.ZERO_BYE: "Z",
}
_BYE_POINTS = {Kind.PAIRING_BYE: "PG", Kind.FULL_BYE: "FG", Kind.HALF_BYE: "HG", Kind.ZERO_BYE: "ZG"}
BARRED = frozenset({Kind.PAIRING_BYE, Kind.FORFEIT_WIN, Kind.FULL_BYE})
"""Rounds after which nobody has the pairing-allocated bye (C.04.3 2.1.2, C.04.6 2.1.2)."""

_METHOD = {ColourType.A: "typea", ColourType.B: "typeb", ColourType.NONE: "nocolor"}
_NO_GAME = 1
"""The id of the game that stands for all games of a match."""


def event_of(request: DrawRequest) -> dict[str, Any]:
    """The tournament as gacrux takes it."""
    teams = request.system is System.TEAM_SWISS
    matches = [match for at in range(len(request.contestants)) for match in _results(request, at, teams=teams)]
    method = ["dutch"]
    if teams:
        # As in record 192: the colour type, and which scores count.
        first, second = ("mp", "gp") if request.primary == MATCH else ("gp", "mp")
        method = ["fideteam", _METHOD[request.colours], f"{first}+{second}" if request.secondary else first]
    tournament = {
        "tournamentNo": 1,
        "tournamentType": "Swiss System",
        "format": "swiss",
        "pairingSystem": method,
        "numRounds": request.rounds,
        "currentRound": request.round - 1,
        "maxMeets": 1,
        "teamTournament": teams,
        "teamSize": request.boards if teams else 0,
        "topColor": request.initial_colour,
        "topColorExplicit": True,
        "rankOrder": ["PTS"],
        "scoreSystem": _score_system(request, teams=teams),
        "prohibited": [*_prohibited(request)],
        "competitors": [_competitor(request, at, teams=teams) for at in range(len(request.contestants))],
        "gameList": [{"id": _NO_GAME, "round": 0, "board": 0, "played": False}] if teams else matches,
        "matchList": matches if teams else [],
    }
    accelerated = [*_accelerated(request)]
    if accelerated:
        tournament["accelerated"] = {"name": "Acc", "values": accelerated}
    return tournament


def _number(points: int | Fraction, scale: int = 1) -> Decimal:
    exact = Fraction(points, scale)
    return Decimal(exact.numerator) / Decimal(exact.denominator)


def _competitor(request: DrawRequest, at: int, *, teams: bool) -> dict[str, Any]:
    contestant = request.contestants[at]
    competitor: dict[str, Any] = {"cid": at + 1, "rank": at + 1, "present": contestant.away is None, "random": at + 1}
    first, second = contestant.point_adjustment
    if teams:
        competitor |= {"teamId": at + 1, "cplayers": []}
        # Game points of byes by which they differ from what the score system gives.
        byes = [turn for turn in contestant.turns if turn.kind in _BYE_POINTS]
        second += sum(turn.points[GAME] - _bye_points(request, turn.kind) for turn in byes)
        given = {"mpoints": _number(first, request.scale), "gpoints": _number(second, request.scale)}
    else:
        given = {"points": _number(first, request.scale)}
    if any(given.values()):
        competitor["adjust"] = [{"cid": at + 1, "round": 0, "pairing": True, **given}]
    return competitor


def _results(request: DrawRequest, at: int, *, teams: bool) -> Iterator[dict[str, Any]]:
    """The rounds of one contestant; each meeting once, at the player with White, else at the first."""
    contestant = request.contestants[at]
    for round_, turn in enumerate(contestant.turns, 1):
        other = request.contestants[turn.opponent].turns[round_ - 1] if turn.opponent >= 0 else None
        if other is not None and (turn.colour == "b" or (turn.colour is None and at > turn.opponent)):
            continue
        result: dict[str, Any] = {
            "id": round_ * 100_000 + at + 1,
            "round": round_,
            "played": turn.kind in (Kind.PLAYED, Kind.PAIRING_BYE),
            "rated": False,
            "white": _side(request, at, turn, teams=teams),
            "black": _side(request, turn.opponent, other, teams=teams) if other is not None else None,
        }
        if teams:
            result["games"] = [_NO_GAME] if turn.opponent >= 0 else []
        yield result


def _side(request: DrawRequest, at: int, turn: Turn, *, teams: bool) -> dict[str, Any]:
    letter = _STANDARD[turn.standard] if turn.played else _UNPLAYED[turn.kind]
    made = {"cid": at + 1, "result": letter, "score": _number(turn.points[MATCH], request.scale)}
    if teams:
        made["gpoints"] = _number(turn.points[GAME], request.scale)
    return made


def _bye_points(request: DrawRequest, kind: Kind) -> int:
    """Game points that the first bye of a kind brought; those of others are adjusted to their own."""
    turns = (turn for contestant in request.contestants for turn in contestant.turns)
    return next((turn.points[GAME] for turn in turns if turn.kind is kind), 0)


def _score_system(request: DrawRequest, *, teams: bool) -> dict[str, Any]:
    usual: dict[str, Any] = {
        "W": _number(request.win, request.scale),
        "D": _number(request.draw, request.scale),
        "L": _number(request.loss, request.scale),
        "Z": Decimal(0),
        "F": "W",
        "H": "D",
        "P": "W",
        "A": "D",
        "U": "Z",
    }
    if not teams:
        return {"game": usual, "match": {}}
    match = usual | {"P": "D"}
    for kind, name in _BYE_POINTS.items():
        match[name] = _number(_bye_points(request, kind), request.scale)
    game = {**usual, "W": Decimal(1), "D": Decimal("0.5"), "L": Decimal(0)}
    return {"game": game, "match": match, "primary": "match" if request.primary == MATCH else "game"}


def _prohibited(request: DrawRequest) -> Iterator[dict[str, Any]]:
    for ban in request.forbidden:
        competitors = [at + 1 for at in ban.contestants]
        yield {"competitors": competitors, "firstRound": ban.first_round, "lastRound": ban.last_round}
    for at, contestant in enumerate(request.contestants, 1):
        if any(turn.kind in BARRED for turn in contestant.turns):
            yield {"competitors": [0, at], "firstRound": 1, "lastRound": request.rounds}


def _accelerated(request: DrawRequest) -> Iterator[dict[str, Any]]:
    for at, contestant in enumerate(request.contestants, 1):
        # Rounds in a row with the same fictitious points are one range.
        for points, group in groupby(range(1, request.round + 1), contestant.fictitious_points_in):
            rounds = list(group)
            if any(points):
                yield {
                    "firstRound": rounds[0],
                    "lastRound": rounds[-1],
                    "firstCompetitor": at,
                    "lastCompetitor": at,
                    "matchPoints": _number(points[MATCH]),
                    "gamePoints": _number(points[GAME if request.system is System.TEAM_SWISS else MATCH]),
                }
