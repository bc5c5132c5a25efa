"""Who may use the desk, and which forms are its own."""

from types import SimpleNamespace
from typing import get_args

import pytest

from contracts.decisions import AnyDecision, ReassignFiles, RetractFile, SetStatus, TakeFile
from contracts.questions import FileInEvent, FileLine
from services.broadcast.domain.desk.visitors import (
    DECIDES,
    DIRECTOR,
    Visitor,
    check_of,
    is_machine,
    is_own_form,
    refusal,
)

HERE = {"host": "127.0.0.1:8080"}


def test_whoever_sits_at_the_machine_directs():
    assert is_machine("127.0.0.1", HERE)
    assert is_machine("::1", {"host": "localhost:8080"})


@pytest.mark.parametrize(
    ("peer", "headers"),
    [
        ("192.0.2.7", HERE),
        (None, HERE),
        ("127.0.0.1", {}),
        ("127.0.0.1", {"host": "club.example"}),
        ("127.0.0.1", {"host": "127.0.0.1.club.example"}),
        *(
            ("127.0.0.1", {**HERE, name: "192.0.2.7"})
            for name in ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
        ),
    ],
)
def test_nobody_else_does(peer, headers):
    assert not is_machine(peer, headers)


def test_a_form_of_the_visit_from_this_server_is_taken():
    assert is_own_form("http", {**HERE, "origin": "http://127.0.0.1:8080"}, "v1", check_of("v1"))
    assert is_own_form("http", HERE, "v1", check_of("v1"))


@pytest.mark.parametrize(
    ("origin", "visit", "check"),
    [
        ("http://evil.example", "v1", check_of("v1")),
        ("https://127.0.0.1:8080", "v1", check_of("v1")),
        ("null", "v1", check_of("v1")),
        ("http://127.0.0.1:8080", "v1", check_of("v2")),
        ("http://127.0.0.1:8080", "v1", "v1"),
        ("http://127.0.0.1:8080", "v1", None),
        ("http://127.0.0.1:8080", "v1", "\u00e9"),
        ("http://127.0.0.1:8080", "", check_of("")),
        ("http://127.0.0.1:8080", None, check_of("")),
    ],
)
def test_any_other_form_is_refused(origin, visit, check):
    assert not is_own_form("http", {**HERE, "origin": origin}, visit, check)


FILE = "ab" * 32
SCORER, SCREEN = Visitor("Ada", "scorer"), Visitor("hall", "screen")
OWN = Visitor("Bo", "director", frozenset({"monday"}))


def line(name="a.xml", kind="usebio", sender="", events=("monday",)):
    parts = tuple(FileInEvent(event=event, state="scored") for event in events)
    return FileLine(
        sha256=FILE, name=name, format=kind, sender=sender, state="scored", findings=0, events=parts, url="/v1/files/x"
    )


def kinds():
    (union, *_) = get_args(AnyDecision)
    return {get_args(model.model_fields["decision"].annotation)[0] for model in get_args(union)}


def test_each_decision_has_its_least_role():
    assert set(DECIDES) == kinds()


@pytest.mark.parametrize("kind", sorted(DECIDES))
def test_a_scorer_decides_what_is_a_scorers_and_a_screen_nothing(kind):
    decision = SimpleNamespace(decision=kind)
    assert refusal(DIRECTOR, "monday", [decision], {}) is None
    assert (refusal(SCORER, "monday", [decision], {}) is None) == (DECIDES[kind] == "scorer")
    assert refusal(SCREEN, "monday", [decision], {}) is not None


def test_a_decision_of_no_known_kind_is_the_directors():
    decision = SimpleNamespace(decision="something new")
    assert refusal(SCORER, "monday", [decision], {}) is not None
    assert refusal(DIRECTOR, "monday", [decision], {}) is None


def test_one_decision_that_is_not_allowed_is_enough():
    two = [TakeFile(decision="take", file=FILE), SetStatus(decision="status", status="official")]
    assert refusal(SCORER, "monday", two, {FILE: line()}) is not None


@pytest.mark.parametrize(
    ("visitor", "file", "allowed"),
    [
        (SCORER, line(), True),
        (SCORER, line(events=("tuesday",)), False),
        (SCORER, None, False),
        (SCORER, line("monday-score-20311003T190000.json", "decisions", "desk"), True),
        (SCORER, line("monday-status-20311003T190000.json", "decisions", "desk"), False),
        (SCORER, line("monday-retract-20311003T190000.json", "decisions", "desk"), False),
        (SCORER, line("monday-score-20311003T190000.json", "decisions", "director"), False),
        (OWN, line("monday-status-20311003T190000.json", "decisions", "desk"), True),
        (OWN, line(events=("monday", "tuesday")), False),
        (OWN, None, False),
        (DIRECTOR, None, True),
    ],
)
def test_whose_files_may_be_withdrawn(visitor, file, allowed):
    decision = RetractFile(decision="retract", file=FILE)
    files = {} if file is None else {FILE: file}
    assert (refusal(visitor, "monday", [decision], files) is None) == allowed


def test_who_is_limited_to_events_moves_no_files_between_them():
    decision = ReassignFiles(decision="reassign", to="tuesday")
    assert refusal(OWN, "monday", [decision], {}) is not None
    assert refusal(DIRECTOR, "monday", [decision], {}) is None


def test_events_limit_what_is_open():
    assert OWN.opens("monday")
    assert not OWN.opens("tuesday")
    assert DIRECTOR.opens("tuesday")
    assert DIRECTOR.opens_people()
    assert not OWN.opens_people()
    assert not SCORER.opens_people()
    assert OWN.lists(line())
    assert not OWN.lists(line(events=()))
