"""The next seats of an event: the first rule that has an answer.

| rule | source | done |
|---|---|---|
| as the director requests | `requested_system`; asked alone | yes |
| stated | TRF pairings of the next round and of the one in play | yes |
| stated | USEBIO 1.3 CARRY_FORWARD_SEATING, SEATING | yes |
| movement | USEBIO 1.0 5.5 MOVEMENT, ACBLscore's match tables | yes |
| inferred | the rounds that were played | yes |
| berger | FIDE C.05 annex 1 | yes |
| fide-dutch, fide-team-swiss | FIDE C.04.3, C.04.6 | yes, by an engine outside of the core (`DrawNeeded`) |
| swiss, danish | customs of EBU, WBF and Magic Contest (`swiss/`) | yes |
| knockout | USEBIO 1.0 5.4; ACBLscore's knock-outs; seeded trees (`bracket.py`) | yes |

Most rules answer with seats. A rule that needs an engine answers with a request for a draw (`DrawNeeded`): the caller
has it drawn and calls again with the result.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from contracts import subjects
from contracts.codes.seating import GAMES_OPEN
from contracts.messages import EventMerged, Position, RoundAssigned
from contracts.seating import WITHDRAWN, RoundAssignment
from services.seating.domain.chess.draw import Draw, DrawNeeded, NoPairing
from services.seating.domain.chess.next_round import chess_round
from services.seating.domain.chess.stated_games import stated_games
from services.seating.domain.director_decisions import meetings_in_play
from services.seating.domain.exchanges import with_exchanges, without_exchanges
from services.seating.domain.inferred.next_round import inferred_round
from services.seating.domain.knockout.next_round import knockout_round
from services.seating.domain.locks import is_locked, locked_seats
from services.seating.domain.movements.next_round import movement_round
from services.seating.domain.requested_system import directed_round
from services.seating.domain.stated_seats import stated_seats
from services.seating.domain.swiss.next_round import swiss_round

Rule = Callable[[EventMerged], RoundAssignment | DrawNeeded | None]

RULES: tuple[Rule, ...] = (
    stated_games,
    stated_seats,
    movement_round,
    inferred_round,
    swiss_round,
    knockout_round,
    chess_round,
)


def next_round(merged: EventMerged) -> RoundAssignment | DrawNeeded | None:
    """The seats of the next round, exchanges included, a request for a draw, or None when no rule has an answer."""
    assignment = _by_the_rules(merged)
    if isinstance(assignment, DrawNeeded):
        finish = assignment.finish
        return DrawNeeded(assignment.request, lambda drawn: with_exchanges(finish(drawn), merged))
    return None if assignment is None else with_exchanges(assignment, merged)


def _by_the_rules(merged: EventMerged) -> RoundAssignment | DrawNeeded | None:
    """The answer of the first rule that has one.

    Stated seats without a table only list who sits out; they count last, after the other rules.
    """
    system = next((fact for fact in merged.facts.systems if fact.system is not None), None)
    if system is not None:
        return directed_round(merged, system)
    nobody: RoundAssignment | None = None
    for rule in RULES:
        assignment = rule(merged)
        if rule is stated_seats and isinstance(assignment, RoundAssignment) and not assignment.tables:
            nobody = assignment
        elif assignment is not None:
            return assignment
    return nobody


@dataclass(frozen=True)
class Plan:
    """A message to publish on top of the last one of its subject."""

    subject: str
    message: RoundAssigned
    expect_last: int


def _drawn_and_in_play(before: RoundAssignment | None, stated: RoundAssignment | None) -> RoundAssignment | None:
    """Seats of chess that were drawn, while the results of their round come in: no file states the other games."""
    if before is None or stated is None or stated.rule != "stated" or before.rule == "stated":
        return None
    games, known = ({frozenset((table.white, table.black)) for table in each.tables} for each in (before, stated))
    if (before.session, before.round) != (stated.session, stated.round) or not known <= games:
        return None
    waits = [finding for finding in stated.findings if finding.code == GAMES_OPEN.code]
    others = [finding for finding in before.findings if finding.code != GAMES_OPEN.code]
    return before.replace(findings=(*waits, *others), locked=False)


def plan(
    merged: EventMerged, last: RoundAssigned | None, last_seq: int, drawn: Draw | NoPairing | None = None
) -> Plan | DrawNeeded | None:
    """What to publish for the current state of an event, or what to draw first; None when nothing has changed.

    `last` are the seats that were published last, with the stream sequence `last_seq` (0 for none); `drawn` is the
    engine's answer to the draw that an earlier call requested. The draw that was published last is not repeated.
    """
    if last is not None and last.position.applied > merged.applied:
        return None
    before = with_exchanges(without_exchanges(last.assignment, merged), merged) if last is not None else None
    locks = merged.facts.locks
    assignment = next_round(merged)
    if isinstance(assignment, DrawNeeded):
        known = before if before is not None and before.basis == assignment.request.digest else None
        if known is not None and (not known.locked or is_locked(locks, known)):
            assignment = None if known.locked else known
        elif drawn is None:
            return assignment
        else:
            assignment = assignment.finish(drawn)
    assignment = _drawn_and_in_play(before, assignment) or assignment
    locked = locked_seats(locks, merged.standings, before, assignment)
    if locked is not None:
        assignment = locked
    elif assignment is not None and assignment.tables and is_locked(locks, assignment):
        assignment = assignment.replace(locked=True)
    if assignment is None:
        if before is None or before.rule == WITHDRAWN:
            return None
        assignment = RoundAssignment(event=merged.event, stage="round", rule=WITHDRAWN, complete=False)
    assignment = assignment.replace(playing=meetings_in_play(merged, assignment))
    digest = hashlib.sha256(assignment.model_dump_json(exclude_none=True).encode("utf-8")).hexdigest()
    if last is not None and last.digest == digest:
        return None
    position = Position(seq=last.position.seq + 1 if last else 1, applied=merged.applied)
    message = RoundAssigned(assignment=assignment, position=position, digest=digest)
    return Plan(subjects.round_assigned(merged.event), message, last_seq)
