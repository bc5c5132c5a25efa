import http.server
import io
import json
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner

from contracts.feed import EVENTS_CHANNEL
from kibitz import console
from kibitz.cli import app
from kibitz.commands.live import watch
from kibitz_client import Feed, FeedEnded, NoSuchChannel, NotReached, Table, Update
from tests.support.answering import answering
from tests.support.golden import compare
from tests.support.made_up_kinds import butler_pairs, swiss_teams
from tests.support.scoreboard_stage import BroadcastStage

run = CliRunner().invoke
NOBODY = "http://127.0.0.1:9"


class ClosedFeed(http.server.BaseHTTPRequestHandler):
    """Lets in who has the token of a reader, as far as saying that this is no WebSocket."""

    protocol_version = "HTTP/1.1"
    asked: list[str | None] = []

    def do_GET(self) -> None:
        self.asked.append(self.headers["Authorization"])
        self.send_error(401 if self.headers["Authorization"] != "Bearer of-a-reader" else 404)

    def log_message(self, *_: object) -> None:
        """Nothing."""


def test_a_feed_that_refuses_the_reader_ends_the_watching_with_a_reason(tmp_path: Path) -> None:
    with answering(ClosedFeed) as address:
        refused = run(app, ["watch", "--once", "--data", str(tmp_path), "--feed", address])
        run(app, ["watch", "--once", "--data", str(tmp_path), "--feed", address, "--token", "of-a-reader"])
    assert refused.exit_code == 2
    assert "401" in refused.stderr
    assert "KIBITZ_TOKEN" in refused.stderr
    assert ClosedFeed.asked == [None, "Bearer of-a-reader"]


@pytest.fixture
def feed() -> Iterator[str]:
    stage = BroadcastStage()
    stage.publish(swiss_teams(2, running=4).standings)
    stage.publish(butler_pairs(handicaps=True).standings)
    yield stage.url
    stage.stop()


def test_the_matches_of_an_event_can_be_watched(feed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console.out, "_width", 140)
    command = ["watch", "county-swiss-teams", "--matches", "--once", "--feed", feed]
    shown = run(app, command).output.splitlines()
    running = next(line for line in shown if "Tide" in line and "The Very Long" in line and "4/6" in line)
    assert running.split()[:2] == ["2", "3"]
    assert any("bye" in line and "Harbour Masters" in line for line in shown)
    document = json.loads(run(app, [*command, "--json"]).output)
    assert (document["channel"], len(document["rows"])) == ("evt.county-swiss-teams.matches", 8)


def test_watched_standings_show_what_decides_the_place(feed: str) -> None:
    shown = run(app, ["watch", "butler-evening", "--once", "--feed", feed]).output
    # IMPs with a handicap: 2 were scored, 10.5 decide, and neither is a percentage.
    assert re.search(r"final +%  score  boards", shown)
    assert re.search(r"4 +3 +Mina Hollis & Kaja Brandão +10\.5 +2 +21\n", shown)


def test_matches_are_those_of_an_event() -> None:
    result = run(app, ["watch", "--matches"])
    assert result.exit_code == 2
    assert "needs an event" in result.output


def test_who_looks_once_does_not_wait_for_what_is_not_there(feed: str) -> None:
    absent = run(app, ["watch", "no-such-event", "--once", "--feed", feed])
    assert absent.exit_code == 2
    assert "there is no event no-such-event" in absent.stderr
    assert "kibitz events list shows the events" in absent.stderr


@pytest.mark.parametrize("words", [["--once", "--json"], [], ["club-night"]])
def test_nobody_waits_for_a_server_that_is_not_there(words: list[str]) -> None:
    alone = run(app, ["watch", *words, "--feed", NOBODY])
    assert (alone.exit_code, alone.stdout) == (2, "")
    assert "nobody answers" in alone.stderr
    assert "kibitz up" in alone.stderr


def test_the_list_of_events_is_whole_on_a_narrow_screen(feed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console.out, "_width", 40)
    shown = run(app, ["watch", "--once", "--feed", feed]).output
    assert "…" not in shown
    assert "  county-swiss-teams\n" in shown
    assert shown.endswith("\n")


class TwoUpdates:
    """A feed of one channel that tells two states of it."""

    def __init__(self, address: str, token: str | None) -> None:
        self.waits: list[bool] = []

    async def __aenter__(self) -> "TwoUpdates":
        return self

    async def __aexit__(self, *_: object) -> None:
        """Nothing to end."""

    async def follow(self, channel: str, *, wait: bool) -> AsyncIterator[SimpleNamespace]:
        for seq in (4, 5):
            table = SimpleNamespace(rows={"1": {"total": str(seq)}}, meta={"wait": wait})
            yield SimpleNamespace(seq=seq, table=table, connected=True, stale=False)


@pytest.mark.parametrize(("words", "states"), [((), [4, 5]), (("--once",), [4])])
def test_each_state_is_a_document_of_json_until_the_end_or_once(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], states: list[int]
) -> None:
    monkeypatch.setattr(watch, "Feed", TwoUpdates)
    shown = run(app, ["watch", "club-night", "--json", "--feed", NOBODY, *words]).stdout
    assert json.loads(f"[{shown.replace('}' + chr(10) + '{', '},{')}]") == [
        {
            "channel": "evt.club-night.standings",
            "seq": seq,
            "meta": {"wait": not words},
            "rows": {"1": {"total": str(seq)}},
        }
        for seq in states
    ]


