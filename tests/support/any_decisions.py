"""Files of decisions about the next seats, of any kind and time, for properties that hold whatever comes."""

from hypothesis import strategies as st

from contracts.decisions import (
    AnyDecision,
    ChooseSystem,
    ExchangeSeats,
    LockRound,
    OfSwiss,
    Seated,
    SetPresence,
    StartRoundEarly,
)
from contracts.messages import Fragment
from tests.support.decided import decided

_ROUNDS = st.integers(1, 4)
_NUMBERS = st.integers(1, 9).map(str)
_BYES = st.sampled_from(["H", "F", "Z", None])

calls = st.builds(
    lambda number, called, met: StartRoundEarly(
        decision="early_start",
        round=number,
        early=called,
        playing=tuple(Seated(home=one, away=other) for one, other in met if one != other),
    ),
    _ROUNDS,
    st.booleans(),
    st.lists(st.tuples(_NUMBERS, _NUMBERS), max_size=4),
)

lasting = st.builds(
    lambda who, number, present: SetPresence(decision="presence", participant=who, round=number, present=present),
    _NUMBERS,
    _ROUNDS,
    st.booleans(),
)

once = st.builds(
    lambda who, number, bye: SetPresence(
        decision="presence", participant=who, round=number, lasting=False, present=False, bye=bye
    ),
    _NUMBERS,
    _ROUNDS,
    _BYES,
)

arrivals = st.builds(
    lambda who, number: SetPresence(
        decision="presence", participant=who, round=number, present=True, kind="team", name=f"Late {who}"
    ),
    _NUMBERS,
    _ROUNDS,
)

systems = st.builds(
    lambda name, odd: ChooseSystem(decision="system", system=name, swiss=OfSwiss(odd=odd)),
    st.sampled_from(["swiss", "danish", "knock-out", "howell", "dutch", "no such thing", None]),
    st.sampled_from(["bye", "short_triple", "long_triple"]),
)

locks = st.builds(
    lambda number, locked: LockRound(decision="lock", round=number, locked=locked), _ROUNDS, st.booleans()
)

exchanges = st.builds(
    lambda number, both, what, made: ExchangeSeats(
        decision="exchange", round=number, what=what, first=both[0], second=both[1], exchanged=made
    ),
    _ROUNDS,
    st.lists(_NUMBERS, min_size=2, max_size=2, unique=True),
    st.sampled_from(["participants", "tables"]),
    st.booleans(),
)

seating_decisions: st.SearchStrategy[AnyDecision] = st.one_of(calls, lasting, once, arrivals, systems, locks, exchanges)


def decision_files(event: str, most: int = 5) -> st.SearchStrategy[list[Fragment]]:
    """Some files of decisions about an event; two may speak of the same thing, also at the same time."""
    of_one = st.lists(seating_decisions, min_size=1, max_size=2)
    files = st.builds(lambda said, minutes: decided(*said, event=event, minutes=minutes), of_one, st.integers(0, 3))
    return st.lists(files, max_size=most, unique_by=lambda file: file.id)
