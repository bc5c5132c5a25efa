"""Standings of a running server, now and before: what the command answers is what the scoring service published."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from contracts import subjects
from contracts.facts import AsOf
from contracts.messages import FragmentAccepted, StandingsPublished
from contracts.standings_changes.tables import standings_digest
from kibitz.cli import app
from kibitz.commands.live import standings as command
from kibitz.file_reading import read_bytes
from kibitz.replay.cut import cut
from kibitz.replay.made_up import Size, made_up_file
from services.scoring.handlers import Deps, Events, build_router
from tests.support.fragments import fragment, pair, result
from tests.support.handlers import handlers
from tests.support.memory_bus import MemoryBus

run = CliRunner().invoke
EVENING = datetime(2031, 10, 3, 19, 0, tzinfo=UTC)
EVENT = "lanternlight"


def minute(number: int) -> datetime:
    return EVENING + timedelta(minutes=number)


async def play(bus: MemoryBus) -> None:
    """An evening of four rounds: a file after each, a minute apart, scored by the service as they come."""
    finished = made_up_file(Size(5, 4, 2), AsOf(at=minute(60), source="stated"))
    handle = handlers(build_router, Deps(bus, Events(bus, 64)))["validation.fragment.accepted.v1"]  # type: ignore[arg-type]
    for number, part in enumerate(cut(finished, "evening.xml", EVENING), start=1):
        (parsed,) = read_bytes(part.data, part.name, Path(part.name), part.written_at or minute(60)).fragments
        accepted = FragmentAccepted(fragment=parsed.fragment.replace(event=EVENT))
        subject = subjects.fragment_accepted(EVENT)
        stored = await bus.publish(subject, accepted)
        bus.times[stored.seq] = minute(number)
        await handle(accepted, stored.seq)


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> MemoryBus:
    held = MemoryBus()

    def with_bus(nats: str | None, data: Path, work: Callable[[Any], Awaitable[Any]], *, patience: float) -> Any:
        return asyncio.run(work(held))  # type: ignore[arg-type]

    monkeypatch.setattr(command, "with_bus", with_bus)
    return held


@pytest.fixture
def played(bus: MemoryBus) -> list[StandingsPublished]:
    """What the service published, one message a file."""
    asyncio.run(play(bus))
    said = bus.said(subjects.standings_published(EVENT))
    return [one for one in said if isinstance(one, StandingsPublished)]


def asked(*words: str) -> dict[str, Any]:
    outcome = run(app, ["standings", EVENT, "--json", *words])
    assert outcome.exit_code == 0, outcome.output
    document: dict[str, Any] = json.loads(outcome.stdout)
    return document


def refused(*words: str) -> str:
    outcome = run(app, ["standings", *words])
    assert outcome.exit_code == 2
    return " ".join(outcome.stderr.split())


def test_now_is_what_was_published_last(played: list[StandingsPublished]) -> None:
    answer = asked()
    assert answer["digest"] == played[-1].digest
    assert (answer["accepted"], answer["accepted_today"]) == (4, 4)


def test_as_of_every_file_is_what_was_published_after_it_byte_for_byte(played: list[StandingsPublished]) -> None:
    assert len({one.digest for one in played}) == 4
    for number, published in enumerate(played, start=1):
        answer = asked("--as-of", minute(number).isoformat())
        assert answer["digest"] == published.digest == standings_digest(published.standings)
        assert answer["standings"] == published.standings.model_dump(mode="json", exclude_none=True)
        assert answer["accepted"] == number
    between = (minute(2) + timedelta(seconds=59)).isoformat()
    assert asked("--as-of", between)["digest"] == played[1].digest


def test_after_a_round_has_the_scores_of_that_round(played: list[StandingsPublished]) -> None:
    for number in (1, 2, 3):
        answer = asked("--after-round", str(number))["standings"]
        then = played[number - 1].standings.model_dump(mode="json", exclude_none=True)
        for rows in (ranking["rows"] for one in (answer, then) for ranking in one["rankings"]):
            for name in ("stated_place", "stated_total", "stated_percentage", "agrees"):
                rows.pop(name, None)
        assert answer["rankings"] == then["rankings"]
        assert answer["progress"]["text"] == f"after round {number}"


def test_both_ask_what_was_known_then_of_the_rounds_before(played: list[StandingsPublished]) -> None:
    answer = asked("--as-of", minute(3).isoformat(), "--after-round", "1")
    assert (answer["accepted"], answer["standings"]["progress"]["text"]) == (3, "after round 1")
    assert "round 3 has not been played" in refused(EVENT, "--as-of", minute(2).isoformat(), "--after-round", "3")


def test_people_see_how_many_files_it_rests_on(played: list[StandingsPublished]) -> None:
    outcome = run(app, ["standings", EVENT, "--as-of", minute(2).isoformat()])
    assert outcome.exit_code == 0
    assert "2 of 4 accepted files" in outcome.stdout
    assert "after round 2" in outcome.stdout


def test_an_event_that_nobody_knows_and_a_name_that_is_none(bus: MemoryBus) -> None:
    assert "no file of nobodys-pairs has been accepted" in refused("nobodys-pairs")
    assert "is not the identity of an event" in refused("validation.>")
    assert "is not the identity of an event" in refused("Été")


def test_a_time_before_the_first_file_says_when_that_was(played: list[StandingsPublished]) -> None:
    said = refused(EVENT, "--as-of", minute(0).isoformat())
    assert "had been accepted" in said
    assert f"{minute(1).astimezone():%Y-%m-%d %H:%M:%S%z}" in said


@pytest.mark.parametrize("text", ["yesterday", "25:00", "2031-13-01", "0001-01-01T00:00:00+14:00"])
def test_what_is_no_time_is_refused(bus: MemoryBus, text: str) -> None:
    assert "is not a time" in refused(EVENT, "--as-of", text)


def test_a_time_without_a_day_is_of_today_and_without_an_offset_of_this_machine() -> None:
    today = datetime.now().astimezone().date()
    assert command._moment("21:40").astimezone() == datetime(today.year, today.month, today.day, 21, 40).astimezone()
    in_the_east = datetime(today.year, today.month, today.day, 21, 40, tzinfo=timezone(timedelta(hours=-5)))
    assert command._moment("21:40-05:00") == in_the_east
    assert command._moment("2031-10-03 21:40:05") == datetime(2031, 10, 3, 21, 40, 5).astimezone()
    assert command._moment("2031-10-03T21:40:05Z") == datetime(2031, 10, 3, 21, 40, 5, tzinfo=UTC)


def test_a_round_that_was_not_played_is_refused_with_those_that_were(played: list[StandingsPublished]) -> None:
    assert "Results are in of rounds 1, 2, 3, 4" in refused(EVENT, "--after-round", "5")
    assert "nothing was played in a session 2" in refused(EVENT, "--after-round", "1", "--session", "2")


def test_an_event_without_rounds_has_no_standings_after_one(bus: MemoryBus) -> None:
    one = fragment("a", event=EVENT, results=[result("1", "1", "2", 50)], participants=(pair("1"), pair("2")))
    asyncio.run(bus.publish(subjects.fragment_accepted(EVENT), FragmentAccepted(fragment=one)))  # type: ignore[arg-type]
    assert "do not say which round" in refused(EVENT, "--after-round", "1")


def test_score_goes_back_to_a_round_without_a_server(tmp_path: Path) -> None:
    path = tmp_path / "evening.xml"
    path.write_bytes(made_up_file(Size(5, 4, 2), AsOf(at=EVENING, source="stated")))
    outcome = run(app, ["score", str(path), "--after-round", "2", "--json"])
    assert outcome.exit_code == 0
    (standings,) = json.loads(outcome.stdout)
    assert (standings["progress"]["text"], standings["status"]) == ("after round 2", "live")
    assert set(standings["rankings"][0]["rows"]["boards"]) == {4}
    outcome = run(app, ["score", str(path), "--after-round", "9"])
    assert outcome.exit_code == 2
    assert "round 9 has not been played" in " ".join(outcome.stderr.split())


def test_a_session_needs_its_round() -> None:
    result = run(app, ["standings", EVENT, "--session", "2"])
    assert result.exit_code == 2
    assert "--session needs --after-round" in result.stderr
