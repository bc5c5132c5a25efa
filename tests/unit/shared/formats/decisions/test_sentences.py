"""Decisions about the next seats: what their files say."""

from typing import Any

import pytest

from contracts.decisions import AnyDecision, ChooseSystem, LockRound, OfSwiss, Seated, SetPresence, StartRoundEarly
from contracts.facts import Facts, Meeting, Participant
from shared.formats.decisions.reader import parse
from tests.support.decided import ruling


def facts_of(*decided: AnyDecision) -> Facts:
    (event,) = parse(ruling(*decided)).events
    return event.facts


def message(decision: AnyDecision) -> str:
    return parse(ruling(decision)).findings[0].message


def away(**more: Any) -> SetPresence:
    return SetPresence(**{"decision": "presence", "participant": "7", "round": 4, "present": False, **more})


def test_a_call_names_the_round_and_who_is_playing() -> None:
    playing = (Seated(table="1", home="3", away="5"),)
    (call,) = facts_of(StartRoundEarly(decision="early_start", round=4, playing=playing)).early_starts
    assert (call.key, call.early, call.playing) == ((None, 4), True, (Meeting(table="1", home="3", away="5"),))
    assert "Round 4 is drawn now" in message(StartRoundEarly(decision="early_start", round=4))
    assert "when the one before it is in" in message(StartRoundEarly(decision="early_start", round=4, early=False))


def test_who_is_away_is_so_from_a_round_on_or_in_one_round() -> None:
    lasting, once = facts_of(away(), away(lasting=False, bye="H")).presences
    assert (lasting.key, lasting.present, lasting.bye) == (("7", None, 4, True), False, None)
    assert (once.key, once.bye) == (("7", None, 4, False), "H")
    assert "Number 7 is away from round 4 on" in message(away())
    assert "in round 4, with a bye (H)" in message(away(lasting=False, bye="H"))


def test_somebody_new_comes_with_kind_and_name() -> None:
    facts = facts_of(away(present=True, kind="pair", name="Ann & Bob"))
    assert facts.participants[0].replace(at=None) == Participant(id="7", kind="pair", name="Ann & Bob")
    assert [(word.round, word.present) for word in facts.presences] == [(1, False), (4, True)]
    assert len(facts_of(away(present=True, kind="pair", round=1)).presences) == 1
    assert facts_of(away(present=True)).participants == ()


def test_the_system_comes_with_its_settings_and_without_a_name_is_that_of_the_files() -> None:
    chosen = ChooseSystem(decision="system", system="swiss", swiss=OfSwiss(odd="short_triple"))
    (fact,) = facts_of(chosen).systems
    assert (fact.key, fact.system, fact.swiss.odd) == ((), "swiss", "short_triple")
    assert "The next seats are by swiss" in message(chosen)
    assert "by what the files say" in message(ChooseSystem(decision="system"))


def test_locks_are_told_as_before() -> None:
    assert "Seats of round 4 may move again" in message(LockRound(decision="lock", round=4, locked=False))
    assert "The next seats stay as they are" in message(LockRound(decision="lock"))


@pytest.mark.parametrize(
    "wrong",
    [
        {"bye": "H"},
        {"present": True, "bye": "H", "lasting": False},
        {"kind": "pair"},
        {"present": True, "name": "Ann"},
        {"round": 0},
        {"bye": "Q"},
        {"participant": ""},
    ],
)
def test_what_does_not_go_together_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        away(**wrong)
