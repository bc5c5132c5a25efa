"""What to look at now: of which files, which findings, and until when."""

from datetime import UTC, datetime

import pytest

from contracts.base import FileRef
from contracts.codes import validation as codes
from contracts.codes.chess import RESULTS_DISAGREE
from contracts.corrections.queries import EventQueries, Query, Right
from contracts.findings import Finding, Severity
from contracts.questions import FileStatus
from services.broadcast.domain.corrections.attention import (
    NEWEST,
    SHOWN,
    attention,
    board_of,
    correction_of,
    files_to_look_at,
    is_about_game,
    is_about_match,
    is_queried,
    place_of,
    rulings_after,
    settled_by,
)
from tests.unit.services.broadcast.domain.desk.pages.test_files import line

NOTHING_SAID = EventQueries()
SCORE = codes.SCORE_NOT_OF_CONTRACT.finding(
    "3 against 5 on board 7: 4S by N, 10 tricks is 420", subject="board 7", stated="450", computed="420"
)
LEAD = codes.LEAD_NOT_HELD.finding(
    "East leads S2 on board 9 against a contract by North, but West holds that card", subject="board 9"
)
SEASON = codes.VULNERABILITY_UNEXPECTED.finding("board 7 has vulnerability NS", subject="board 7")


def file(name, verdict="counts", findings=1, decided=()):
    own = line(verdict, "decisions" if decided else "usebio", name=name)
    return own.replace(sha256=f"{abs(hash(name)):064x}"[-64:], findings=findings, decided=decided)


def status(of, *findings):
    ref = FileRef(sha256=of.sha256, name=of.name, size=4, format="usebio")
    return FileStatus(file=ref, state="scored", reason="", findings=findings)


def looked(files, statuses, queries=NOTHING_SAID):
    return [each.finding for each in attention(statuses, files, "club", queries)]


def test_only_the_newest_files_of_results_that_count_are_looked_at():
    many = [file(f"{n}.xml") for n in range(NEWEST + 2)]
    ruling = file("ruling", decided=("The standings are live",))
    files = [ruling, file("old.xml", "replaced"), file("fine.xml", findings=0), *many]
    assert [each.name for each in files_to_look_at(files, "club")] == [f"{n}.xml" for n in range(NEWEST - 1)]
    assert files_to_look_at(many, "other") == []


def test_what_is_impossible_is_shown_and_what_is_unusual_is_not():
    own = file("a.xml")
    assert looked([own], [status(own, SCORE, SEASON, LEAD)]) == [SCORE, LEAD]
    many = [SCORE.replace(message=f"{n} against 5 on board 7: wrong") for n in range(SHOWN + 5)]
    assert len(looked([own], [status(own, *many)])) == SHOWN


def test_a_finding_is_gone_when_a_later_decision_is_about_its_line():
    own = file("a.xml")
    for sentence, gone in (
        ("Board 7, 3 against 5: +420 to North-South, +420 to East-West, decided by Ada", True),
        ("Board 7, 4 against 6: +420 to North-South, +420 to East-West, decided by Ada", False),
        ("Board 7, 1 against 2: the result is void, decided by Ada", False),
        ("Board 8, 3 against 5: the result is void, decided by Ada", False),
        ("The standings are live, decided by Ada", False),
    ):
        later = file("ruling", decided=(sentence,))
        assert looked([later, own], [status(own, SCORE)]) == ([] if gone else [SCORE])
        # One that came before the file, or that was undone, corrects nothing of it.
        assert looked([own, later], [status(own, SCORE)]) == [SCORE]
        undone = file("ruling", "retracted", decided=(sentence,))
        assert looked([undone, own], [status(own, SCORE)]) == [SCORE]


def test_a_finding_that_names_no_line_is_gone_with_a_decision_about_its_board():
    own, later = file("a.xml"), file("ruling", decided=("Board 9, 3 against 5: the result is void, decided by Ada",))
    assert looked([later, own], [status(own, LEAD)]) == []


