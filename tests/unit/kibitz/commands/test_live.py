import http.server
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from contracts.codes.intake import NOT_PROCESSED
from kibitz import console
from kibitz.cli import app
from kibitz.commands import live
from kibitz.commands.live import feed_address, intake_address, wait_for
from kibitz.runner.layout import Layout
from kibitz.sending import Answer
from tests.support.answering import Intake, answering
from tests.support.made_up_kinds import butler_pairs, swiss_teams
from tests.support.scoreboard_stage import BroadcastStage
from tests.support.time_limits import scaled

run = CliRunner().invoke
NOBODY = "http://127.0.0.1:9"


def test_the_house_that_runs_here_is_spoken_to_unless_another_is_named(tmp_path: Path) -> None:
    assert intake_address(None, tmp_path) == "http://127.0.0.1:8081"
    assert feed_address(None, tmp_path) == "ws://127.0.0.1:8080/v1/feed"
    Layout(tmp_path).write_state({"intake": "http://127.0.0.1:9001", "feed": "ws://127.0.0.1:9000/v1/feed"})
    assert intake_address(None, tmp_path) == "http://127.0.0.1:9001"
    assert feed_address(None, tmp_path) == "ws://127.0.0.1:9000/v1/feed"
    assert intake_address("http://elsewhere", tmp_path) == "http://elsewhere"
    assert feed_address("ws://elsewhere", tmp_path) == "ws://elsewhere"


class Answers:
    """Says one thing after the other, and the last one for ever; counts how often it was asked."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.asked = 0

    def __call__(self) -> Answer:
        self.asked += 1
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


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


def state(name: str, status: int = 200) -> Answer:
    return Answer(status, {"state": name})


RECEIVED = state("received", 201)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live.time, "sleep", lambda _: None)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("end", ["scored", "rejected"])
def test_waiting_ends_when_the_file_is_scored_or_rejected(end: str) -> None:
    ask = Answers(state("parsed"), state("accepted"), state(end), state("never asked"))
    assert wait_for(ask, RECEIVED, 60) == state(end)
    assert ask.asked == 3


def test_waiting_ends_when_a_service_has_given_the_file_up() -> None:
    fault = NOT_PROCESSED.finding("scoring could not process it").model_dump(mode="json")
    end = Answer(200, {"state": "parsed", "findings": [fault]})
    ask = Answers(state("parsed"), end, state("never asked"))
    assert wait_for(ask, RECEIVED, 60) == end
    assert ask.asked == 2


@pytest.mark.usefixtures("hurried")
def test_an_intake_that_does_not_know_the_file_yet_is_asked_again() -> None:
    ask = Answers(state("?", 404), state("?", 503), state("scored"))
    assert wait_for(ask, RECEIVED, 60) == state("scored")


def test_when_the_time_is_up_the_last_good_answer_stands() -> None:
    ask = Answers(state("parsed"), state("?", 503))
    started = time.monotonic()
    assert wait_for(ask, RECEIVED, 0.25) == state("parsed")
    assert 0.2 < time.monotonic() - started < scaled(5)
    assert wait_for(Answers(state("?", 404)), RECEIVED, 0.05) == RECEIVED


def test_without_patience_nobody_is_asked() -> None:
    ask = Answers(state("scored"))
    assert wait_for(ask, RECEIVED, 0) == RECEIVED
    assert ask.asked == 0


def test_a_file_that_is_sent_is_followed_to_its_end(intake: str, letter: Path) -> None:
    result = run(app, ["send", str(letter), "--to", intake])
    assert result.exit_code == 0, result.output
    assert "scored" in result.output
    assert Intake.taken == [("letter.xml", b"<x/>")]


def test_without_waiting_it_is_enough_that_the_file_is_in(intake: str, letter: Path) -> None:
    result = run(app, ["send", str(letter), "--to", intake, "--wait", "0"])
    assert result.exit_code == 0
    assert "received" in result.output


def test_a_rejected_file_is_exit_code_two_with_the_reason(
    intake: str, letter: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Intake, "state", "rejected")
    result = run(app, ["send", str(letter), "--to", intake])
    assert result.exit_code == 2
    assert "no event" in result.output


def test_a_file_that_a_service_has_given_up_is_no_good_one(
    intake: str, letter: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Intake, "state", "parsed")
    fault = NOT_PROCESSED.finding("scoring could not process it").model_dump(mode="json")
    monkeypatch.setattr(Intake, "findings", [fault])
    result = run(app, ["send", str(letter), "--to", intake])
    assert result.exit_code == 2
    assert "scoring could not process it" in result.output
    assert "kibitz dead list" in result.output


def test_of_several_files_the_worst_decides_and_all_are_sent(intake: str, letter: Path) -> None:
    bad = letter.with_name("bad.xml")
    bad.write_bytes(b"?")
    result = run(app, ["send", str(bad), str(letter), "--to", intake, "--wait", "0"])
    assert result.exit_code == 2
    assert "Send results." in result.output
    assert [name for name, _ in Intake.taken] == ["letter.xml"]


def test_what_became_of_a_file_is_one_json_document(intake: str, letter: Path) -> None:
    result = run(app, ["send", str(letter), "--to", intake, "--json"])
    document = json.loads(result.stdout)
    assert (document["file"], document["state"], document["status"]) == (str(letter), "scored", 200)


def test_a_missing_file_and_a_missing_intake_are_exit_code_two(letter: Path, tmp_path: Path) -> None:
    missing = run(app, ["send", str(tmp_path / "none.xml"), "--to", NOBODY])
    assert missing.exit_code == 2
    assert "No such file" in missing.stderr
    alone = run(app, ["send", str(letter), "--to", NOBODY])
    assert alone.exit_code == 2
    assert "kibitz up" in alone.stderr


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
    assert "there is no evt.no-such-event.standings" in absent.stderr
    assert "kibitz watch lists the events" in absent.stderr
    alone = run(app, ["watch", "--once", "--json", "--feed", NOBODY])
    assert (alone.exit_code, alone.stdout) == (2, "")
    assert "nobody answers" in alone.stderr
    assert "kibitz up" in alone.stderr


def test_the_list_of_events_is_whole_on_a_narrow_screen(feed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console.out, "_width", 40)
    shown = run(app, ["watch", "--once", "--feed", feed]).output
    assert "…" not in shown
    assert "  county-swiss-teams\n" in shown
    assert shown.endswith("\n")
