"""The first page of the desk."""

from types import SimpleNamespace

from services.broadcast.domain.desk.pages.files import VERDICTS
from services.broadcast.domain.desk.pages.home import events_to_look_at, home
from services.broadcast.domain.desk.visitors import DIRECTOR, Visitor
from tests.unit.services.broadcast.domain.desk.pages.test_files import line

EVENTS = SimpleNamespace(columns=("name",), rows={"club": ("Club night",), "other": ("Other night",)})
SCORER = Visitor("Ada", "scorer", frozenset({"club"}))


def test_files_are_listed_with_their_events():
    (file,) = home(None, (line("held"),), DIRECTOR).values["files"]
    assert (file["events"], file["text"]) == (["club"], VERDICTS["held"])


def test_who_is_limited_to_events_sees_those_and_their_files():
    made = home(EVENTS, (line("held"),), SCORER)
    assert [each["id"] for each in made.values["events"]] == ["club"]
    assert len(made.values["files"]) == 1
    others = home(EVENTS, (line("held"),), SCORER._replace(events=frozenset({"other"})))
    assert [each["id"] for each in others.values["events"]] == ["other"]
    assert others.values["files"] == []


def test_the_newest_files_in_which_anything_was_found_name_the_events_to_look_at():
    files = [line("counts"), line("held").replace(findings=3), line("counts").replace(findings=1)]
    assert events_to_look_at(files, DIRECTOR) == ["club"]
    assert events_to_look_at(files[:1], DIRECTOR) == []
    assert events_to_look_at(files, SCORER._replace(events=frozenset({"other"}))) == []