@pytest.mark.parametrize(
    ("decided", "subject", "message", "settles"),
    [
        (
            "The match 7 against 12 in round 4: void to 7, void to 12",
            "match 7 - 12",
            "match 7 against 12 in round 4",
            True,
        ),
        ("The match 7 against 12: 11 to 7, 9 to 12", "match 7 - 12", "match 7 against 12 in round 4 is stated", True),
        ("The match 12 against 7 in round 4: 9 to 12, 11 to 7", "match 7 - 12", "match 7 against 12 in round 4", True),
        (
            "The match 7 against 12 in round 4: 11 to 7, 9 to 12",
            "match 7 - 12",
            "match 7 against 12 in round 41",
            False,
        ),
        ("The match 7 against 12 in round 4: 11 to 7, 9 to 12", "match 7 - 1", "match 7 against 1 in round 4", False),
        ("The match 7 against 12 in round 4: 11 to 7, 9 to 12", "team 7", "team 7 has 31 in round 4", False),
        ("Board 9 of the match 7 against 12 is removed: average to 7", "match 7 - 12", "match 7 against 12", False),
        ("Board 9 of the match 7 against 12 is removed: average to 7", "board 9", "board 9 of 7 against 12 is", True),
        ("Board 9 of the match 7 against 12 is removed: average to 7", "board 9", "board 9 of 7 against 1 is", False),
        ("The game 5 against 9 in round 3: 1-0", "player 5 in round 3", "player 5 has 1 against player 9", True),
        ("The game 5 against 9 in round 3: 1-0", "player 9 in round 3", "player 9 in round 3 has 1", True),
        ("The game 5 against 9 in round 3: 1-0", "player 9 in round 4", "player 9 in round 4 has 1", False),
        ("The game 5 against 9 in round 3: 1-0", "player 9", "player 9 is stated with 3 points", False),
    ],
)
def test_what_is_wrong_about_a_match_or_a_game_is_settled_by_a_ruling_on_it(decided, subject, message, settles):
    own, later = file("a.xml"), file("ruling", decided=(f"{decided}, decided by Ada",))
    about = Finding(code="scoring.match-differs", severity=Severity.ERROR, message=message, subject=subject)
    rulings = rulings_after(own.sha256, [later, own], "club")
    assert settled_by(about, rulings) == (later.decided[0] if settles else "")


def test_a_deal_that_is_wrong_is_not_settled_by_a_result_of_its_board():
    own, later = file("a.xml"), file("ruling", decided=("Board 7, 3 against 5: the result is void, decided by Ada",))
    rulings = rulings_after(own.sha256, [later, own], "club")
    assert settled_by(SCORE, rulings) == later.decided[0]
    assert settled_by(SEASON, rulings) == ""


@pytest.mark.parametrize(
    ("subject", "fields"),
    [
        ("board 7", {"board": "1-7", "about": "differs in round 4"}),
        ("match 7 - 12", {"about": "match 7 - 12: differs in round 4"}),
        ("player 5 in round 4", {"about": "player 5 in round 4: differs in round 4"}),
        ("player 5", {}),
        ("team 7 in round 4", {}),
        ("the matches", {}),
        (None, {}),
    ],
)
def test_what_is_about_a_result_leads_to_it(subject, fields):
    about = SCORE.replace(subject=subject, message="differs in round 4")
    assert correction_of(about, {"boards": [{"id": "1-7", "board": "7"}]}) == fields
    match = {"home": "12", "away": "7", "round": 4}
    text = fields.get("about", "")
    assert is_about_match(text, match) is (subject == "match 7 - 12")
    assert not is_about_match(text, {**match, "round": 5})
    assert not is_about_match(text, {**match, "home": "2"})
    game = {"white": "9", "black": "5", "round": 4}
    assert is_about_game(text, game) is (subject == "player 5 in round 4")
    assert not is_about_game(text, {**game, "round": 5})


