"""Rule "stated" for chess: the next round as the file pairs it, before its first result and while it is played.

1. Pairings of a round to come are seats with an opponent; those of a round in play are its games, or matches of teams.
2. Seats without an opponent are byes that somebody asked for: alone they are no pairing, and a draw goes on from them.
3. A line is full when its colours are stated; the assignment is complete when all are, and nobody stands in two.
"""

from __future__ import annotations

from collections.abc import Iterator

from contracts.base import Discipline
from contracts.facts import Facts, SeatFact
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from services.seating.domain.chess.draw_request import byes_of
from services.seating.domain.chess.seats import letters
from services.seating.domain.director_decisions import rounds_over
from shared.chess.from_facts import tournament_of
from shared.chess.model import Tournament

Meeting = tuple[str, str, str | None]
"""Who states it, the opponent, and the colour of the first."""


def stated_games(merged: EventMerged, number: int | None = None) -> RoundAssignment | None:
    """The pairing of a round, where the file has one.

    Args:
        merged: the event.
        number: of the round; None for the first that is not over.
    """
    facts = merged.facts
    if facts.event.discipline is not Discipline.CHESS:
        return None
    round_ = rounds_over(merged) + 1 if number is None else number
    tournament = tournament_of(facts)
    kind = "team" if tournament.team else "player"
    by_colours: dict[frozenset[str], tuple[str, str, bool]] = {}
    for who, other, colour in _meetings(facts, kind, round_):
        both = frozenset((who, other))
        if both not in by_colours or (colour is not None and not by_colours[both][2]):
            white, black = (other, who) if colour == "b" else (who, other)
            by_colours[both] = (white, black, colour is not None)
    if not by_colours:
        return None
    games = sorted(by_colours.values(), key=lambda game: _board_order(tournament, game[:2], round_))
    seated = [who for white, black, _ in games for who in (white, black)]
    byes = _byes(facts, kind, round_)
    out = [entrant.id for entrant in tournament.entrants if entrant.id not in set(seated)]
    return RoundAssignment(
        event=merged.event,
        stage="round",
        round=round_,
        rule="stated",
        tables=tuple(_lines(games)),
        sitting_out=tuple(out),
        byes=letters({who: byes[who] for who in out if who in byes}),
        complete=all(known for _, _, known in games) and len(seated) == len(set(seated)),
    )


def _lines(games: list[tuple[str, str, bool]]) -> Iterator[SeatAssignment]:
    for board, (white, black, known) in enumerate(games, 1):
        reason = "stated by the file" if known else "stated by the file, without colours"
        yield SeatAssignment(table=str(board), white=white, black=black, reason=reason)


def _meetings(facts: Facts, kind: str, round_: int) -> Iterator[Meeting]:
    for seat in facts.seats:
        if _is_of(seat, kind, round_) and seat.opponent is not None:
            yield seat.participant, seat.opponent, seat.colour
    if kind == "team":
        for match in facts.matches:
            if match.kind == "chess_teams" and match.round == round_ and match.away is not None:
                yield match.home, match.away, "w"
    else:
        for game in facts.games:
            if game.round == round_ and game.opponent is not None:
                yield game.player, game.opponent, game.colour


def _is_of(seat: SeatFact, kind: str, round_: int) -> bool:
    return seat.stage == "next" and seat.kind == kind and seat.round == round_


def _byes(facts: Facts, kind: str, round_: int) -> dict[str, str]:
    byes = byes_of(facts, kind, round_)
    if kind == "player":
        byes |= {
            game.player: game.result
            for game in facts.games
            if game.round == round_ and game.opponent is None and game.result is not None
        }
    else:
        byes |= {
            match.home: detail.value
            for match in facts.matches
            if match.round == round_ and match.away is None
            for detail in match.details
            if detail.name == "bye"
        }
    return byes


def _board_order(tournament: Tournament, both: tuple[str, str], round_: int) -> tuple[int, int, int]:
    """C.04.2 3.6, with the points before the round."""
    found = [(at, one) for at, one in enumerate(tournament.entrants) if one.id in both]
    scores = [
        one.free[tournament.primary] + sum(turn.points[tournament.primary] for turn in one.turns[: round_ - 1])
        for _, one in found
    ]
    return -max(scores, default=0), -sum(scores), min((at for at, _ in found), default=0)
