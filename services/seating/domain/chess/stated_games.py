"""Rule "stated" for chess: the next round as the file pairs it, before its first result and during play.

1. Pairings of a coming round are seats with an opponent; those of a round in play are its games or team matches.
2. Seats without an opponent are requested byes: on their own they are no pairing, and the draw takes them into account.
3. A line is complete when its colours are stated; the assignment is complete when all lines are and each player is in
   only one.
"""

from collections.abc import Iterator

from contracts.base import Discipline
from contracts.facts import Facts
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from services.seating.domain.chess.draw_request import byes_of
from services.seating.domain.chess.seats import letters
from services.seating.domain.director_decisions import away_findings, rounds_over
from shared.chess.board_order import board_order, scores_before
from shared.chess.from_facts import tournament_of

Meeting = tuple[str, str, str | None]
"""Who states it, the opponent, and the colour of the first."""


def stated_games(merged: EventMerged, number: int | None = None) -> RoundAssignment | None:
    """The pairing of a round, where the file has one; without a number, of the first that is not over."""
    facts = merged.facts
    if facts.event.discipline is not Discipline.CHESS:
        return None
    round_ = rounds_over(merged) + 1 if number is None else number
    tournament = tournament_of(facts)
    kind = "team" if tournament.team else "player"
    by_colours: dict[frozenset[str], tuple[str, str, bool]] = {}
    for side, other, colour in _meetings(facts, kind, round_):
        both = frozenset((side, other))
        if both not in by_colours or (colour is not None and not by_colours[both][2]):
            white, black = (other, side) if colour == "b" else (side, other)
            by_colours[both] = (white, black, colour is not None)
    if not by_colours:
        return None
    scores = scores_before(tournament, round_)
    index = {entrant.id: at for at, entrant in enumerate(tournament.entrants)}
    games = sorted(
        by_colours.values(), key=lambda game: board_order(scores, [index[side] for side in game[:2] if side in index])
    )
    seated = [side for white, black, _ in games for side in (white, black)]
    byes = _byes(facts, kind, round_)
    out = [entrant.id for entrant in tournament.entrants if entrant.id not in set(seated)]
    return RoundAssignment(
        event=merged.event,
        stage="round",
        round=round_,
        rule="stated",
        tables=tuple(
            SeatAssignment(
                table=str(board),
                white=white,
                black=black,
                reason="stated by the file" if known else "stated by the file, without colours",
            )
            for board, (white, black, known) in enumerate(games, 1)
        ),
        sitting_out=tuple(out),
        byes=letters({side: byes[side] for side in out if side in byes}),
        findings=tuple(away_findings(merged, None, round_, out)),
        complete=all(known for _, _, known in games) and len(seated) == len(set(seated)),
    )


def _meetings(facts: Facts, kind: str, round_: int) -> Iterator[Meeting]:
    for seat in facts.seats:
        if (seat.stage, seat.kind, seat.round) == ("next", kind, round_) and seat.opponent is not None:
            yield seat.participant, seat.opponent, seat.colour
    if kind == "team":
        for match in facts.matches:
            if match.kind == "chess_teams" and match.round == round_ and match.away is not None:
                yield match.home, match.away, "w"
    else:
        for game in facts.games:
            if game.round == round_ and game.opponent is not None:
                yield game.player, game.opponent, game.colour


def _byes(facts: Facts, kind: str, round_: int) -> dict[str, str]:
    byes = byes_of(facts, kind, round_)
    if kind == "player":
        idle = [game for game in facts.games if game.round == round_ and game.opponent is None]
        return byes | {game.player: game.result for game in idle if game.result is not None}
    alone = [match for match in facts.matches if match.round == round_ and match.away is None]
    return byes | {match.home: bye.value for match in alone for bye in match.details if bye.name == "bye"}
