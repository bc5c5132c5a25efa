"""The first page of the desk."""

from types import SimpleNamespace

from contracts.codes.intake import NO_FOLDER, UNKNOWN_FORMAT, WRITTEN_BACK
from contracts.corrections.queries import EventQueries, Query
from contracts.messages import LooksLike
from contracts.questions import FolderFinding, FolderReport
from services.broadcast.domain.corrections.attention import Attention
from services.broadcast.domain.desk.pages.files import VERDICTS
from services.broadcast.domain.desk.pages.home import MOST_CHECKED, ToLookAt, events_to_look_at, home, in_detail
from services.broadcast.domain.desk.visitors import DIRECTOR, Visitor
from tests.unit.services.broadcast.domain.desk.pages.test_files import NOW, line

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


def test_the_newest_files_name_the_events_to_look_at():
    files = [line("counts"), line("held", of="other")]
    assert events_to_look_at(files, DIRECTOR) == ["club", "other"]
    assert events_to_look_at(files, SCORER) == ["club"]
    assert len(events_to_look_at([line("counts", of=f"e{number}") for number in range(99)], DIRECTOR)) == MOST_CHECKED


def test_what_is_wrong_in_a_watched_folder_is_to_be_looked_at_by_who_may_do_everything():
    back = WRITTEN_BACK.finding("x.xml was written again as it had been before")
    wrong = (back.replace(file=line("replaced").sha256), NO_FOLDER.finding("Gone"), UNKNOWN_FORMAT.finding("A picture"))
    findings = tuple(FolderFinding(name="x.xml", finding=each) for each in wrong)
    folders = (FolderReport(name="inbox", files=1, taken=1, waiting=0, findings=findings),)
    found = home(None, (line("replaced"),), DIRECTOR, folders=folders).values["folders"]
    assert [(each.folder, each.place) for each in found] == [("inbox", "e/club/event#files"), ("inbox", "")]
    assert found[0].text == f"{back.message}. {back.advice}"
    assert len(home(None, (line("counts"),), DIRECTOR, folders=folders).values["folders"]) == 1, "it was taken"
    assert home(None, (line("replaced"),), SCORER, folders=folders).values["folders"] == []


def test_files_of_one_event_are_listed_as_its_own_list_has_them():
    told, two = line("counts", text="x.xml counts, but"), line("counts").replace(sha256="cd" * 32)
    two = two.replace(events=two.events * 2)
    assert in_detail((line("counts"), two), [[told, two.replace(events=two.events[:1])]]) == (told, two)


def test_what_to_look_at_of_each_event_leads_to_its_place():
    query = Query(id="0" * 16, card="1NS", text="We made ten", asked_at=NOW, board="7")
    finding = SimpleNamespace(message="430 is no score")
    attention = {"club": [Attention("1", finding, "x.xml"), Attention("2", finding, "x.xml")], "quiet": []}
    queries = {"other": EventQueries(queries=(query,)), "quiet": EventQueries()}
    alike = LooksLike(event="other", why="same people", into="other", text="")
    decided = line("counts", "decisions", looks_like=(alike,))
    files = (line("held"), decided, line("counts", of="other"), line("counts", of="quiet", looks_like=(alike,)))
    assert home(EVENTS, files, DIRECTOR, attention, queries).values["look"] == [
        ToLookAt("club", "430 is no score, and 1 more", "e/club/event#look"),
        ToLookAt("other", "1 query waits for an answer", "e/other/queries"),
        ToLookAt("quiet", "x.xml: looks like Other night", "e/quiet/event#files"),
        ToLookAt("club", f"x.xml: {VERDICTS['held']}", "e/club/event#files"),
    ]
    others = home(EVENTS, files, SCORER._replace(events=frozenset({"other"})), attention, queries)
    assert [each.event for each in others.values["look"]] == ["other"]


def test_decisions_that_count_are_listed_apart_in_words():
    made = line("counts", "decisions").replace(decided=("Board 7: void, decided by Ada at 2031-10-03 20:00 UTC",))
    refused = line(None, "decisions", state="rejected")
    values = home(EVENTS, (made, refused, line("counts")), DIRECTOR).values
    assert [each["decided"] for each in values["decisions"]] == [[*made.decided]]
    assert len(values["files"]) == 2