def test_two_players_who_contradict_each_other_are_to_be_looked_at():
    game = RESULTS_DISAGREE.finding("player 25 in round 1 has result 1", subject="player 25 in round 1")
    own, later = file("a.xml"), file("ruling", decided=("The game 5 against 25 in round 1: 1-0, decided by Ada",))
    assert looked([own], [status(own, game)]) == [game]
    assert looked([later, own], [status(own, game)]) == []


def test_what_is_right_stays_so_when_a_newer_file_says_the_same_again():
    first, again = file("a.xml"), file("b.xml")
    (seen,) = attention([status(first, SCORE)], [first], "club", EventQueries())
    said = EventQueries(right=(Right(finding=seen.id, at=datetime(2031, 10, 3, 21, tzinfo=UTC), by="Ada"),))
    assert looked([again, first], [status(again, SCORE), status(first, SCORE)], said) == []
    assert len(looked([again, first], [status(again, SCORE), status(first, SCORE)])) == 1
    other = SCORE.replace(stated="480")
    assert looked([again], [status(again, other)], said) == [other]


@pytest.mark.parametrize(
    ("subject", "message", "about", "queried"),
    [
        ("board 7", "4S by N is 420, not 450, on board 7 (11 against 12)", {"number": "7"}, True),
        ("board 7", "4S by N is 420, not 450, on board 7 (12 against 11)", {"number": "7"}, True),
        ("board 7", "4S by N is 420, not 450, on board 7 (1 against 12)", {"number": "7"}, False),
        ("board 8", "4S by N is 420, not 450, on board 8 (11 against 12)", {"number": "7"}, False),
        ("player 11 in round 3", "player 11 in round 3 has 1", {"round": 3}, True),
        ("player 11 in round 3", "player 11 in round 3 has 1", {"round": 4}, False),
        (None, "11 against 12", {}, False),
    ],
)
def test_a_query_is_about_the_findings_of_its_line_or_game(subject, message, about, queried):
    query = Query(id="0" * 16, card="11", text="we made ten", asked_at=datetime(2031, 10, 3, 21, tzinfo=UTC), **about)
    assert is_queried(SCORE.replace(subject=subject, message=message), query) is queried


def test_a_decision_about_another_line_whose_numbers_begin_alike_corrects_nothing():
    own = file("a.xml")
    wrong = SCORE.replace(message="4S by N is 420, not 450, on board 7 (11 against 12)")
    for sides, gone in (
        ("1 against 1", False),
        ("1 against 12", False),
        ("11 against 1", False),
        ("11 against 12", True),
    ):
        later = file("ruling", decided=(f"Board 7, {sides}: the result is void, decided by Ada",))
        assert looked([later, own], [status(own, wrong)]) == ([] if gone else [wrong])


def played(ns, ew, table="3", **more):
    names = ("ns", "ew", "ns_team", "ew_team", "section", "table", "round", "lead", "declarer")
    return {**dict.fromkeys(names), "ns": ns, "ew": ew, "table": table, **more}


def test_the_table_is_named_by_the_sides_or_by_lead_and_declarer():
    lines = [played("13", "5", "1"), played("3", "5", section="A", round=2), played("3", "50", "4")]
    assert place_of(SCORE, lines) == "table A3, round 2"
    led = [played("1", "2", "8", lead="S2", declarer="N"), played("3", "5", lead="S2", declarer="S")]
    assert place_of(LEAD, led) == "table 8"
    # Two that fit, a file without tables, and nobody who fits.
    for unclear in ([led[0], led[0]], [{**led[0], "table": None}], lines, []):
        assert place_of(LEAD, unclear) == ""


def test_a_board_is_known_where_one_traveller_alone_has_its_number():
    boards = [{"id": "1-7", "board": "7"}, {"id": "1-9", "board": "9"}, {"id": "2-9", "board": "9"}]
    assert board_of(SCORE, {"boards": boards}) == "1-7"
    assert board_of(SCORE.replace(subject="board 7, 3 against 5"), {"boards": boards}) == "1-7"
    assert board_of(LEAD, {"boards": boards}) is None
    assert board_of(SCORE.replace(subject=None), {}) is None
