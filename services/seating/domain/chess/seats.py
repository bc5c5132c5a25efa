"""From chess pairings to published seats, with a reason for each.

Boards of a round that the file states are in the order of C.04.2 3.6: the higher score of the two, the sum of both, the
smaller number. An engine numbers its boards itself, by the same rule.
"""

from collections.abc import Iterable
from fractions import Fraction

from contracts.codes import seating as codes
from contracts.codes.code import Code
from contracts.facts import Detail
from contracts.findings import Finding
from contracts.seating import RoundAssignment, SeatAssignment
from services.seating.domain.chess.draw import Draw, DrawRequest, NoPairing, Pairing, System, Why
from shared.chess.model import GAME

_CODES: dict[Why, Code] = {
    Why.NONE_EXISTS: codes.NO_PAIRING,
    Why.TIME: codes.DRAW_STOPPED,
    Why.MEMORY: codes.DRAW_STOPPED,
    Why.FAILED: codes.DRAW_FAILED,
    Why.NOT_SUPPORTED: codes.SYSTEM_NOT_DRAWN,
}

_COLOURS = {
    System.DUTCH: {
        "E.1": "both get the colour they are due",
        "E.2": "the stronger preference decides the colours",
        "E.3": "colours alternate since they last had different ones",
        "E.4": "the higher ranked gets the colour that both are due",
        "E.5": "colours by number and initial colour",
    },
    System.TEAM_SWISS: {
        "4.3.1": "colours by number and initial colour",
        "4.3.2": "the one preference decides the colours",
        "4.3.3": "both get the colour they are due",
        "4.3.4": "the stronger preference decides the colours",
        "4.3.5": "White for the one who has had it less",
        "4.3.6": "colours alternate since they last had different ones",
        "4.3.7": "the first team gets the colour it is due",
        "4.3.8": "the first team changes its colour",
        "4.3.9": "the other team changes its colour",
    },
}
"""What decided the colours, by the article as the engine names it (C.04.3 5.2, C.04.6 4.3)."""


def drawn_round(
    event: str, request: DrawRequest, notes: Iterable[Finding], outcome: Draw | NoPairing
) -> RoundAssignment:
    """The seats that come of a draw, or the finding that there are none."""
    seats = RoundAssignment(
        event=event,
        stage="round",
        round=request.round,
        rule=request.system.value,
        basis=request.digest,
        findings=tuple(notes),
    )
    if isinstance(outcome, NoPairing):
        finding = _CODES[outcome.why].finding(f"round {request.round}: {outcome.reason}")
        return seats.replace(complete=False, findings=(finding, *seats.findings))
    byes = {contestant.id: contestant.away for contestant in request.contestants if contestant.away is not None}
    if outcome.bye is not None:
        byes = {request.contestants[outcome.bye].id: "U", **byes}
    tables = tuple(_table(request, pairing) for pairing in outcome.pairings)
    return seats.replace(tables=tables, sitting_out=tuple(byes), byes=letters(byes))


def letters(byes: dict[str, str]) -> tuple[Detail, ...]:
    """Byes by id, as an assignment carries them."""
    return tuple(Detail(name=participant, value=letter) for participant, letter in byes.items())


def _table(request: DrawRequest, pairing: Pairing) -> SeatAssignment:
    white, black = (request.contestants[at] for at in (pairing.white, pairing.black))
    ours, theirs = request.score(pairing.white), request.score(pairing.black)
    unit = "game point" if request.system is System.TEAM_SWISS and request.primary == GAME else "point"
    unit += "" if theirs == 1 else "s"
    scores = "both have" if ours == theirs else f"{points_text(ours)} against"
    colours = _COLOURS[request.system].get(pairing.colours_by)
    reason = f"{scores} {points_text(theirs)} {unit}{f'; {colours}' if colours else ''}"
    return SeatAssignment(table=str(pairing.board), white=white.id, black=black.id, reason=reason)


def points_text(points: Fraction) -> str:
    """Points as people write them: 3, 2½, 5/3."""
    whole, rest = divmod(points, 1)
    return f"{whole or ''}½" if rest == Fraction(1, 2) and whole >= 0 else str(points)
