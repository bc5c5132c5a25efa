"""Decisions about who is seated and how, as facts and in words."""

from contracts.base import Place
from contracts.decisions import ChooseSystem, LockRound, SetPresence, StartRoundEarly
from contracts.facts import EarlyStartFact, LockFact, Meeting, Participant, PresenceFact, SwissSettings, SystemFact
from contracts.facts.base import Fact

OfSeats = LockRound | StartRoundEarly | SetPresence | ChooseSystem


def seating_facts(decision: OfSeats, at: Place) -> list[tuple[str, Fact]]:
    """The facts of a decision, each with the list of `Facts` that it belongs to.

    Args:
        decision: about seats.
        at: its place in the file.
    """
    if isinstance(decision, LockRound):
        return [("locks", LockFact(at=at, session=decision.session, round=decision.round, locked=decision.locked))]
    if isinstance(decision, StartRoundEarly):
        playing = tuple(Meeting(table=one.table, home=one.home, away=one.away) for one in decision.playing)
        fact = EarlyStartFact(
            at=at,
            session=decision.session,
            round=decision.round,
            early=decision.early,
            playing=playing,
            reason=decision.reason,
        )
        return [("early_starts", fact)]
    if isinstance(decision, ChooseSystem):
        settings = SwissSettings.model_validate(decision.swiss.model_dump())
        fact_of = SystemFact(
            at=at, system=decision.system, rounds=decision.rounds, swiss=settings, reason=decision.reason
        )
        return [("systems", fact_of)]
    early: list[tuple[str, Fact]] = []
    said = PresenceFact(
        at=at,
        participant=decision.participant,
        session=decision.session,
        round=decision.round,
        lasting=decision.lasting,
        present=decision.present,
        bye=decision.bye,
        reason=decision.reason,
    )
    if decision.kind is None:
        return [("presences", said)]
    if decision.lasting and decision.round > 1:
        # Somebody new is not waited for, nor drawn, before they come.
        early.append(("presences", said.replace(round=1, present=False)))
    who = Participant(at=at, id=decision.participant, kind=decision.kind, name=decision.name)
    return [*early, ("presences", said), ("participants", who)]


def subject_of(decision: OfSeats) -> str:
    """What a decision is about."""
    if isinstance(decision, SetPresence):
        return f"{decision.kind or 'number'} {decision.participant}"
    if isinstance(decision, StartRoundEarly):
        return f"round {decision.round}"
    if isinstance(decision, ChooseSystem):
        return "the next seats"
    return "the next seats" if decision.round is None else f"seats of round {decision.round}"


def said_of(decision: OfSeats) -> str:
    """What is said of the subject, as the end of a sentence."""
    if isinstance(decision, LockRound):
        return " stay as they are" if decision.locked else " may move again"
    if isinstance(decision, StartRoundEarly):
        return " is drawn now" if decision.early else " is drawn when the one before it is in"
    if isinstance(decision, ChooseSystem):
        return f" are by {decision.system}" if decision.system else " are by what the files say"
    when = f" from round {decision.round} on" if decision.lasting else f" in round {decision.round}"
    bye = f", with a bye ({decision.bye})" if decision.bye else ""
    return f" is {'there' if decision.present else 'away'}{when}{bye}"
