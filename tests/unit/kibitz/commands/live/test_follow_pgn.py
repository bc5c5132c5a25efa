import json
from collections.abc import Callable

import pytest
from typer.testing import CliRunner

from kibitz.cli import app
from kibitz.commands.live import follow_pgn as command
from kibitz.pgn_source.addresses import Source
from kibitz.pgn_source.answers import Refused
from kibitz.pgn_source.follower import Pace
from tests.support.answering import Answers, Intake, answering
from tests.support.pgn_server import game

run = CliRunner().invoke
ADDRESS = "http://127.0.0.1:9/games.pgn"


class Busy(Answers):
    """An intake that has too much to do, or refuses everybody."""

    status = 503

    def do_PUT(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(self.status, {"message": "not now" if self.status == 503 else "no such token"})


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[object]]:
    """Lets the source hand on a file with one of two games finished, then end as it is told."""

    def played(end: BaseException) -> list[object]:
        seen: list[object] = []

        class Source_:
            def __init__(self, source: Source, deliver, tell, pace: Pace) -> None:
                seen.extend((source, pace))
                self.deliver, self.tell = deliver, tell

            async def run(self) -> None:
                self.tell("no games yet")
                seen.append(self.deliver(game("Ann", "1-0") + game("Bea"), 1, 2))
                raise end

        monkeypatch.setattr(command, "Follower", Source_)
        return seen

    return played


def test_results_are_sent_and_each_step_is_a_line(play, intake: str) -> None:
    seen = play(KeyboardInterrupt())
    result = run(app, ["follow-pgn", ADDRESS, "--to", intake, "--event", "open", "--every", "7"])
    assert result.exit_code == 0
    assert seen == [Source(ADDRESS), Pace(every=7), True]
    assert [name for name, _ in Intake.taken] == ["broadcast.pgn"]
    words = [line.split(" ", 1)[1] for line in result.stdout.splitlines()]
    assert words[:2] == [f"following {ADDRESS}", "no games yet"]
    assert "1 of 2 games finished  scored" in words[2]


def test_every_line_is_json_if_that_is_asked_for(play, intake: str) -> None:
    play(KeyboardInterrupt())
    result = run(app, ["follow-pgn", ADDRESS, "--to", intake, "--json"])
    documents = [json.loads(each) for each in result.stdout.replace("\n}\n", "\n}\0").strip("\0").split("\0")]
    assert [document.get("message", document.get("state")) for document in documents] == [
        f"following {ADDRESS}",
        "no games yet",
        "scored",
    ]


@pytest.mark.parametrize("reached", [False, True])
def test_an_intake_that_is_away_or_busy_is_told_and_gets_the_file_later(play, reached: bool) -> None:
    seen = play(KeyboardInterrupt())
    with answering(Busy) as address:
        to = address if reached else "http://127.0.0.1:9"
        result = run(app, ["follow-pgn", ADDRESS, "--to", to])
    assert (result.exit_code, seen[-1]) == (0, False)
    assert ("too much to do" if reached else f"nothing answers at {to}") in result.stdout
    assert "sending again in 15 s" in result.stdout


def test_an_intake_that_refuses_the_file_ends_it(play, monkeypatch: pytest.MonkeyPatch) -> None:
    play(KeyboardInterrupt())
    monkeypatch.setattr(Busy, "status", 401)
    with answering(Busy) as address:
        result = run(app, ["follow-pgn", ADDRESS, "--to", address])
    assert result.exit_code == 2
    assert "no such token" in result.stdout


def test_a_source_without_games_ends_it_with_advice(play, intake: str) -> None:
    play(Refused("there is nothing there", "Check the address."))
    result = run(app, ["follow-pgn", ADDRESS, "--to", intake])
    assert result.exit_code == 2
    assert "there is nothing there" in result.stderr
    assert "Check the address." in result.stderr


def test_what_is_no_address_is_reported() -> None:
    result = run(app, ["follow-pgn", "games.pgn"])
    assert result.exit_code == 2
    assert "http://" in result.stderr
