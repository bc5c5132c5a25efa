import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from contracts.webhooks.targets import Delivery, Target
from kibitz.cli import app
from kibitz.commands import webhook as command
from shared.kept.webhooks import WebhookBucket
from tests.support.memory_bus import commands_on_a_bus

run = CliRunner().invoke

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


@pytest.fixture(autouse=True)
def bucket(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> WebhookBucket:
    """The bucket of a running server."""
    bus = commands_on_a_bus(monkeypatch, command)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "TEST_PATIENCE", 0.1)
    monkeypatch.setattr(command, "LOOK", 0.01)
    return WebhookBucket(bus)


def listed() -> Any:
    return json.loads(run(app, ["webhook", "list", "--json"]).stdout)


def test_a_webhook_is_added_listed_without_its_secret_and_removed() -> None:
    assert "nobody is told" in run(app, ["webhook", "list"]).output
    words = ["--event", "club-*", "--table", "standings", "--table", "seats"]
    added = run(app, ["webhook", "add", "club", "https://club.example/hook?key=hidden", *words])
    assert added.exit_code == 0, added.output
    assert added.stdout.startswith("whsec_")
    text = " ".join(run(app, ["webhook", "list"]).stdout.split())
    for expected in ("club", "https://club", "club-*", "standings", "at 0 of 0"):
        assert expected in text
    assert "hidden" not in text
    (line,) = listed()
    assert (line["events"], line["tables"]) == (["club-*"], ["standings", "seats"])
    assert added.stdout.strip() not in json.dumps(line)
    assert run(app, ["webhook", "remove", "club"]).stdout == "removed club\n"
    assert listed() == []


def test_a_secret_may_be_given_and_is_said_once() -> None:
    added = run(app, ["webhook", "add", "a", "https://a.example/", "--secret", SECRET, "--json"])
    assert json.loads(added.stdout)["secret"] == SECRET
    assert "secret" not in listed()[0]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("add", "a", "ftp://a.example/"), "url"),
        (("add", "A", "https://a.example/"), "name"),
        (("add", "a", "https://a.example/", "--secret", "abc"), "secret"),
        (("add", "a", "https://a.example/", "--event", "Club"), "events"),
        (("add", "a", "https://a.example/", "--table", "cards"), "tables"),
        (("remove", "b"), "no webhook b"),
        (("replay", "b", "--from", "1"), "no webhook b"),
        (("test", "b"), "no webhook b"),
    ],
)
def test_what_cannot_be_is_an_error_that_names_it(words: tuple[str, ...], text: str) -> None:
    done = run(app, ["webhook", *words])
    assert done.exit_code == 2
    assert text in done.output


def test_two_cannot_have_one_name() -> None:
    run(app, ["webhook", "add", "a", "https://a.example/"])
    again = run(app, ["webhook", "add", "a", "https://b.example/"])
    assert again.exit_code == 2
    assert "already" in again.output


def test_a_replay_begins_anew_before_its_sequence(bucket: WebhookBucket) -> None:
    run(app, ["webhook", "add", "a", "https://a.example/"])
    ((target, before),) = asyncio.run(bucket.all())
    asyncio.run(bucket.keep("a", before.settled(9).replace(gone=True), 0))
    assert "gone" in run(app, ["webhook", "list"]).output
    assert "from 4 on" in run(app, ["webhook", "replay", "a", "--from", "4"]).output
    ((again, delivery),) = asyncio.run(bucket.all())
    assert again == target.replace(after=3, turn=target.turn + 1)
    assert (delivery.position, delivery.gone) == (3, False)


def test_failures_are_listed(bucket: WebhookBucket) -> None:
    run(app, ["webhook", "add", "a", "https://a.example/"])
    ((target, delivery),) = asyncio.run(bucket.all())
    failed = delivery.without(5).replace(tries=3, error="503", next_try_at=target.made_at)
    asyncio.run(bucket.keep("a", failed, 0))
    text = " ".join(run(app, ["webhook", "list"]).stdout.split())
    assert "failed (3)" in text
    assert "1 (5)" in text


@pytest.mark.parametrize(("answer", "status"), [("204 No Content", 0), ("404 Not Found", 1), (None, 2)])
def test_a_test_shows_what_was_answered(
    bucket: WebhookBucket, monkeypatch: pytest.MonkeyPatch, answer: str | None, status: int
) -> None:
    run(app, ["webhook", "add", "a", "https://a.example/"])

    async def delivery(_: WebhookBucket, target: Target) -> tuple[Delivery, int]:
        return Delivery(turn=target.turn, tests=target.tests if answer else 0, test_result=answer), 1

    monkeypatch.setattr(WebhookBucket, "delivery", delivery)
    done = run(app, ["webhook", "test", "a"])
    assert done.exit_code == status, done.output
    assert (answer or "does not send it") in done.output
