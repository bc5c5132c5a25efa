import asyncio
import json
import socket
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from contracts.messages import DeadLetter
from kibitz.cli import app
from kibitz.commands import operations
from kibitz.runner.layout import Layout
from tests.support.answering import Answers, answering

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


class Probe(Answers):
    def do_GET(self) -> None:
        self.answer(200 if self.path == "/healthz" else 503, b"the bus is away")


@pytest.fixture
def page() -> Iterator[str]:
    with answering(Probe) as address:
        yield address


@pytest.fixture
def closed() -> str:
    """Host and port where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"


def doctor(folder: Path, *more: str) -> tuple[int, dict[str, dict[str, str]]]:
    result = run(app, ["doctor", "--data", str(folder), "--json", *more])
    return result.exit_code, {check["what"]: check for check in json.loads(result.stdout)}


def test_the_doctor_looks_at_the_disk_that_a_folder_would_be_made_on(tmp_path: Path) -> None:
    _, checks = doctor(tmp_path / "none" / "of" / "them")
    assert checks["disk"]["found"].endswith(str(tmp_path))


def test_the_doctor_of_a_house_that_does_not_run_says_what_is_installed_and_how_to_start(tmp_path: Path) -> None:
    _, checks = doctor(tmp_path / "none yet")
    assert checks["Python"]["state"] == "good"
    assert checks["library lxml"] == {
        "what": "library lxml",
        "state": "good",
        "found": "reading and writing USEBIO",
        "advice": "",
    }
    assert checks["house"]["state"] == "warning"
    assert "kibitz up" in checks["house"]["advice"]
    assert "disk" in checks
    assert "NATS server" in checks


def test_the_doctor_names_the_extra_that_double_dummy_analysis_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find_spec = operations.importlib.util.find_spec
    monkeypatch.setattr(
        operations.importlib.util, "find_spec", lambda name: None if name == "endplay" else find_spec(name)
    )
    _, checks = doctor(tmp_path)
    assert checks["library endplay"] == {
        "what": "library endplay",
        "state": "warning",
        "found": "missing: double-dummy analysis of deals (optional)",
        "advice": "pip install 'kibitz[double-dummy]'",
    }


def test_a_missing_library_is_bad_and_an_optional_one_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operations, "_LIBRARIES", (("no_such_a", "x", "bad"), ("no_such_b", "y", "warning")))
    code, checks = doctor(tmp_path)
    assert code == 1
    assert (checks["library no_such_a"]["state"], checks["library no_such_b"]["state"]) == ("bad", "warning")
    assert "pip install" in checks["library no_such_a"]["advice"]


def test_a_full_disk_is_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operations.shutil, "disk_usage", lambda _: SimpleNamespace(free=1 << 20))
    code, checks = doctor(tmp_path)
    assert (code, checks["disk"]["state"]) == (1, "bad")
    assert "free" in checks["disk"]["found"]


def test_what_a_house_says_of_itself_is_probed(tmp_path: Path, page: str, closed: str) -> None:
    Layout(tmp_path).write_state({"page": f"{page}/", "intake": f"http://{closed}", "nats": f"nats://{closed}"})
    code, checks = doctor(tmp_path)
    assert code == 1
    assert (checks["page"]["state"], checks["intake"]["state"], checks["bus"]["state"]) == ("good", "bad", "bad")
    assert "does not answer" in checks["bus"]["found"]
    assert "house" not in checks


def test_a_service_that_is_not_well_is_told_with_its_own_words(tmp_path: Path, page: str) -> None:
    Layout(tmp_path).write_state({"intake": f"{page}/behind"})
    _, checks = doctor(tmp_path)
    assert checks["intake"]["state"] == "bad"
    assert "503: the bus is away" in checks["intake"]["found"]


def test_a_bus_that_is_named_is_looked_at_without_a_house(tmp_path: Path, closed: str) -> None:
    code, checks = doctor(tmp_path, "--nats", f"nats://{closed}")
    assert (code, checks["bus"]["state"], "house" in checks) == (1, "bad", False)


def test_people_get_marks_and_advice(tmp_path: Path, closed: str) -> None:
    result = run(app, ["doctor", "--data", str(tmp_path), "--nats", f"nats://{closed}"])
    assert "✓ Python" in result.output
    assert "✗ bus" in result.output
    assert "KIBITZ_NATS_URL" in result.output


def test_a_port_that_somebody_listens_on_is_not_free(closed: str) -> None:
    port = int(closed.rpartition(":")[2])
    assert operations._free(port)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        assert not operations._free(port)


def test_dead_letters_and_missing_streams_are_told_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    class Streams:
        async def stream_info(self, name: str) -> Any:
            if name == "INTAKE":
                raise OSError("no such stream")
            return SimpleNamespace(state=SimpleNamespace(messages=3))

    bus = SimpleNamespace(client=SimpleNamespace(jetstream=Streams))
    monkeypatch.setattr(operations, "with_bus", lambda nats, data, work: asyncio.run(work(bus)))
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        checks = {c.what: c for c in operations._bus_checks(f"nats://127.0.0.1:{server.getsockname()[1]}", Path())}
    assert (checks["stream DEAD"].state, checks["stream SCORED"].state) == ("warning", "good")
    assert "kibitz dead retry" in checks["stream DEAD"].advice
    assert checks["stream INTAKE"].state == "bad"


@pytest.fixture
def letters(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """A house whose bus holds these dead letters."""
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

    monkeypatch.setattr(operations, "with_bus", with_bus)
    for function in (dead_letters, show_dead, retry_dead):
        monkeypatch.setattr(f"shared.bus.operator.{function.__name__}", function)
    return held


def test_no_dead_letters_are_said_to_be_none(letters: list[Any]) -> None:
    result = run(app, ["dead", "list"])
    assert (result.exit_code, result.output) == (0, "no dead letters\n")
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
    assert "3 was sent again as 103" in result.output
    assert "5 was sent again as 105" in result.output
