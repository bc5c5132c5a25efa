import http.server
import json
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from kibitz import console
from kibitz.cli import app
from kibitz.commands.live import watch
from tests.support.answering import answering
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
    assert re.search(r"Mina Hollis & Kaja Brandão +10\.5 +2 +21", shown)


def test_matches_are_those_of_an_event() -> None:
    result = run(app, ["watch", "--matches"])
    assert result.exit_code == 2
    assert "needs an event" in result.output


def test_who_looks_once_does_not_wait_for_what_is_not_there(feed: str) -> None:
    absent = run(app, ["watch", "no-such-event", "--once", "--feed", feed])
    assert absent.exit_code == 2
    assert "there is no event no-such-event" in absent.stderr
    assert "kibitz events list shows the events" in absent.stderr
    alone = run(app, ["watch", "--once", "--json", "--feed", NOBODY])
    assert (alone.exit_code, alone.stdout) == (2, "")
    assert "nothing answers" in alone.stderr
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
