import asyncio
import json
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from contracts.messages import DeadLetter
from kibitz import console
from kibitz.cli import app
from kibitz.commands import dead as command
from shared.bus.parking import Parked

run = CliRunner().invoke
LETTER = DeadLetter(
    service="scoring",
    consumer="scoring-accepted",
    subject="validation.fragment.accepted.v1.club-night",
    stream="ACCEPTED",
    sequence=12,
    deliveries=5,
    reason="[bold]no[/] such rule",
    error="ValueError",
    died_at=datetime(2031, 10, 3, 20, 0, tzinfo=UTC),
    headers={"Nats-Msg-Id": "x"},
    body="{}",
)


@pytest.fixture
def letters(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """A server whose bus holds these dead letters."""
    held: list[Any] = []

    def with_bus(nats: str | None, data: Path, work: Callable[[Any], Awaitable[Any]]) -> Any:
        return asyncio.run(work(held))  # type: ignore[arg-type]

    async def dead_letters(bus: list[Any], service: str | None) -> Any:
        for letter in bus:
            if service in (None, letter.message.service):
                yield letter

    async def show_dead(bus: list[Any], number: int) -> Any:
        return bus[number]

    async def retry_dead(bus: list[Any], number: int) -> int:
        return number + 100

    monkeypatch.setattr(command, "with_bus", with_bus)
    for function in (dead_letters, show_dead, retry_dead):
        monkeypatch.setattr(command, function.__name__, function)
    return held


class Buckets:
    """A server on which scoring has set one event aside, that another process has if `by` says so."""

    def __init__(self, by: str = "") -> None:
        place = ("VALIDATED", "scoring-fragment-accepted-p03", LETTER.subject, 12, 14, 2, 1_950_000_060.0)
        entry = Parked(*place, by=by, since=1_950_000_000.0, reason="OSError: [b]not now[/b]")
        self.values = {"PARKED_SCORING": (json.dumps(vars(entry)).encode(), 5)}

    async def kv_items(self, bucket: str) -> AsyncGenerator[tuple[str, bytes], None]:
        if bucket in self.values:
            yield "scoring-fragment-accepted.club-night", self.values[bucket][0]

    async def kv_get(self, bucket: str, key: str) -> tuple[bytes, int]:
        return self.values[bucket]

    async def kv_put(self, bucket: str, key: str, value: bytes, *, expect: int, ttl: object = None) -> int:
        assert expect == self.values[bucket][1]
        self.values[bucket] = (value, expect + 1)
        return expect + 1


def due(buckets: Buckets) -> float:
    return float(json.loads(buckets.values["PARKED_SCORING"][0])["due"])


def test_events_that_are_set_aside_are_listed_and_tried_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    buckets = Buckets()
    monkeypatch.setattr(command, "with_bus", lambda _nats, _data, work: asyncio.run(work(buckets)))
    (event,) = json.loads(run(app, ["dead", "parked", "--json"]).stdout)
    assert event == {
        "service": "scoring",
        "event": "club-night",
        "since": "2031-10-17 10:40:00",
        "next": "2031-10-17 10:41:00",
        "tries": 2,
        "message": "VALIDATED 12",
        "reason": "OSError: [b]not now[/b]",
    }
    assert due(buckets) == 1_950_000_060.0
    monkeypatch.setattr(console.out, "_width", 200)
    shown = run(app, ["dead", "parked", "--now"])
    assert "OSError: [b]not now[/b]" in shown.output
    assert due(buckets) <= time.time()
    taken = buckets = Buckets(by="a process")
    run(app, ["dead", "parked", "--now"])
    assert due(taken) == 1_950_000_060.0
    buckets.values.clear()
    assert run(app, ["dead", "parked"]).output == "no event is set aside\n"


def test_no_dead_letters_are_said_to_be_none(letters: list[Any]) -> None:
    result = run(app, ["dead", "list"])
    assert (result.exit_code, result.output) == (0, "no dead letters: every message was processed\n")
    assert json.loads(run(app, ["dead", "list", "--json"]).stdout) == []


def test_dead_letters_are_listed_with_their_reason_and_text_is_no_markup(letters: list[Any]) -> None:
    letters.append(SimpleNamespace(seq=7, message=LETTER))
    shown = run(app, ["dead", "list"], env={"COLUMNS": "200"})
    assert shown.exit_code == 0
    assert "scoring" in shown.output
    (document,) = json.loads(run(app, ["dead", "list", "--json"]).stdout)
    assert (document["number"], document["service"], document["reason"]) == (7, "scoring", LETTER.reason)
    assert "body" not in document
    assert json.loads(run(app, ["dead", "list", "--service", "intake", "--json"]).stdout) == []


def test_one_letter_is_shown_whole(letters: list[Any]) -> None:
    letters.append(SimpleNamespace(seq=7, message=LETTER))
    document = json.loads(run(app, ["dead", "show", "0"]).stdout)
    assert (document["number"], document["body"], document["headers"]) == (7, "{}", {"Nats-Msg-Id": "x"})


def test_letters_are_sent_again_one_after_the_other(letters: list[Any]) -> None:
    result = run(app, ["dead", "retry", "3", "5"])
    assert result.exit_code == 0
    assert "3 sent again as 103" in result.output
    assert "5 sent again as 105" in result.output


def test_long_values_are_cut_to_200_characters(letters: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command.out, "_width", 400)
    letters.append(SimpleNamespace(seq=7, message=LETTER.replace(reason="x" * 201)))
    shown = run(app, ["dead", "list"]).output
    assert f" {'x' * 200}\n" in shown
    lines = [line.split() for line in shown.splitlines()]
    assert lines[0] == ["number", "service", "died", "subject", "reason"]
    assert lines[1][:2] == ["7", "scoring"]
