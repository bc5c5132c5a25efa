"""What a page says once a form has decided something."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from contracts.decisions import Adjust, AnyDecision, ExchangeSeats, ReassignFiles, RetractFile, SetStatus
from contracts.questions import FileInEvent, FileLine
from services.broadcast.domain.desk.confirmation import Confirmation, confirmation, undone_by
from services.broadcast.domain.desk.forms.form import Shown
from tests.unit.services.broadcast.domain.pages.test_page import ROWS
from tests.unit.services.broadcast.domain.pages.test_rankings import standings

FILE, OWN = "ab" * 32, "cd" * 32
PENALTY = Adjust(decision="adjustment", participant="5", amount=Decimal("-10"), unit="percent", reason="late")
SAID = "Pair 5: penalty of 10% of the session, decided by Ada at 2031-10-03 20:00 UTC: slow, decided twice"


def listed(sha256: str, name: str, verdict: str, *decided: str) -> FileLine:
    return FileLine(
        sha256=sha256,
        name=name,
        format="decisions" if decided else "usebio",
        sender="desk",
        state="scored",
        findings=0,
        events=(FileInEvent(event="club", state="scored", verdict=verdict),),
        decided=decided,
        url="/v1/files/x",
    )


def confirmed(decisions: Sequence[AnyDecision], files: Sequence[FileLine], **meta: Any) -> Confirmation:
    return confirmation(Shown("club", {}, standings(*ROWS, **meta)), decisions, OWN, files, {"other": "Other Night"})


def test_what_was_decided_is_said_without_its_reason_and_undone_by_its_own_file() -> None:
    assert confirmed([PENALTY], ()) == Confirmation("Pair 5: penalty of 10% of the session.", OWN)
    two = confirmed([SetStatus(decision="status", status="official"), PENALTY], ())
    assert two.text == "The standings are official; Pair 5: penalty of 10% of the session."


def test_the_event_and_those_who_are_meant_are_named() -> None:
    shown = Shown("club", {}, standings(*ROWS, title="Autumn Pairs"))
    swap = ExchangeSeats(decision="exchange", round=3, what="participants", first="p1", second="9")
    for decision, text in (
        (PENALTY.replace(participant="p1"), "Pair p1 (Rosa Baker & Uri Hunter): penalty of 10% of the session."),
        (SetStatus(decision="status", status="official"), "The standings are official."),
        (swap, "Participants p1 and 9 in round 3 (Rosa Baker & Uri Hunter) exchange their places."),
    ):
        assert confirmation(shown, [decision], OWN, (), {}).text == f"Autumn Pairs · {text}"


def test_undoing_says_what_is_undone_and_can_be_done_again() -> None:
    files = [listed(FILE, "club-adjustment-1.json", "counts", SAID)]
    undo = RetractFile(decision="retract", file=FILE)
    assert confirmed([undo], files) == Confirmation("Undone: Pair 5: penalty of 10% of the session.", FILE)
    again = undo.replace(retracted=False)
    assert confirmed([again], files).text == "Done again: Pair 5: penalty of 10% of the session."


def test_a_file_is_called_by_its_name_where_it_is_known() -> None:
    files = [listed(FILE, "evening.xml", "counts")]
    undo = RetractFile(decision="retract", file=FILE)
    assert confirmed([undo], files) == Confirmation("File evening.xml does not count.", FILE)
    assert confirmed([undo], ()).text == f"File {FILE[:12]} does not count."
    moved = ReassignFiles(decision="reassign", file=FILE, to="other")
    assert confirmed([moved], files) == Confirmation("File evening.xml belongs to Other Night.", OWN)


def test_only_what_is_listed_can_be_undone() -> None:
    files = [listed(FILE, "club-adjustment-1.json", "retracted", SAID)]
    line = undone_by(FILE, files, "club")
    assert line is not None
    assert (line["restore"], line["withdraw"]) == (True, False)
    assert undone_by(FILE, files, "other") is None
    assert undone_by("<b>", files, "club") is None
