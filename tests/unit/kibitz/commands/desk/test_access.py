import asyncio
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz.cli import app
from kibitz.commands.desk import access as command
from shared.kept.grants import GrantBucket
from tests.support.memory_bus import commands_on_a_bus

run = CliRunner().invoke


@pytest.fixture(autouse=True)
def bucket(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> GrantBucket:
    """The bucket of a running server."""
    bus = commands_on_a_bus(monkeypatch, command)
    monkeypatch.chdir(tmp_path)
    return GrantBucket(bus)


def test_nobody_has_access_at_first() -> None:
    assert "nobody has access" in run(app, ["access", "list"]).output
    assert json.loads(run(app, ["access", "list", "--json"]).stdout) == []


def test_a_link_is_granted_listed_and_revoked() -> None:
    granted = run(app, ["access", "grant", "Ada", "--event", "monday", "--page", "http://192.0.2.1:8080/"])
    assert granted.exit_code == 0, granted.output
    assert granted.stdout.startswith("http://192.0.2.1:8080/desk/enter?token=")
    identity = granted.stdout.partition("token=")[2].partition(".")[0]
    listed = run(app, ["access", "list"]).stdout
    for text in (identity, "Ada", "scorer", "monday", "link unused"):
        assert text in " ".join(listed.split())
    assert run(app, ["access", "revoke", identity]).stdout == f"revoked {identity}\n"
    (line,) = json.loads(run(app, ["access", "list", "--json"]).stdout)
    assert (line["state"], line["made_by"]) == ("revoked", "command line")
    assert not {"token", "session"} & line.keys()


def test_a_token_for_a_program_opens_the_desk(bucket: GrantBucket) -> None:
    granted = json.loads(run(app, ["access", "grant", "program", "--role", "screen", "--token", "--json"]).stdout)
    assert (granted["role"], granted["state"]) == ("screen", "token")
    from_token = asyncio.run(bucket.of_token(granted["token"], command.datetime.now(command.UTC)))
    assert from_token is not None
    assert from_token.id == granted["id"]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("grant", "desk"), "name"),
        (("grant", "Ada", "--event", "No Such"), "events"),
        (("grant", "Ada", "--hours", "99999"), "400 days"),
        (("grant", "Ada", "--role", "owner"), "owner"),
        (("revoke", "*"), "no access *"),
    ],
)
def test_what_cannot_be_is_misuse(words: tuple[str, ...], text: str) -> None:
    result = run(app, ["access", *words])
    assert result.exit_code == 2
    assert text in result.stderr
