"""Which session an event is in."""

import pytest

from contracts.facts import Facts, Score, SessionFact
from services.seating.domain.sessions import Sessions
from tests.support.fragments import result

BOTH = (SessionFact(id="sat"), SessionFact(id="sun"))


def test_before_the_first_result_nothing_has_begun() -> None:
    sessions = Sessions(Facts(sessions=BOTH))
    assert not any(sessions.has_begun(session) for session in (None, "sat", "sun"))


def test_a_session_is_past_when_a_later_one_has_results() -> None:
    sessions = Sessions(Facts(sessions=BOTH, results=(result("1", "1", "2", session="sun"),)))
    assert sessions.is_past("sat")
    assert not sessions.is_past("sun")
    assert sessions.has_begun("sat")
    assert sessions.has_begun("sun")
    assert not sessions.is_past(None)


def test_sessions_come_in_the_order_of_the_files_and_strangers_after_them() -> None:
    sessions = Sessions(Facts(sessions=BOTH))
    assert [sessions.place(session) for session in (None, "sat", "sun", "final")] == [0, 1, 2, 3]


@pytest.mark.parametrize("kind", ["late", "unknown", "not_in_play"])
def test_a_line_without_a_score_does_not_begin_a_session(kind: str) -> None:
    waiting = Score(kind=kind)  # type: ignore[arg-type]
    line = result("1", "1", "2", 0, ns_score=waiting, ew_score=waiting)
    assert not Sessions(Facts(results=(line,))).has_begun(None)