def updated(channel: str, rows: dict[str, dict[str, Any]], **fields: Any) -> Update:
    """An update of a table in which every row has all columns."""
    columns = tuple(dict.fromkeys(name for row in rows.values() for name in row))
    values = {
        "meta": {},
        "changed": frozenset(),
        "removed": frozenset(),
        "meta_changed": False,
        "reason": None,
        "connected": True,
        "stale": False,
        "epoch": "E1",
        "seq": 1,
        "at": None,
        "source_age": None,
        **fields,
    }
    return Update(channel=channel, table=Table(columns, rows, values.pop("meta")), **values)


EVENTS = {
    "open": {
        "name": "[Open]",
        "date": "2031-05-04",
        "status": "live",
        "progress": "round 3",
        "leader": "Ada",
        "updated": "2",
    },
    "cup": {"name": None, "date": "2031-05-05", "updated": "3"},
    "old": {"name": "Old", "updated": None},
}
STANDINGS = {
    "b": {"ranking": "EW", "rank": None, "place": None, "number": "2", "name": "[Bo]", "total": None, "boards": 0},
    "d": {"ranking": "EW", "rank": 2, "place": "2", "number": "4", "name": "Dara", "percentage": "40", "final": "41"},
    "a": {"ranking": "EW", "rank": 1, "place": "1", "number": "1", "name": "Ada", "percentage": "60", "total": "9"},
    "c": {"ranking": "NS", "rank": 1, "place": "1", "number": "3", "name": "Cleo", "percentage": "55", "boards": 2},
}
MATCHES = {
    "x": {"round": 2, "table": "1", "home": "1", "away": "2", "unit": "vps", "boards": 1},
    "y": {"round": 1, "table": "2", "home": "3", "away": "4", "unit": "vps", "boards": 2},
    "z": {"round": 1, "table": "1", "home": "5", "away": None, "unit": "vps", "boards": 0},
}


@pytest.mark.parametrize("top", [2, 9])
def test_what_is_watched_is_shown_as_the_golden_file_has_it(top: int) -> None:
    progress = {"meta": {"title": "[Title]", "progress": {"text": "after round 3"}}}
    screens = (
        (EVENTS_CHANNEL, EVENTS, {"meta": {"title": "Events", "progress": "none"}}),
        ("evt.open.standings", STANDINGS, progress),
        ("evt.open.standings", STANDINGS, {"connected": False, "stale": True, "changed": frozenset({"a"})}),
        ("evt.open.matches", MATCHES, {**progress, "stale": True}),
    )
    shown = Console(width=100, file=io.StringIO(), force_terminal=True, color_system="standard", _environ={})
    for channel, rows, fields in screens:
        shown.print(watch._screen(updated(channel, rows, **fields), channel, top))
    text = str(shown.file.getvalue()).replace("\x1b", "^")  # type: ignore[attr-defined]
    compare(f"commands/watch-{top}-rows", "".join(f"{line.rstrip()}\n" for line in text.splitlines()))


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (NotReached("ws://x", "[why]"), "nobody answers at ws://x: [why]"),
        (NoSuchChannel(4404, "evt.open.matches", ("open",)), "event open has no matches"),
        (NoSuchChannel(4404, "evt.opn.standings", ("open",)), "there is no event opn; did you mean open?"),
        (FeedEnded(4401, "[why]"), "the feed has ended: [why] (4401)"),
    ],
)
def test_the_end_of_a_feed_is_reported_with_its_reason(
    capsys: pytest.CaptureFixture[str], error: FeedEnded | NotReached, message: str
) -> None:
    console.set_error_style(as_json=False)
    with pytest.raises(typer.Exit) as ended:
        watch._ended(error)
    assert ended.value.exit_code == 2
    assert capsys.readouterr().err.splitlines()[0].rstrip() == f"✗ {message}"


def test_what_changes_is_drawn_until_the_feed_ends_or_the_reader_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stopped(TwoUpdates):
        async def follow(self, channel: str, *, wait: bool) -> AsyncIterator[Update]:  # type: ignore[override]
            yield updated(channel, STANDINGS, meta={"title": "One"})
            yield updated(channel, STANDINGS, meta={"title": "Two"})
            raise KeyboardInterrupt

    monkeypatch.setattr(watch, "Feed", Stopped)
    result = run(app, ["watch", "club-night", "--feed", NOBODY])
    assert result.exit_code == 0
    assert "Two  [live]" in result.stdout


def test_an_event_that_is_not_there_is_waited_for_and_one_that_may_be_meant_is_named(
    feed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Waiting(Feed):
        def follow(self, channel: str, **options: Any) -> AsyncIterator[Update]:  # type: ignore[override]
            if channel != EVENTS_CHANNEL:
                raise KeyboardInterrupt
            return super().follow(channel, **options)

    monkeypatch.setattr(watch, "Feed", Waiting)
    mistyped = run(app, ["watch", "butler-evenig", "--feed", feed])
    assert "there is no event butler-evenig; did you mean butler-evening?" in mistyped.stderr
    assert "It is waited for." in mistyped.stderr
    assert run(app, ["watch", "butler-evening", "--feed", feed]).stderr == ""
