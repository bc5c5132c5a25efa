"""On a server with users and TLS, the operator forgets, and nobody else gets to begin."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from contracts import subjects
from contracts.base import FileRef
from contracts.corrections.queries import Query
from contracts.messages import FileReceived
from deploy.nats.render import OPERATOR, READER
from kibitz.belongings.belonging import holdings
from kibitz.cli import app
from kibitz.commands import forget as commands
from shared.kept.queries import QueryBucket
from tests.support.secure_server import SecureServer, make_certificates, secure_server

pytestmark = pytest.mark.connected

NOW = datetime(2031, 10, 3, 20, tzinfo=UTC)
FILE = FileRef(sha256=sha256(b"1").hexdigest(), name="a.pbn", size=1, format="pbn", event="club")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[SecureServer]:
    for name in ("nats", "originals"):
        (tmp_path / name).mkdir()
    with secure_server(tmp_path / "nats", make_certificates(tmp_path / "tls")) as server:
        asyncio.run(server.provision())
        yield server


def forget(server: SecureServer, folder: Path, user: str | None, *words: str, password: str | None = None) -> Result:
    settings = server.settings(user or OPERATOR)
    assert settings.password is not None
    environment = {"KIBITZ_NATS_CA": str(settings.ca), "KIBITZ_NATS_URL": settings.url}
    if user is not None:
        environment["KIBITZ_NATS_USER"] = user
        environment["KIBITZ_NATS_PASSWORD"] = password or settings.password.get_secret_value()
    return CliRunner().invoke(app, ["forget", *words, "--data", str(folder), "--yes"], env=environment)


def test_the_operator_alone_forgets(server: SecureServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "AT_REST", 0.1)

    async def fill() -> None:
        async with server.operator() as bus:
            await bus.publish(subjects.file_received("pbn", FILE.sha256), FileReceived(file=FILE, content=b""))
            query = Query(id="ab" * 8, card="1", name="Ada Lind", text="wrong", asked_at=NOW)
            await QueryBucket(bus).ask("league", query)

    async def kept() -> tuple[set[str], list[str]]:
        async with server.operator() as bus:
            queries = await QueryBucket(bus).of_event("league")
            return {*await holdings(bus)}, [query.name for query in queries.queries]

    asyncio.run(fill())
    for user, password, words in (
        (READER, None, "KIBITZ_NATS_USER is reader"),
        ("intake", None, "KIBITZ_NATS_USER is intake"),
        (None, None, "Authorization Violation"),
        (OPERATOR, "x", "Authorization Violation"),
    ):
        refused = forget(server, tmp_path, user, "event", "club", password=password)
        assert (refused.exit_code, words in refused.output, "operator" in refused.output) == (2, True, True), refused
    assert asyncio.run(kept()) == ({FILE.sha256}, ["Ada Lind"])

    for given in (("event", "club"), ("person", "Ada Lind")):
        done = forget(server, tmp_path, OPERATOR, *given)
        assert (done.exit_code, "forgotten" in done.output) == (0, True), done.output
    held, names = asyncio.run(kept())
    assert (held, [len(name) for name in names], "Ada Lind" in names) == (set(), [8], False)
