"""The lines of the journal: files and acts by time, and what each visitor may see and undo."""

from datetime import UTC, datetime, timedelta

import pytest

from contracts.access.journal import Act, AnyChange, OfAccess, OfLinks
from contracts.questions import FileInEvent, FileLine
from services.broadcast.domain.desk.journal import SHOWN, journal, may_undo
from services.broadcast.domain.desk.visitors import DIRECTOR, Visitor

NOW = datetime(2031, 10, 3, 19, tzinfo=UTC)
NAMES = {"monday": "Monday Pairs", "tuesday": "Tuesday Pairs"}
LINKS = OfLinks(event="monday", before=0, after=1)
ACCESS = OfAccess(grant="0" * 16, revoked=False)
OF_MONDAY = Visitor("Bob", "director", frozenset({"monday"}))


def act(minutes: int, event: str | None = None, change: AnyChange | None = None) -> tuple[str, Act]:
    at = NOW + timedelta(minutes=minutes)
    return f"k{minutes}", Act(
        at=at, by="Ada", way="desk", events=(event,) if event else (), text=f"act {minutes}", change=change
    )


def file(minutes: int) -> FileLine:
    return FileLine(
        sha256=f"{minutes:064x}",
        name=f"{minutes}.xml",
        format="usebio",
        sender="club",
        received_at=NOW + timedelta(minutes=minutes),
        state="scored",
        findings=0,
        events=(FileInEvent(event="monday", state="scored", verdict="counts", text="counts"),),
        url="/v1/files/x",
    )


def test_files_and_acts_stand_by_time_the_newest_first() -> None:
    page = journal([act(3), act(1, "monday")], {"monday": [file(2)]}, DIRECTOR, NAMES)
    lines = page.values["lines"]
    assert [line["at"] for line in lines] == [NOW + timedelta(minutes=n) for n in (3, 2, 1)]
    assert lines[1]["file"]["name"] == "2.xml"
    only = journal([act(3), act(1, "monday")], {"monday": [file(2)]}, DIRECTOR, NAMES, "monday")
    assert [line["events"] for line in only.values["lines"]] == [("monday",), ("monday",)]
    assert only.title == "Journal: Monday Pairs"


def test_a_long_journal_says_how_much_is_older() -> None:
    page = journal([act(n) for n in range(SHOWN + 7)], {}, DIRECTOR, NAMES)
    assert (len(page.values["lines"]), page.values["more"]) == (SHOWN, 7)


@pytest.mark.parametrize(
    ("visitor", "event", "change", "may"),
    [
        (DIRECTOR, None, ACCESS, True),
        (DIRECTOR, "monday", LINKS, True),
        (OF_MONDAY, "monday", LINKS, True),
        (OF_MONDAY, "tuesday", LINKS, False),
        (OF_MONDAY, "monday", ACCESS, False),
        (Visitor("Cy", "scorer"), "monday", LINKS, False),
    ],
)
def test_who_may_undo_what(visitor: Visitor, event: str, change: AnyChange, may: bool) -> None:
    assert may_undo(act(1, event, change)[1], visitor) is may


def test_who_is_limited_to_an_event_reads_nothing_of_others() -> None:
    page = journal([act(3), act(1, "monday"), act(2, "tuesday")], {"tuesday": [file(2)]}, OF_MONDAY, NAMES)
    assert [line["text"] for line in page.values["lines"]] == ["act 1."]
    assert page.values["names"] == {"monday": "Monday Pairs"}
