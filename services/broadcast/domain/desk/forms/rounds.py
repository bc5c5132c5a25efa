"""The forms of the rounds: locks, early starts, exchanges by hand, who is away, and late entries."""

from collections.abc import Mapping

from contracts.decisions import (
    AnyDecision,
    ChooseSystem,
    ExchangeSeats,
    LockRound,
    OfSwiss,
    SetPresence,
    StartRoundEarly,
)
from contracts.feed import seats_channel
from services.broadcast.domain.desk.forms.form import Fields, Reader, Shown, Unclear, round_of, whole_number
from services.broadcast.domain.pages.rounds import rows_of_channel
from shared.seat_decisions import AlreadySeated, opened_locks, seats_before

PRESENCES: Mapping[str, tuple[bool, bool]] = {
    "absent": (False, False),
    "withdrawn": (False, True),
    "back": (True, False),
    "returned": (True, True),
}
"""Whether somebody is there, and whether from the round on."""


MOVEMENTS: Mapping[str, str] = {
    "mitchell": "Mitchell, of pairs",
    "howell": "Howell, of pairs",
    "web": "Web movement, of pairs",
    "whist": "Whist movement, of players",
    "rainbow": "Rainbow, of players",
    "head-to-head": "Head to head, of teams",
    "american-whist": "American Whist, of teams",
}
"""Movements that can be named, with their words."""

SYSTEMS: Mapping[str, str] = {
    "swiss": "Swiss, by matches",
    "danish": "Danish, by matches",
    "knock-out": "Knock-out",
    **MOVEMENTS,
    "dutch": "Swiss, Dutch system (FIDE)",
    "team-swiss": "Swiss of teams (FIDE)",
    "berger": "Round robin (Berger)",
    "double-berger": "Double round robin (Berger)",
}
"""Systems that seat an event, with their words."""

SWISS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "odd": (
        "Swiss with an odd number",
        {"bye": "a bye", "short_triple": "a match of three, one round", "long_triple": "a match of three, two rounds"},
    ),
    "first_round": (
        "Swiss, first round",
        {"halves": "top half against bottom half", "ranked": "neighbours in order of seed", "lot": "by lot"},
    ),
    "lot": ("Swiss, text that decides the lot", {}),
    "tables": (
        "Swiss, tables",
        {"leaders": "leaders at table 1", "home": "each its own", "stay": "whoever can keeps its table"},
    ),
    "second_bye_before_rematch": ("Swiss, where one is unavoidable", {"true": "a second bye", "false": "a rematch"}),
}
"""The settings of a Swiss or Danish, in words, with those of their values; the first is the default."""

DRAWN_FROM_RESULTS = ("fide-dutch", "fide-team-swiss")
"""Rules of seats by which no round can be drawn before all games of the one before have a result."""

OF_CHESS = ("dutch", "team-swiss", "berger", "double-berger")


def _lock(fields: Fields, _shown: Shown) -> tuple[AnyDecision, ...]:
    session, number = fields.get("session") or None, round_of(fields)
    if "back" not in fields:
        return (LockRound(decision="lock", session=session, round=number),)
    return opened_locks(number, session)


def _early_start(fields: Fields, shown: Shown) -> tuple[AnyDecision, ...]:
    session, number = fields.get("session") or None, round_of(fields)
    if "back" in fields:
        return (StartRoundEarly(decision="early_start", session=session, round=number, early=False),)
    seats = shown.table(seats_channel)
    try:
        playing = seats_before(seats.meta if seats else {}, rows_of_channel(seats), number, session) or ()
    except AlreadySeated as error:
        raise Unclear(f"{str(error).capitalize()}.") from None
    if playing and seats and str(seats.meta.get("rule")) in DRAWN_FROM_RESULTS:
        raise Unclear("A round of a Swiss is drawn from the results of the round before. Enter those first.")
    start = StartRoundEarly(decision="early_start", session=session, round=number, playing=playing)
    lock = (LockRound(decision="lock", session=session, round=number),) if "lock" in fields else ()
    return (start, *lock)


def _exchange(fields: Fields, _shown: Shown) -> tuple[AnyDecision, ...]:
    first, second = (fields.get(name, "").strip() for name in ("first", "second"))
    if not first or not second or first == second:
        raise Unclear("Choose two different ones to exchange.")
    given = {
        "decision": "exchange",
        "session": fields.get("session") or None,
        "round": round_of(fields),
        "what": fields.get("what") or "participants",
        "first": first,
        "second": second,
        "exchanged": "back" not in fields,
    }
    return (ExchangeSeats.model_validate(given),)


def _presence(fields: Fields, _shown: Shown) -> tuple[AnyDecision, ...]:
    participant, when = fields.get("participant", "").strip(), PRESENCES.get(fields.get("presence", ""))
    if not participant:
        raise Unclear("Write the number of who comes or is away.")
    if when is None:
        raise Unclear("Choose whether it is for the round alone or from it on.")
    present, lasting = when
    given = {
        "decision": "presence",
        "participant": participant,
        "session": fields.get("session") or None,
        "round": round_of(fields),
        "present": present,
        "lasting": lasting,
        "bye": fields.get("bye") or None,
        "kind": fields.get("kind") or None,
        "name": fields.get("name", "").strip() or None,
        **{name: fields.get(name, "").strip().upper() or None for name in ("title", "federation")},
        "rating": _rating(fields),
    }
    if given["bye"] and (present or lasting):
        raise Unclear("A bye is for one round without the player.")
    return (SetPresence.model_validate(given),)


def _rating(fields: Fields) -> int | None:
    text = fields.get("rating", "").strip()
    rating = whole_number(text) if text else None
    if text and not rating:
        raise Unclear("Write the rating as a whole number, or leave it out.")
    return rating


def _system(fields: Fields, _shown: Shown) -> tuple[AnyDecision, ...]:
    system, rounds = fields.get("system") or None, fields.get("rounds", "").strip()
    if system is None:
        return (ChooseSystem(decision="system"),)
    if system not in SYSTEMS:
        raise Unclear("Choose one of the systems, or “as the files say”.")
    given = {"decision": "system", "system": system, "rounds": whole_number(rounds) if rounds else None}
    if rounds and (given["rounds"] is None or system not in MOVEMENTS):
        raise Unclear("Write the number of rounds for a movement, and for nothing else.")
    swiss = {name: text for name in SWISS if (text := fields.get(name, "").strip())}
    settings = OfSwiss.model_validate(swiss)
    if settings != OfSwiss() and system not in ("swiss", "danish"):
        raise Unclear("The settings of a Swiss are for a Swiss or Danish alone.")
    return (ChooseSystem.model_validate({**given, "swiss": settings}),)


READERS: Mapping[str, Reader] = {
    "lock": _lock,
    "early_start": _early_start,
    "exchange": _exchange,
    "presence": _presence,
    "system": _system,
}
