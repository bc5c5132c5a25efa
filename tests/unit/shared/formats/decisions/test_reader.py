import pytest

from contracts.decisions import Decisions, LockRound, VoidResult
from contracts.facts import Sides
from shared.errors import FormatError
from shared.formats.decisions.reader import parse, written
from tests.support.decided import ruling
from tests.support.fragments import NOON

LINE = {"board": "7", "sides": Sides(ns="3", ew="5")}


def test_who_decided_about_which_event_and_when_is_read():
    (event,) = parse(ruling(LockRound(decision="lock", round=4), event="spring-open", minutes=5)).events
    assert event.event == "spring-open"
    assert event.stated_at[0].minute == 5
    assert not event.scope.whole


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"{", "/"),
        (b'{"kibitz": "decisions"}', "/event"),
        (ruling(LockRound(decision="lock")).replace(b'"lock"', b'"luck"'), "/decisions/0"),
        (ruling(LockRound(decision="lock")).replace(b'"locked"', b'"locket"'), "/decisions/0/lock/locket"),
        (ruling(LockRound(decision="lock")).replace(b"12:00:00Z", b"12:00:00"), "/at"),
        (ruling(LockRound(decision="lock")).replace(b"club-pairs", b"../pairs"), "/event"),
        (b"[" * 100_000, "/"),
        (b"\xff\xfe\x00", "/"),
    ],
)
def test_what_is_wrong_is_refused_whole_with_its_place(data, place):
    with pytest.raises(FormatError) as refused:
        parse(data)
    assert refused.value.code.code == "decisions.unreadable"
    assert refused.value.place.path == place


def test_what_is_written_is_read_again():
    made = Decisions(event="spring-open", at=NOON, decisions=(VoidResult(decision="void", **LINE),))
    assert Decisions.model_validate_json(written(made)) == made
