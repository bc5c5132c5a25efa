"""Rule of chess: what comes after a complete round, by the system of the event.

A round that is in play, or that the file pairs itself, is not drawn: `stated_games` comes before this rule.
"""

from __future__ import annotations

from contracts.base import Discipline
from contracts.codes import Code
from contracts.codes import seating as codes
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment
from services.seating.domain.chess_draw import Draw, DrawNeeded, NoPairing
from services.seating.domain.chess_request import byes_of, contradiction, prepared
from services.seating.domain.chess_seats import drawn_round
from services.seating.domain.pairing_system import NotDrawn, RoundRobin, Swiss, pairing_system
from services.seating.domain.round_robin import berger_seats
from shared.chess.from_facts import tournament_of
from shared.chess.model import Tournament

EDITION_DRAWN = 2026


def chess_round(merged: EventMerged, system: RoundRobin | Swiss | None = None) -> RoundAssignment | DrawNeeded | None:
    """The next round of a chess event.

    Args:
        merged: the event.
        system: that it is paired by; None for the one that the file says.

    Returns:
        Seats by the Berger table, what has to be drawn, a finding why there is no draw, or None: it is no chess, a
        round is in play, the last one is over, or fewer than two take part.
    """
    facts = merged.facts
    if facts.event.discipline is not Discipline.CHESS:
        return None
    tournament = tournament_of(facts)
    round_ = (merged.standings.progress.rounds_complete or 0) + 1
    over = facts.event.rounds is not None and round_ > facts.event.rounds
    if over or tournament.rounds_in >= round_ or len(tournament.entrants) < 2:
        return None
    size, teams = len(tournament.entrants), tournament.team
    rounds, known = facts.event.rounds or tournament.rounds_in, tournament.pre_determined
    by = system or pairing_system(facts.event, size, rounds, teams=teams, pre_determined=known)
    if isinstance(by, RoundRobin):
        away = byes_of(facts, "team" if teams else "player", round_)
        return berger_seats(merged.event, tournament, by, round_, away)
    if isinstance(by, NotDrawn):
        return _refused(merged.event, round_, "unsupported", f"rounds of {by.name} are not drawn")
    return _swiss_round(merged, tournament, by, round_)


def _swiss_round(
    merged: EventMerged, tournament: Tournament, system: Swiss, round_: int
) -> RoundAssignment | DrawNeeded:
    """What is to be drawn, or why it is not."""
    rule = system.system.value
    if system.edition != EDITION_DRAWN:
        reason = f"the Dutch system of {system.edition} is not drawn, only that of {EDITION_DRAWN}"
        return _refused(merged.event, round_, rule, reason)
    if (sentence := contradiction(tournament, round_)) is not None:
        return _refused(merged.event, round_, rule, sentence, codes.ROUNDS_CONTRADICT)
    ready = prepared(merged.facts, tournament, system, round_)

    def finish(outcome: Draw | NoPairing) -> RoundAssignment:
        return drawn_round(merged.event, ready.request, ready.notes, outcome)

    return DrawNeeded(ready.request, finish)


def _refused(event: str, round_: int, rule: str, reason: str, code: Code = codes.SYSTEM_NOT_DRAWN) -> RoundAssignment:
    finding = code.finding(reason)
    return RoundAssignment(event=event, stage="round", round=round_, rule=rule, complete=False, findings=(finding,))
