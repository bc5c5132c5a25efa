import pytest

from contracts.decisions import (
    Awarded,
    CarryForward,
    Decisions,
    LockRound,
    MatchAwarded,
    ReassignFiles,
    RuleMatch,
    SetPresence,
)
from tests.support.fragments import NOON


@pytest.mark.parametrize(
    "wrong",
    [{}, {"points": 1, "percent": "50"}, {"percent": "101"}, {"percent": "-1"}, {"points": 1, "award": "average"}],
)
def test_a_side_gets_points_or_a_percentage_that_there_is(wrong):
    with pytest.raises(ValueError, match=r"one of them|than or equal"):
        Awarded(**wrong)


def test_a_file_decides_something_about_an_event_and_nothing_that_is_not_understood():
    lock = {"decision": "lock", "round": 3}
    head = {"event": "spring-open", "at": NOON}
    assert Decisions(**head, decisions=(lock,)).decisions == (LockRound(decision="lock", round=3),)
    for wrong in ((), ({**lock, "forever": True},), ({"round": 3},)):
        with pytest.raises(ValueError, match=r"at least 1|not permitted|discriminator"):
            Decisions(**head, decisions=wrong)
    with pytest.raises(ValueError, match="not permitted"):
        Decisions(**head, decisions=(lock,), until="noon")


@pytest.mark.parametrize("wrong", [{"file": "ab" * 32, "name": "a.xml"}, {"sender": "club-pc"}, {"name": ""}])
def test_files_are_named_in_one_way(wrong):
    with pytest.raises(ValueError, match=r"not both|goes with the name|at least 1"):
        ReassignFiles(decision="reassign", to="final", **wrong)


@pytest.mark.parametrize("wrong", [{}, {"score": "8", "award": "void"}, {"award": "not played"}, {"award": "Void"}])
def test_a_side_gets_a_score_or_an_award_for_a_match(wrong):
    with pytest.raises(ValueError, match=r"one of them|Input should be"):
        MatchAwarded(**wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        {"home_gets": None},
        {"away": "7", "home_gets": {"award": "void"}},
        {"away": "", "home_gets": {"award": "void"}},
        {"round": 0, "home_gets": {"award": "void"}},
    ],
)
def test_a_match_has_two_sides_and_a_ruling_is_for_one_of_them(wrong):
    with pytest.raises(ValueError, match=r"says what a side gets|two sides|at least 1|greater than"):
        RuleMatch(**{"decision": "match", "home": "7", "away": "12", **wrong})


def test_a_carry_forward_is_of_a_stage_in_which_something_could_be_scored():
    said = {"decision": "carry", "participant": "3", "score": "330", "maximum": "312", "boards": 26}
    assert CarryForward(**said).kind == "pair"
    for wrong in ({"maximum": "0"}, {"boards": 0}, {"score": "-1"}, {"kind": "team"}):
        with pytest.raises(ValueError, match=r"greater than|Input should be"):
            CarryForward(**{**said, **wrong})


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"bye": "H", "present": True, "lasting": False}, "away in one round"),
        ({"bye": "H", "present": False, "lasting": True}, "away in one round"),
        ({"kind": "pair", "present": False}, "somebody who comes"),
        ({"name": "Ann", "present": True}, "needs its kind"),
    ],
)
def test_what_is_decided_of_a_presence_goes_together(wrong, reason):
    with pytest.raises(ValueError, match=reason):
        SetPresence(decision="presence", participant="3", round=2, **wrong)
    assert SetPresence(decision="presence", participant="3", round=2, present=False, lasting=False, bye="H").bye == "H"


@pytest.mark.parametrize(
    "decision",
    [
        {"decision": "system", "swiss": {"odd": "bye", "speed": "fast"}},
        {"decision": "early_start", "round": 2, "playing": [{"home": "1", "away": "2", "mood": "good"}]},
        {"decision": "match", "home": "1", "away": "2", "home_gets": {"award": "void", "why": "rain"}},
    ],
)
def test_nothing_inside_a_decision_is_passed_over(decision: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="not permitted"):
        Decisions(event="spring-open", at=NOON, decisions=(decision,))  # type: ignore[arg-type]
