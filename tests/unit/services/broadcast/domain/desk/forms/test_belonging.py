"""The forms that say what an event is called, and which files belong to it."""

import pytest

from contracts.decisions import NameEvent, ReassignFiles
from services.broadcast.domain.desk.forms.decide import decisions_of
from services.broadcast.domain.desk.forms.form import Unclear
from shared.formats.decisions.splitting import SplitFile, own_event, splitting
from tests.unit.services.broadcast.domain.desk.forms.test_decide import SHOWN

FILE = SplitFile("ab" * 32, "b.xml", "hall")
FIELDS = {"decision": "split", "file": FILE.sha256, "name": FILE.name, "sender": FILE.sender}


def test_an_event_is_named():
    assert decisions_of({"decision": "name", "name": " Spring  Pairs "}, SHOWN) == (
        NameEvent(decision="name", name="Spring Pairs"),
    )


def test_all_files_move_to_another_event_and_back():
    assert decisions_of({"decision": "link", "to": "other"}, SHOWN) == (ReassignFiles(decision="reassign", to="other"),)
    assert decisions_of({"decision": "link", "back": "1"}, SHOWN) == (ReassignFiles(decision="reassign"),)


def test_a_file_is_split_off_with_those_of_its_name_or_alone():
    assert decisions_of(FIELDS, SHOWN) == splitting([FILE], own_event(SHOWN.event, [FILE.sha256]), only=False)
    assert decisions_of({**FIELDS, "back": "1"}, SHOWN) == splitting([FILE], None, only=False)
    assert decisions_of({**FIELDS, "only": "1", "to": "b"}, SHOWN) == splitting([FILE], "b", only=True)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"decision": "name", "name": " "}, "Write what"),
        ({"decision": "name", "name": "x" * 5_000}, "Check name"),
        ({"decision": "link"}, "Choose the event"),
        ({"decision": "link", "to": SHOWN.event}, "already"),
        ({"decision": "link", "to": "No Event"}, "Check to"),
        ({**FIELDS, "file": "ab"}, "Check file"),
        ({**FIELDS, "to": "No Event"}, "Check to"),
    ],
)
def test_a_form_that_cannot_be_followed_says_why(fields, why):
    with pytest.raises(Unclear, match=why):
        decisions_of(fields, SHOWN)
