import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from contracts.messages import DeadLetter
from kibitz.cli import app
from kibitz.commands import dead as command

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
