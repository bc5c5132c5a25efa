"""What the desk says of a decision after which the seats are as before."""

import pytest

from contracts.decisions import ChooseSystem, LockRound, SetPresence
from services.broadcast.domain.desk.forms.kept_seats import kept_seats, rounds_begun

SYSTEM = ChooseSystem(decision="system", system="swiss")


def presence(number, *, lasting=True):
    return SetPresence(decision="presence", participant="7", round=number, lasting=lasting, present=False)


@pytest.mark.parametrize(
    ("decision", "seats", "begun", "text"),
    [
        (SYSTEM, {"round": 3}, 3, "now: Round 3 keeps its seats, because it is in play. It counts from round 4 on."),
        (SYSTEM, {"round": 3}, 2, "soon: If round 3 is drawn otherwise by it, its new seats follow in a moment."),
        (SYSTEM, {}, 0, "soon: No round is seated now; it counts for the next one."),
        (presence(5), {"round": 3}, 2, "now: It counts from round 5 on."),
        (presence(5, lasting=False), {"round": 3}, 2, "now: It counts for round 5."),
        (
            presence(3),
            {"round": 3, "rule": "stated"},
            2,
            "now: Round 3 keeps its seats, because files state them. It counts from round 4 on.",
        ),
        (
            presence(3, lasting=False),
            {"round": 3, "locked": True},
            2,
            "now: Round 3 keeps its seats, because it is locked.",
        ),
        (LockRound(decision="lock", round=3), {"round": 3, "locked": True}, 3, "soon: The seats follow in a moment."),
    ],
)
def test_it_is_said_from_which_round_a_decision_counts(decision, seats, begun, text):
    kept = kept_seats(decision, seats, begun)
    assert f"{'now' if kept.for_good else 'soon'}: {kept.text}" == text


def test_the_rounds_that_have_begun_are_those_of_the_progress():
    assert [rounds_begun(meta) for meta in ({}, {"progress": None}, {"progress": {"rounds_begun": 3}})] == [0, 0, 3]
