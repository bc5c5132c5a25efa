"""Rounds that have begun, and the byes that a director has given, as a file of the tournament itself states them."""

from typing import Literal

from contracts.facts import Facts, SeatFact
from contracts.messages import EventMerged
from shared.chess.begun_rounds import rounds_begun, with_begun_rounds
from shared.presence import Presence


def with_granted_byes(merged: EventMerged) -> EventMerged:
    """The event with the director's byes and absences: of past rounds among its games and matches, else as seats."""
    facts = with_absences(_without_begun_seats(with_begun_rounds(merged.facts)))
    if facts is merged.facts:
        return merged
    again = ("games", "matches", "seats")
    return merged.replace(facts=facts, origins={name: at for name, at in merged.origins.items() if name not in again})


def _without_begun_seats(facts: Facts) -> Facts:
    """The facts without seats of a round that has begun: its games say who was paired and who had a bye."""
    begun = rounds_begun(facts)
    coming = tuple(seat for seat in facts.seats if seat.round is None or seat.round > begun)
    return facts if len(coming) == len(facts.seats) else facts.replace(seats=coming)


def with_absences(facts: Facts) -> Facts:
    """The facts with a seat for everybody who will be away in a round to come, and with none for those who come."""
    if not facts.presences:
        return facts
    begun = rounds_begun(facts)
    last = max(facts.event.rounds or 0, *(each.round for each in facts.presences))
    presence, seats = Presence(facts), facts.seats
    teams = facts.event.kind != "individual" and any(each.kind == "team" for each in facts.participants)
    kind: Literal["team", "player"] = "team" if teams else "player"
    entered = {each.id for each in facts.participants if each.kind == kind}
    for number in range(begun + 1, last + 1):
        there = presence.there(None, number)
        seats = tuple(each for each in seats if each.round != number or each.opponent or each.participant not in there)
        seated = {each.participant for each in seats if each.round == number and each.kind == kind}
        seats += tuple(
            SeatFact(participant=participant, kind=kind, stage="next", round=number, text=decision.bye or "Z")
            for participant, decision in presence.away(None, number).items()
            if participant in entered and participant not in seated
        )
    return facts.replace(seats=seats)
