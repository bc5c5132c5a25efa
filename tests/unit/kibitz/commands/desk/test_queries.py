import asyncio
import json
from datetime import UTC, datetime

import pytest
from typer.testing import CliRunner

from contracts.corrections.queries import Query
from kibitz.cli import app
from kibitz.commands.desk import queries as command
from shared.kept.queries import QueryBucket
from tests.support.memory_bus import commands_on_a_bus

run = CliRunner().invoke
QUERY = Query(
    id="0123456789abcdef",
    card="7",
    name="Ann & Bob",
    number="4",
    against="9 Eve",
    text="we made [ten]",
    score="420",
    asked_at=datetime(2031, 10, 3, 22, tzinfo=UTC),
)


@pytest.fixture(autouse=True)
def bucket(monkeypatch: pytest.MonkeyPatch) -> QueryBucket:
    """The bucket of a running server."""
    bus = commands_on_a_bus(monkeypatch, command)
    return QueryBucket(bus)


def test_queries_are_listed_and_answered(bucket: QueryBucket) -> None:
    assert "no query waits" in run(app, ["queries", "list"]).output
    asyncio.run(bucket.ask("monday", QUERY))
    asyncio.run(bucket.ask("tuesday", QUERY.replace(number=None, round=3, against="")))
    shown = run(app, ["queries", "list"], env={"COLUMNS": "200"}).output
    for word in (QUERY.id, "board 4, against 9 Eve", "420 we made [ten]", "round 3"):
        assert word in shown
    answer = ["queries", "answer", "monday", QUERY.id, "stands", "--text", "nine tricks", "--by", "Ada"]
    assert run(app, answer).exit_code == 0
    assert [each["event"] for each in json.loads(run(app, ["queries", "list", "--json"]).stdout)] == ["tuesday"]
    (told,) = json.loads(run(app, ["queries", "list", "monday", "--all", "--json"]).stdout)
    assert (told["answer"]["verdict"], told["answer"]["text"], told["answer"]["by"]) == ("stands", "nine tricks", "Ada")


@pytest.mark.parametrize(
    ("words", "why"), [(["0" * 16, "stands"], "there is no query"), ([QUERY.id, "stands", "--text", "<b>"], "text")]
)
def test_what_cannot_be_answered_is_refused(bucket: QueryBucket, words: list[str], why: str) -> None:
    asyncio.run(bucket.ask("monday", QUERY))
    refused = run(app, ["queries", "answer", "monday", *words])
    assert refused.exit_code == 2
    assert why in refused.output
