"""What the pages of the desk show."""

from datetime import UTC, datetime

from contracts.questions import FileInEvent, FileLine
from services.broadcast.domain.desk.pages import VERDICTS, event, home
from tests.unit.services.broadcast.domain.pages.test_page import META, ROWS
from tests.unit.services.broadcast.domain.pages.test_rankings import standings

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


def shown(*files):
    return event("club", standings(*ROWS, **META), files, "c", "").values


def test_each_verdict_is_said_and_brings_the_actions_that_make_sense():
    for verdict, text in VERDICTS.items():
        (file,) = shown(line(verdict))["files"]
        assert file["text"] == text
        assert file["restore"] == (verdict == "retracted")
        assert file["withdraw"] == (verdict not in ("retracted", "moved"))
        assert file["take"] == (verdict in ("held", "older", "replaced", "partly"))


def test_a_file_without_a_verdict_says_how_far_it_has_come():
    (file,) = shown(line(None, state="parsed"))["files"]
    assert (file["text"], file["take"], file["withdraw"]) == ("Read, not yet checked", False, False)


def test_decisions_stand_apart_and_can_be_undone_and_done_again():
    values = shown(line("counts", "decisions"), line("retracted", "decisions"), line("counts"), line("counts", of="b"))
    assert [(one["withdraw"], one["restore"], one["take"]) for one in values["decisions"]] == [
        (True, False, False),
        (False, True, False),
    ]
    assert len(values["files"]) == 1


def test_everybody_who_is_ranked_can_be_chosen_once():
    people = shown()["people"]
    assert len({(one["kind"], one["id"]) for one in people}) == len(people) > 0


def test_the_home_page_lists_files_with_their_events():
    (file,) = home(None, (line("held"),), "c", "").values["files"]
    assert (file["events"], file["text"]) == (["club"], VERDICTS["held"])


def test_standings_corrected_after_they_were_official_are_shown_as_official():
    for status, text in (("corrected", "official"), ("live", "live")):
        assert event("club", standings(*ROWS, **{**META, "status": status}), (), "c", "").values["status"] == text


def test_a_decision_is_named_without_its_event():
    (made,) = shown(line("counts", "decisions", "club-status-20311003T210000.json"))["decisions"]
    assert made["name"] == "status-20311003T210000.json"
