"""What the page says where somebody else was faster."""

from datetime import UTC, datetime
from typing import Any

from contracts.base import DECISIONS
from contracts.questions import FileInEvent, FileLine
from services.broadcast.domain.desk.forms.results import line_id
from services.broadcast.domain.desk.pages.conflict import Conflict, conflict
from tests.unit.services.broadcast.domain.desk.forms.test_results import LINE, shown

NOW = datetime(2031, 10, 3, 21, tzinfo=UTC)
FORM = {"decision": "score", "board": "1-7", "line": line_id(LINE), "ns_gets": "60%", "seen": "420", "said": "no"}
NOW_IS = shown({**LINE, "score": "-50"})
ADA = "Board 7, p1 against p2: 50% to North-South, 50% to East-West, decided by Ada at 2031-10-03 21:00 UTC"


def file(*decided: str, verdict: Any = "counts", **more: Any) -> FileLine:
    part = FileInEvent(event="club", state="scored", verdict=verdict)
    own = FileLine(
        sha256="ab" * 32,
        name="a.xml",
        format=DECISIONS if decided else "usebio",
        sender="laptop",
        received_at=NOW,
        state="scored",
        findings=0,
        events=(part,),
        decided=decided,
        url="/x",
    )
    return own.replace(**more)


def found(*files: FileLine) -> Conflict:
    made = conflict(FORM, NOW_IS, files)
    assert made is not None
    return made


def test_it_says_what_was_seen_what_stands_and_what_would_be_decided() -> None:
    made = found()
    assert (made.saw, made.now, made.changed) == ("420", "−50", "")
    assert made.wish == "board 7, p1 against p2: 60% to North-South, 40% to East-West"
    assert made.fields["seen"] == "−50"
    assert "said" not in made.fields
    # Sent with these fields, it is none any more.
    assert conflict(made.fields, NOW_IS, ()) is None


def test_it_names_the_newest_decision_about_the_same_that_counts() -> None:
    other = ADA.replace("p2", "p21").replace("Ada", "Bo")
    undone = file(ADA.replace("Ada", "Cy"), verdict="retracted")
    assert found(file(), undone, file(other), file(ADA), file(ADA.replace("Ada", "Di"))).changed == ADA


def test_without_one_it_names_the_newest_file() -> None:
    named = "The newest file is a.xml from laptop, received at 2031-10-03 21:00 UTC."
    assert found(file(), file("File abc does not count, decided by Bo")).changed == named
    assert found(file("File abc does not count, decided by Bo"), file()).changed.startswith("File abc does not count")
    assert found(file(events=())).changed == ""


def test_there_is_none_where_nothing_moved_or_the_form_cannot_be_followed() -> None:
    assert conflict({}, NOW_IS, ()) is None
    assert conflict({**FORM, "seen": "−50"}, NOW_IS, ()) is None
    assert conflict({**FORM, "ns_gets": "much"}, NOW_IS, ()) is None
