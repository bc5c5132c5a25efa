import pytest

from contracts.decisions import Awarded, Decisions, LockRound
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
