import pytest

from contracts.decisions import Awarded, Decisions, LockRound, MoveFiles
from tests.support.fragments import NOON


@pytest.mark.parametrize("wrong", [{}, {"points": 1, "percent": "50"}, {"percent": "101"}, {"percent": "-1"}])
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
        MoveFiles(decision="move", to="final", **wrong)
