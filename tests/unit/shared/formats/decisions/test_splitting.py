"""The decisions that make files an event of their own."""

import pytest
from pydantic import ValidationError

from contracts.decisions import ReassignFiles
from shared.formats.decisions.splitting import SplitFile, own_event, splitting

FIRST, SECOND = SplitFile("a" * 64, "b.xml", "hall"), SplitFile("b" * 64, "b.xml", "hall")


def reassigned(**fields):
    return ReassignFiles(decision="reassign", to="own", **fields)


def test_files_go_with_others_of_their_names_and_senders():
    files = (reassigned(file="a" * 64), reassigned(file="b" * 64))
    assert splitting([FIRST, SECOND], "own", only=False) == (*files, reassigned(name="b.xml", sender="hall"))
    assert splitting([FIRST, SECOND], "own", only=True) == files
    nameless = SplitFile("a" * 64, "", "")
    assert splitting([nameless], "own", only=False) == files[:1]


def test_what_is_no_event_is_refused():
    with pytest.raises(ValidationError):
        splitting([FIRST], "No Event", only=True)


def test_the_same_files_get_the_same_event_in_any_order():
    assert own_event("evening", ["a", "b"]) == own_event("evening", ["b", "a"]) != own_event("evening", ["a"])
    assert own_event("e" * 60, ["a"]) == ReassignFiles(decision="reassign", to=own_event("e" * 60, ["a"])).to
