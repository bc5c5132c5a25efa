"""Questions to a running server."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from contracts.facts import Sides
from kibitz.scoreboard import (
    digest_of,
    document_of,
    event_named,
    has_arrived,
    line_of,
    own_events,
    recent_files,
    snapshot,
)
from tests.support.answering import Answers, answering

NOBODY = "http://127.0.0.1:9"
KNOWN, MOVED, UNKNOWN = "ab" * 32, "cd" * 32, "ef" * 32
LINES = {
    "a": {"ns": "3", "ew": "5", "ns_team": "X", "ew_team": "Y"},
    "b": {"ns": "1+2", "ew": "3+4"},
    "c": {"ns": "6", "ew": "9", "round": 5, "table": "2", "score": "-50", "part": 1},
    "d": {"ns": "6", "ew": "9", "round": 2, "table": "4", "score": "420"},
    "e": {"ns": "8", "ew": "4", "ns_team": "X", "ew_team": "Y", "teams_of_pairs": True},
}
BOARDS = [
    {"id": "7", "board": "7"},
    {"id": "1-8", "board": "8", "session": "1"},
    {"id": "2-8", "board": "8", "session": "2"},
]
HOMES = {KNOWN: [{"event": "open"}, {"event": "cup"}, {"event": "open"}], MOVED: [{"event": "open", "moved": True}]}


LISTED = ("cup-a", "cup-b", "cup-b-final", "open", "moved-teams")
ANSWERS: dict[str, tuple[int, dict[str, object]]] = {
    "/v1/files/abab": (200, {"file": {"sha256": KNOWN}}),
    "/v1/files/cdcd": (400, {"message": "2 digests begin with cdcd: cdcd1 a.xml; cdcd2 b.xml"}),
    "/v1/files?limit=200": (200, {"files": [{"name": "evening.xml"}]}),
    "/v1/events": (200, {"rows": dict.fromkeys(LISTED)}),
    "/v1/events/cup-b/standings": (200, {"meta": {}}),
    "/v1/events/moved/standings": (200, {"meta": {}}),
}


CLASH = {str(number): {"ns": "6", "ew": "9", "part": number, "table": str(number)} for number in range(21)}
MANY = tuple(f"m-{number:02d}" for number in range(21))


class Server(Answers):
    """An intake and a scoreboard with one event."""

    def do_GET(self) -> None:
        digest = self.path.rpartition("/")[2]
        if self.path.startswith("/v1/events/broken"):
            self.answer(500, {})
        elif digest in HOMES:
            self.answer(200, {"fragments": HOMES[digest]})
        elif self.path.startswith("/v1/events/many"):
            known = {
                "/v1/events/many/standings": {"meta": {"boards": BOARDS[:1]}},
                "/v1/events/many/boards/7": {"rows": CLASH},
            }
            self.answer(200 if self.path in known else 404, known.get(self.path, {}))
        elif self.path in ANSWERS:
            self.answer(*ANSWERS[self.path])
        elif self.path == "/v1/events/open/standings":
            self.answer(200, {"meta": {"boards": BOARDS}})
        elif self.path.startswith("/v1/events/open/boards/"):
            self.answer(200, {"rows": LINES})
        else:
            self.answer(404, {"message": "unknown"})


@pytest.fixture
def server() -> Iterator[str]:
    with answering(Server) as address:
        yield address


def line(
    server: str, ns: str, ew: str, nth: int | None = None, *, board: str = "7", session: str | None = None
) -> dict:
    return line_of(server, "open", board, ns, ew, nth, session, None).named


def test_a_line_is_named_by_its_sides_and_their_teams(server: str) -> None:
    assert line(server, "3", "5")["sides"] == Sides(ns="3", ew="5", ns_team="X", ew_team="Y")
    assert line(server, "1+2", "3+4")["sides"] == Sides(north="1", south="2", east="3", west="4")


def test_a_new_line_is_named_by_its_sides_where_there_is_none(server: str) -> None:
    new = line_of(server, "open", "7", "98", "99", None, None, None, new=True).named
    assert (new["board"], new["sides"], new["part"]) == ("7", Sides(ns="98", ew="99"), 0)
    known = line_of(server, "open", "7", "3", "5", None, None, None, new=True).named
    assert known == line(server, "3", "5")


def test_a_line_comes_as_it_is_published_with_who_is_vulnerable(server: str) -> None:
    found = line_of(server, "open", "7", "6", "9", 2, None, None)
    assert (found.shown["score"], found.vulnerable) == ("-50", None)
    assert line_of(server, "open", "7", "98", "99", None, None, None, new=True).shown == {}


def test_teams_that_the_line_does_not_name_are_no_part_of_its_name(server: str) -> None:
    assert line(server, "8", "4")["sides"] == Sides(ns="8", ew="4")


def test_a_line_of_those_who_met_twice_is_named_by_its_number(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert [line(server, "6", "9", number)["part"] for number in (1, 2)] == [0, 1]
    for number in (None, 3):
        with pytest.raises(typer.Exit):
            line(server, "6", "9", number)
        said = " ".join(capsys.readouterr().err.split())
        assert "met 2 times" in said
        assert "--line 1 (round 2, table 4, score 420); --line 2 (round 5, table 2, score -50)" in said
    with pytest.raises(typer.Exit):
        line(server, "3", "5", 2)
    assert "met once on board 7" in capsys.readouterr().err


def test_who_did_not_meet_is_told_who_did(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit):
        line(server, "3", "9")
    assert "3 against 5" in capsys.readouterr().err


def test_a_board_of_several_sessions_needs_its_session(server: str) -> None:
    with pytest.raises(typer.Exit):
        line(server, "3", "5", board="8")
    assert line(server, "3", "5", board="8", session="2")["board"] == "8"


def test_an_event_that_the_page_does_not_know_has_not_arrived(server: str) -> None:
    assert has_arrived(server, "open", None)
    assert not has_arrived(server, "cup", None)
    assert document_of(server, "cup/standings", None) is None
    for asked in (lambda: has_arrived(server, "broken", None), lambda: snapshot(server, "cup/standings", None)):
        with pytest.raises(typer.Exit):
            asked()


def test_the_events_of_a_file_are_those_of_its_own_rule(server: str) -> None:
    assert own_events(server, KNOWN, None) == ["cup", "open"]
    for digest in (MOVED, UNKNOWN):
        with pytest.raises(typer.Exit):
            own_events(server, digest, None)


def test_a_file_is_named_by_its_path_or_its_digest(tmp_path: Path) -> None:
    letter = tmp_path / "letter.xml"
    letter.write_bytes(b"<x/>")
    assert digest_of(KNOWN, NOBODY, None) == KNOWN
    assert digest_of(str(letter), NOBODY, None) == hashlib.sha256(letter.read_bytes()).hexdigest()
    with pytest.raises(typer.Exit):
        digest_of(str(letter.parent / "none.xml"), NOBODY, None)


def test_the_beginning_of_a_digest_is_completed_by_the_server(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert digest_of("abab", server, None) == KNOWN
    for digits, fault in (("cdcd", "cdcd1 a.xml; cdcd2 b.xml"), ("beef", "has none whose SHA-256 begins so")):
        with pytest.raises(typer.Exit):
            digest_of(digits, server, None)
        assert fault in " ".join(capsys.readouterr().err.split())
    monkeypatch.chdir(tmp_path)
    (tmp_path / "abab").write_bytes(b"<x/>")
    assert digest_of("abab", server, None) == hashlib.sha256(b"<x/>").hexdigest()


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("o", "open"),
        ("cup-b", "cup-b"),
        ("cup-b-", "cup-b-final"),
        ("moved", "moved"),
        ("moved-", "moved-teams"),
        ("tomorrow", "tomorrow"),
    ],
)
def test_an_event_is_named_by_the_beginning_of_its_name(server: str, given: str, meant: str) -> None:
    assert event_named(server, given, None) == meant


def test_a_beginning_of_several_names_is_refused_with_all_of_them(
    server: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(typer.Exit):
        event_named(server, "cup", None)
    said = " ".join(capsys.readouterr().err.split())
    assert "3 events begin with cup: cup-a, cup-b, cup-b-final" in said
    assert event_named(server, "cup", None, besides=("cup-a", "cup-b")) == "cup-b-final"
    assert event_named(server, "cup", None, besides=("cup-a", "cup-b", "cup-b-final")) == "cup"


def test_a_server_that_does_not_answer_knows_no_events_and_no_files(server: str) -> None:
    assert event_named(NOBODY, "op", None) == "op"
    assert recent_files(NOBODY, None) == []
    assert recent_files(server, None) == [{"name": "evening.xml"}]


def test_a_server_that_does_not_answer_ends_the_command() -> None:
    for asked in (lambda: snapshot(NOBODY, "open", None), lambda: own_events(NOBODY, KNOWN, None)):
        with pytest.raises(typer.Exit):
            asked()


@pytest.mark.parametrize(("board", "fault"), [("8", "was played in several sessions"), ("9", "is not in the event")])
def test_a_board_that_is_not_one_alone_is_refused_with_the_reason(
    server: str, capsys: pytest.CaptureFixture[str], board: str, fault: str
) -> None:
    with pytest.raises(typer.Exit):
        line_of(server, "open", board, "3", "5", None, None, None)
    assert f"board {board} {fault}" in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    ("path", "fault"), [("cup/standings", "there is no event cup"), ("open/seats", "open has no seats")]
)
def test_what_the_scoreboard_lacks_is_named(
    server: str, capsys: pytest.CaptureFixture[str], path: str, fault: str
) -> None:
    with pytest.raises(typer.Exit):
        snapshot(server, path, None)
    assert fault in " ".join(capsys.readouterr().err.split())


def test_of_many_lines_twenty_are_named(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit):
        line_of(server, "many", "7", "6", "9", None, None, None)
    choices = "; ".join(f"--line {number} (table {number - 1})" for number in range(1, 21))
    assert " ".join(capsys.readouterr().err.split()).endswith(
        f"6 and 9 met 21 times on board 7 Choose one of them: {choices}"
    )
    with pytest.raises(typer.Exit):
        line_of(server, "many", "7", "1", "2", None, None, None)
    assert " ".join(capsys.readouterr().err.split()).endswith(f"These met: {', '.join(['6 against 9'] * 20)}")
    assert line_of(server, "many", "7", "6", "9", 21, None, None).named["part"] == 20
    with pytest.raises(typer.Exit):
        line_of(server, "many", "7", "6", "9", 22, None, None)


@pytest.mark.parametrize(("count", "text"), [(20, "m-19 Give"), (21, "m-19 and 1 more Give")])
def test_of_many_events_twenty_are_named(
    server: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], count: int, text: str
) -> None:
    monkeypatch.setitem(ANSWERS, "/v1/events", (200, {"rows": dict.fromkeys(MANY[:count])}))
    with pytest.raises(typer.Exit):
        event_named(server, "m", None)
    said = " ".join(capsys.readouterr().err.split())
    assert f"{count} events begin with m: m-00, m-01," in said
    assert text in said


def test_a_file_that_the_server_does_not_have_is_named_by_twelve_digits(
    server: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(typer.Exit):
        own_events(server, UNKNOWN, None)
    assert "the server has no file efefefefefef\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("file", "fault"),
    [
        ("none.xml", "none.xml: No such file or directory"),
        ("abc", "abc: No such file or directory"),
        ("a" * 65, f"{'a' * 65}: No such file or directory"),
        ("beef", "there is no file beef here, and the server has none whose SHA-256 begins so"),
    ],
)
def test_only_four_digits_or_more_are_asked_of_the_server(
    server: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    file: str,
    fault: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(typer.Exit):
        digest_of(file, server, None)
    assert fault in capsys.readouterr().err.replace("\n", " ")
