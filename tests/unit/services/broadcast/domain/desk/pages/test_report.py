"""What was found in a file, as the desk shows it."""

import re
from datetime import UTC, datetime
from importlib.resources import files

from contracts.base import Place
from contracts.corrections.queries import EventQueries, Right
from contracts.findings import Finding, Severity
from contracts.messages import FileVerdict
from contracts.questions import FileStatus, FragmentStatus
from services.broadcast.domain.corrections.attention import finding_id
from services.broadcast.domain.desk.pages.report import report
from tests.unit.services.broadcast.domain.desk.pages.test_files import SHA256, line
from tests.unit.services.intake.test_handlers import FILE


def finding(severity, subject=None, **fields):
    return Finding(code="scoring.x", severity=severity, message="m", subject=subject, **fields)


def values(*findings, own=(), total=0, listed=(), names=(), right=(), kind="counts"):
    verdict = FileVerdict(fragment="0", file=SHA256, name="x.xml", verdict=kind, text=f"x.xml {kind}")
    part = FragmentStatus(
        fragment="0", event="club", state="scored", verdict=verdict, findings=findings, change="added"
    )
    status = FileStatus(file=FILE, state="scored", fragments=(part,), findings=own, findings_total=total)
    return report(status, {"club": listed}, dict(names), [EventQueries(right=right)]).values


def test_findings_stand_by_what_they_are_about_errors_first():
    shown = values(
        finding(Severity.INFO, "board 10"),
        finding(Severity.WARNING, "board 2"),
        finding(Severity.INFO, "board 2"),
        finding(Severity.ERROR, "pair 7", stated="55.10", computed="54.90", place=Place(line=7, path="/USEBIO")),
        own=(finding(Severity.INFO),),
    )
    assert [(group["subject"], len(group["findings"])) for group in shown["groups"]] == [
        ("pair 7", 1),
        ("board 2", 2),
        ("The file as a whole", 1),
        ("board 10", 1),
    ]
    (error,) = shown["groups"][0]["findings"]
    assert (error["stated"], error["computed"], error["place"]) == ("55.10", "54.90", "line 7, /USEBIO")


def test_what_came_of_the_file_is_said_for_each_event():
    assert values()["parts"] == [("club", "club", "x.xml counts", "added")]
    assert values(names={"club": "Club Evening"})["parts"][0][1] == "Club Evening"


def test_an_error_of_the_file_is_settled_by_a_decision_that_came_after_it():
    wrong = finding(Severity.ERROR, "board 7").replace(message="450 instead of 420 on board 7 (3 against 5)")
    own = line("counts").replace(sha256=FILE.sha256)
    sentence = "Board 7, 3 against 5: +420 to North-South"
    ruling = line("counts", "decisions").replace(sha256="b" * 64, decided=(sentence,))
    for listed, settled in (((ruling, own), sentence), ((own, ruling), "")):
        ((shown,),) = (group["findings"] for group in values(wrong, listed=listed)["groups"])
        assert shown["settled"] == settled


def test_what_somebody_has_said_is_right_is_settled_in_the_report_of_its_file_too():
    wrong = finding(Severity.ERROR, "board 7")
    right = Right(finding=finding_id(wrong), at=datetime(2031, 10, 3, 21, tzinfo=UTC), by="Ada")
    for known, settled in (((right,), "It is right, said by Ada at 2031-10-03 21:00 UTC"), ((), "")):
        ((shown,),) = (group["findings"] for group in values(wrong, right=known)["groups"])
        assert shown["settled"] == settled


def test_findings_that_are_counted_but_not_kept_are_said():
    assert values(finding(Severity.INFO, "a"), total=5)["unlisted"] == 4


def test_a_verdict_is_said_when_the_file_has_arrived_where_it_goes():
    assert values(own=(finding(Severity.INFO),), total=1)["verdict"] == "In the standings. x.xml counts. 1 remark"
    assert values(kind="older")["verdict"] == "Not in the standings. x.xml older"
    assert values(kind="partly")["state"] == "In the standings"
    waits = FileStatus(file=FILE, state="received", fragments=(), findings=(), findings_total=0)
    assert report(waits, {}, {}).values["verdict"] == ""
    refused = waits.replace(state="rejected", reason="no format")
    assert report(refused, {}, {}).values["verdict"] == "Refused: no format"


def test_a_line_has_every_field_that_the_template_writes():
    template = files("services.broadcast.adapters.site").joinpath("templates/desk/base.html").read_text("utf-8")
    body = template[template.index("macro finding(each)") :]
    named = set(re.findall(r"each\.([a-z]+)", body[: body.index("endmacro")]))
    finding = Finding(code="scoring.total-differs", severity=Severity.ERROR, message="x")
    assert "subject" in named
    assert named <= values(finding, total=1)["groups"][0]["findings"][0].keys()
