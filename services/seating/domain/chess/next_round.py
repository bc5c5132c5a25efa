"""Chess: the round after the last complete one, by the system of the event.

A round that is in play, or that the file pairs itself, is not drawn: `stated_games` comes before this rule.

A round that starts early, while games of the one before are open, follows from the Berger table. A Swiss draw needs
their results: it is not made, a finding names the games, and the pairing of their round stays as the files have it.
"""

from contracts.base import Discipline
from contracts.codes import Code
from contracts.codes import seating as codes
from contracts.findings import Finding
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment
from services.seating.domain.chess.draw import Draw, DrawNeeded, NoPairing
from services.seating.domain.chess.draw_request import byes_of, contradiction, prepare
from services.seating.domain.chess.pairing_system import NotDrawn, RoundRobin, Swiss, pairing_system
from services.seating.domain.chess.round_robin import berger_seats
from services.seating.domain.chess.seats import drawn_round
from services.seating.domain.chess.stated_games import stated_games
from services.seating.domain.director_decisions import LISTED, away_findings, early_starts_of, exchanges_of, rounds_over
from shared.chess.from_facts import tournament_of
from shared.chess.model import Kind, Tournament

EDITION_DRAWN = 2026


def chess_round(merged: EventMerged, system: RoundRobin | Swiss | None = None) -> RoundAssignment | DrawNeeded | None:
    """The next round of a chess event, by the system that is given or else stated.

    Seats by the Berger table, what has to be drawn, a finding why there is no draw, or None: it is no chess, a round is
    in play, the last one is over, or fewer than two take part.
    """
    facts = merged.facts
    if facts.event.discipline is not Discipline.CHESS:
        return None
    tournament = tournament_of(facts)
    round_ = rounds_over(merged) + 1
    over = facts.event.rounds is not None and round_ > facts.event.rounds
    if over or tournament.rounds_in >= round_ or len(tournament.entrants) < 2:
        return None
    size, teams = len(tournament.entrants), tournament.team
    rounds, known = facts.event.rounds or tournament.rounds_in, tournament.pre_determined
    by = system or pairing_system(facts.event, size, rounds, teams=teams, pre_determined=known)
    if isinstance(by, RoundRobin):
        away = byes_of(facts, "team" if teams else "player", round_)
        by_hand = {fact.round for fact in exchanges_of(merged)}
        seats = berger_seats(merged.event, tournament, by, round_, away, by_hand)
        return seats and seats.replace(findings=(*seats.findings, *_away(merged, tournament, round_)))
    if isinstance(by, NotDrawn):
        return _refused(merged.event, round_, "unsupported", f"rounds of {by.name} are not drawn")
    return _swiss_round(merged, tournament, by, round_)


def _swiss_round(
    merged: EventMerged, tournament: Tournament, system: Swiss, round_: int
) -> RoundAssignment | DrawNeeded:
    """The request for a draw, or why there is none."""
    rule = system.system.value
    if system.edition != EDITION_DRAWN:
        reason = f"the Dutch system of {system.edition} is not drawn, only that of {EDITION_DRAWN}"
        return _refused(merged.event, round_, rule, reason)
    if open_ := _open_games(merged, tournament, round_):
        ids = [entrant.id for entrant in tournament.entrants]
        games = [f"{ids[first]} – {ids[second]} of round {n}" for n, first, second in open_]
        named = ", ".join(games[:LISTED]) + (f" and {len(games) - LISTED} more" if len(games) > LISTED else "")
        these = "this game is" if len(games) == 1 else "these games are"
        waits = f"round {round_} cannot be drawn before {these} over: {named}"
        playing = stated_games(merged, open_[0][0])
        if playing is not None:
            return playing.replace(findings=(codes.GAMES_OPEN.finding(waits), *playing.findings))
        return _refused(merged.event, round_, rule, waits, codes.GAMES_OPEN)
    if (sentence := contradiction(tournament, round_)) is not None:
        return _refused(merged.event, round_, rule, sentence, codes.ROUNDS_CONTRADICT)
    ready = prepare(merged.facts, tournament, system, round_)
    notes = (*ready.notes, *_away(merged, tournament, round_))

    def finish(outcome: Draw | NoPairing) -> RoundAssignment:
        return drawn_round(merged.event, ready.request, notes, outcome)

    return DrawNeeded(ready.request, finish)


def _away(merged: EventMerged, tournament: Tournament, round_: int) -> tuple[Finding, ...]:
    return tuple(away_findings(merged, None, round_, (entrant.id for entrant in tournament.entrants)))


def _open_games(merged: EventMerged, tournament: Tournament, round_: int) -> list[tuple[int, int, int]]:
    """The games, or matches of teams, without a result in the rounds before: round and places of the two, in order.

    They come from the files, or from the director's early start of a round.
    """
    entrants = tournament.entrants
    open_games = {
        (number, min(at, turn.opponent), max(at, turn.opponent))
        for at, entrant in enumerate(entrants)
        for number, turn in enumerate(entrant.turns[: round_ - 1], 1)
        if turn.kind is Kind.OPEN and turn.opponent >= 0
    }
    place = {entrant.id: at for at, entrant in enumerate(entrants)}
    facts = merged.facts
    reported = {(game.round, game.player) for game in facts.games}
    reported |= {(match.round or 0, side) for match in facts.matches for side in (match.home, match.away) if side}
    for start in early_starts_of(merged):
        for meeting in start.playing if start.round <= round_ else ():
            both = {meeting.home, meeting.away}
            if both <= place.keys() and reported.isdisjoint((start.round - 1, participant) for participant in both):
                first, second = sorted((place[meeting.home], place[meeting.away]))
                open_games.add((start.round - 1, first, second))
    return sorted(open_games)


def _refused(event: str, round_: int, rule: str, reason: str, code: Code = codes.SYSTEM_NOT_DRAWN) -> RoundAssignment:
    finding = code.finding(reason)
    return RoundAssignment(event=event, stage="round", round=round_, rule=rule, complete=False, findings=(finding,))
