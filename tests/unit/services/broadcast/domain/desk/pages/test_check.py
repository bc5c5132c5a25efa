"""Findings at the desk."""

from typing import Any

from services.broadcast.domain.desk.forms.form import Shown
from services.broadcast.domain.desk.pages.check import CHECK
from services.broadcast.domain.desk.pages.shown import Asked
from tests.unit.services.broadcast.domain.desk.pages.test_files import line
from tests.unit.services.broadcast.domain.pages.test_rankings import standings

BOARDS = [
    {"id": "1-7", "board": "7", "session": "1"},
    {"id": "2-7", "board": "7", "session": "2"},
    {"id": "1-10", "board": "10", "session": "1"},
]


def values(*findings: dict[str, Any], files: Any = (), **meta: Any) -> Any:
    own = standings({"rank": 1}, boards=BOARDS, findings=list(findings), **meta)
    return CHECK.page(Asked(Shown("club", {}, own), {}, files)).values


def about(subject: str | None, **more: Any) -> dict[str, Any]:
    return {"code": "scoring.points-differ", "severity": "error", "message": "differ", "subject": subject, **more}


def test_findings_stand_by_board_and_person_in_their_order() -> None:
    subjects = ("pair 12", "board 10", "the places", "board 7, 3 against 5", "pair 3", "team 4", None)
    made = values(*map(about, subjects))
    assert [(group, [each["subject"] for each in findings]) for group, findings in made["groups"]] == [
        ("Boards", ["board 7, 3 against 5", "board 10"]),
        ("People", ["pair 3", "pair 12", "team 4"]),
        ("The event and its files", [None, "the places"]),
    ]


def test_a_finding_leads_to_its_board_where_only_one_has_the_number() -> None:
    ((_, findings),) = values(about("board 7"), about("board 10"), about("board 11"))["groups"]
    assert [each["traveller"] for each in findings] == [None, "1-10", None]


def test_a_finding_names_its_file_and_those_that_are_not_listed_are_counted() -> None:
    file = line("counts")
    made = values(about("pair 3", file=file.sha256), about("pair 4"), files=[file], findings_total=7, differences=2)
    ((_, findings),) = made["groups"]
    assert [each["name"] for each in findings] == [file.name, None]
    assert (made["more"], made["differences"]) == (5, 2)
    assert values()["groups"] == []
