"""Findings at the desk."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from contracts.corrections.queries import EventQueries, Right
from contracts.decisions import Decisions, MatchAwarded, RuleMatch, SetGame
from contracts.findings import Finding, Severity
from services.broadcast.domain.corrections.attention import finding_id
from services.broadcast.domain.desk.forms.form import Shown
from services.broadcast.domain.desk.pages.check import CHECK
from services.broadcast.domain.desk.pages.shown import Asked
from shared.formats.decisions.sentences import sentence
from tests.unit.services.broadcast.domain.desk.pages.test_files import line
from tests.unit.services.broadcast.domain.pages.test_rankings import standings

BOARDS = [
    {"id": "1-7", "board": "7", "session": "1"},
    {"id": "2-7", "board": "7", "session": "2"},
    {"id": "1-10", "board": "10", "session": "1"},
]


def values(*findings: Finding, files: Any = (), total: int = 0, query: Any = None, **more: Any) -> Any:
    queries = more.pop("queries", EventQueries())
    shown = Shown("club", {}, standings({"rank": 1}, boards=BOARDS, **more))
    listed = total or len(findings)
    return CHECK.page(Asked(shown, query or {}, files, queries, findings=findings, findings_total=listed)).values


def about(subject: str | None, **more: Any) -> Finding:
    return Finding(code="scoring.points-differ", severity=Severity.ERROR, message="differ", subject=subject, **more)


def test_findings_stand_by_board_and_person_in_their_order() -> None:
    subjects = ("pair 12", "board 10", "match 3 - 12", "the places", "board 7, 3 against 5", "pair 3", "team 4", None)
    made = values(*map(about, subjects))
    assert [(group, [each["subject"] for each in findings]) for group, findings in made["groups"]] == [
        ("Boards", ["board 7, 3 against 5", "board 10"]),
        ("Matches", ["match 3 - 12"]),
        ("People", ["pair 3", "pair 12", "team 4"]),
        ("The event and its files", [None, "the places"]),
    ]


def test_what_was_decided_does_not_hide_what_is_wrong() -> None:
    decided = Finding(code="decisions.decided", severity=Severity.INFO, message="void", subject="board 7")
    made = values(decided, about("board 10"), decided, total=5)
    ((_, findings),) = made["groups"]
    assert [each["subject"] for each in findings] == ["board 10"]
    assert (made["decided"], made["total"], made["more"]) == (2, 3, 2)
    assert made["subjects"] == [("Boards", [("board 10", 1)])]


def test_a_finding_leads_to_its_board_where_only_one_has_the_number() -> None:
    ((_, findings),) = values(about("board 7"), about("board 10"), about("board 11"))["groups"]
    assert [each["correction"] for each in findings] == [{}, {"board": "1-10", "about": "differ"}, {}]


def test_a_finding_names_its_file_and_those_that_are_not_listed_are_counted() -> None:
    file = line("counts")
    made = values(about("pair 3", file=file.sha256), about("pair 4"), files=[file], total=7, differences=2)
    ((_, findings),) = made["groups"]
    assert [each["name"] for each in findings] == [file.name, None]
    assert (made["more"], made["total"], made["differences"], made["errors"]) == (5, 7, 2, 2)
    assert values()["groups"] == []


def test_an_error_that_a_decision_settled_is_counted_no_more_and_says_which() -> None:
    wrong = about("board 7").replace(message="450 instead of 420 on board 7 (3 against 5)", file="a" * 64)
    own, other = line("counts").replace(sha256="a" * 64), about("pair 3", file="a" * 64)
    sentence = "Board 7, 3 against 5: +420 to North-South"
    ruling = line("counts", "decisions").replace(sha256="b" * 64, decided=(sentence,))
    again = wrong.replace(file="c" * 64)
    newer = own.replace(sha256="c" * 64)
    made = values(wrong, other, again, files=[newer, ruling, own])
    settled = [each["settled"] for _, findings in made["groups"] for each in findings]
    assert settled == [sentence, "", ""]
    assert (made["errors"], made["settled"]) == (2, 1)
    # One that does not count settles nothing.
    undone = line("retracted", "decisions").replace(sha256="b" * 64, decided=ruling.decided)
    assert values(wrong, files=[undone, own])["errors"] == 1


def test_a_match_and_a_game_are_settled_by_a_decision_though_no_one_file_is_wrong_about_them() -> None:
    match = about("match 7 - 12").replace(message="match 7 against 12 in round 4 is stated as 12 : 8 VPs")
    game, other = about("player 5 in round 3"), about("match 7 - 1").replace(message="match 7 against 1 is stated")
    ruled = RuleMatch(decision="match", round=4, home="7", away="12", home_gets=MatchAwarded(score=Decimal(11)))
    corrected = SetGame(decision="game", round=3, white="5", black="9", result="1-0")
    decisions = Decisions(event="club", at=datetime(2031, 10, 3, 21, tzinfo=UTC), decisions=(ruled, corrected))
    sentences = [sentence(decisions, each) for each in decisions.decisions]
    ruling = line("counts", "decisions").replace(sha256="b" * 64, decided=tuple(sentences))
    made = values(match, game, other, files=[ruling])
    settled = {each["subject"]: each["settled"] for _, findings in made["groups"] for each in findings}
    assert settled == dict(zip((match.subject, game.subject, other.subject), (*sentences, ""), strict=True))
    assert (made["errors"], made["settled"]) == (1, 2)


def test_a_finding_that_somebody_has_looked_at_says_who_and_when_and_can_be_undone() -> None:
    seen, other = about("board 7", stated="450"), about("board 7", stated="480")
    right = Right(finding=finding_id(seen), at=datetime(2031, 10, 3, 21, tzinfo=UTC), by="Ada")
    made = values(seen, other, queries=EventQueries(right=(right,)))
    ((_, shown),) = made["groups"]
    assert [(each["settled"], each["right"]) for each in shown] == [
        ("It is right, said by Ada at 2031-10-03 21:00 UTC", True),
        ("", False),
    ]
    assert (made["errors"], made["settled"]) == (1, 1)


def test_all_findings_are_shown_page_by_page_and_counted_by_board_and_person() -> None:
    every = [about(f"board {1 + number % 300}, 3 against 5", stated=str(number)) for number in range(4_900)]
    every += [about(f"pair {1 + number % 2}") for number in range(100)]
    pages = [values(*every, query={"part": str(part)}) for part in range(1, 51)]
    assert {made["parts"] for made in pages} == {50}
    shown = [each for made in pages for _, findings in made["groups"] for each in findings]
    assert len(shown) == len(every)
    assert len({each["stated"] for each in shown}) == 4_901
    (boards, named), (people, pairs) = pages[0]["subjects"]
    assert (boards, named[:2], people, pairs) == (
        "Boards",
        [("board 1", 17), ("board 2", 17)],
        "People",
        [("pair 1", 50), ("pair 2", 50)],
    )
    one = values(*every, query={"about": "board 2"})
    assert (one["listed"], one["parts"], one["total"]) == (17, 1, 5_000)


@pytest.mark.parametrize("part", ["", "0", "-1", "x", "9" * 400, "3"])
def test_a_page_that_is_not_there_is_the_nearest_one(part: str) -> None:
    made = values(*map(about, ["pair 1"] * 150), query={"part": part})
    assert made["part"] == (2 if part == "3" else 1)
    assert values(about("pair 1"), query={"about": "board <9>"})["groups"] == []
