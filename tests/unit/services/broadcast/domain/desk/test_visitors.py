"""Who may use the desk, and which forms are its own."""

from types import SimpleNamespace
from typing import get_args

import pytest

from contracts.decisions import AnyDecision, ReassignFiles, RetractFile, RuleMatch, SetScore, SetStatus, TakeFile
from contracts.facts import Sides
from contracts.questions import FileInEvent, FileLine
from services.broadcast.domain.desk.visitors import (
    DECIDED,
    DECIDES,
    DIRECTOR,
    DIRECTORS,
    READS,
    Visitor,
    check_of,
    directors_words,
    is_machine,
    is_own_form,
    refusal,
)
from shared.formats.decisions.awards import line_awards, match_awards

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
SCORER, SCREEN = Visitor("Ada", "scorer", grant="a" * 16), Visitor("hall", "screen")
OWN_SCORE = f"monday-score-20311003T190000{SCORER.mark}.json"
OTHERS_SCORE = OWN_SCORE.replace("a" * 16, "b" * 16)
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
        (SCORER, line(OWN_SCORE, "decisions", "desk"), True),
        (SCORER, line(OTHERS_SCORE, "decisions", "desk"), False),
        (SCORER, line(OWN_SCORE, "decisions", "folder"), False),
        (SCORER, line(f"{OWN_SCORE}.json", "decisions", "desk"), False),
        (SCORER, line("monday-score-20311003T190000.json", "decisions", "desk"), False),
        (SCREEN, line(), False),
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


def score(ns, ew=None):
    ours, theirs = line_awards(ns, ew)
    return SetScore(decision="score", board="7", sides=Sides(ns="3", ew="5"), ns=ours, ew=theirs)


def match(home, away=None):
    ours, theirs = match_awards(home, away)
    return RuleMatch(decision="match", home="A", away="B", home_gets=ours, away_gets=theirs)


@pytest.mark.parametrize(
    ("decision", "is_result"),
    [
        (score("420"), True),
        (score("420").replace(contract="4S", declarer="N", tricks=10), True),
        (score("60%"), False),
        (score("420", "-50"), False),
        (score("average"), False),
        (score("not played"), False),
        (score("30% 420, 70% -50"), False),
        (match("12", "8"), True),
        (match("12"), False),
        (match("void"), False),
        (match("12", "average"), False),
    ],
)
def test_a_scorer_enters_results_and_rules_nothing(decision, is_result):
    assert refusal(SCORER, "monday", [decision], {}) == (None if is_result else DIRECTORS)
    assert refusal(SCREEN, "monday", [decision], {}) == READS
    assert refusal(OWN, "monday", [decision], {}) is None


def decided(text, name="monday-score-20311003T190000.json", sender="desk", verdict="counts"):
    part = FileInEvent(event="monday", state="scored", verdict=verdict)
    return line(name, "decisions", sender).replace(decided=(text,), events=(part,))


@pytest.mark.parametrize(
    ("made", "closed"),
    [
        (decided("Board 7, 3 against 5: 60% to North-South, 40% to East-West, decided by Ann"), True),
        (decided("Board 7, 3 against 5: the result is void", sender="director"), True),
        (decided("Board 7, 3 against 5: the result is void", verdict="retracted"), False),
        (decided("Board 7, 3 against 51: the result is void"), False),
        (decided("Board 7, 3 against 5: +420 to North-South", OTHERS_SCORE), False),
        (decided("Board 7, 3 against 5: +420 to North-South", OTHERS_SCORE, "folder"), True),
    ],
)
def test_what_the_director_decided_stays_for_a_scorer_as_it_is(made, closed):
    words = directors_words("monday", [made])
    assert refusal(SCORER, "monday", [score("420")], {}, words) == (DECIDED if closed else None)
    assert refusal(OWN, "monday", [score("420")], {}, words) is None


def test_a_file_that_the_director_withdrew_is_not_a_scorers_to_restore():
    words = directors_words("monday", [decided(f"File {FILE[:12]} does not count, decided by Ann")])
    back = RetractFile(decision="retract", file=FILE, retracted=False)
    assert refusal(SCORER, "monday", [back], {FILE: line()}, words) == DECIDED
    assert refusal(SCORER, "monday", [back], {FILE: line()}) is None


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
