"""A file as the desk lists it."""

from datetime import UTC, datetime

from contracts.questions import FileInEvent, FileLine
from services.broadcast.domain.desk.pages.files import VERDICTS, line_of

NOW = datetime(2031, 10, 3, 20, tzinfo=UTC)


def line(verdict, form="usebio", name="x.xml", of="club", state="scored"):
    return FileLine(
        sha256="ab" * 32,
        name=name,
        format=form,
        sender="club",
        received_at=NOW,
        state=state,
        findings=0,
        events=(FileInEvent(event=of, state=state, verdict=verdict),),
        url="/v1/files/x",
    )


def test_each_verdict_is_said_and_brings_the_actions_that_make_sense():
    for verdict, text in VERDICTS.items():
        file = line_of(line(verdict), "club")
        assert file["text"] == text
        assert file["restore"] == (verdict == "retracted")
        assert file["withdraw"] == (verdict not in ("retracted", "moved"))
        assert file["take"] == (verdict in ("held", "older", "replaced", "partly"))


def test_a_file_without_a_verdict_says_how_far_it_has_come():
    file = line_of(line(None, state="parsed"), "club")
    assert (file["text"], file["take"], file["withdraw"]) == ("Read, not yet checked", False, False)


def test_a_decision_is_named_without_its_event():
    made = line_of(line("counts", "decisions", "club-status-20311003T210000.json"), "club")
    assert made["name"] == "status-20311003T210000.json"
