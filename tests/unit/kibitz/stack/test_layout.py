import os
import socket
import sys
from pathlib import Path

import pytest

from kibitz.stack.layout import SERVICES, Layout, child_environment, is_free


def test_every_service_folder_is_run() -> None:
    folders = Path(__file__).resolve().parents[4] / "services"
    assert {path.name for path in folders.iterdir() if (path / "app.py").exists()} == set(SERVICES)


def test_what_runs_is_read_back_by_other_commands(tmp_path: Path) -> None:
    layout = Layout(tmp_path / "data")
    layout.prepare()
    layout.write_state({"page": "http://127.0.0.1:1/"})
    assert Layout(tmp_path / "data").read_state() == {"page": "http://127.0.0.1:1/"}
    layout.forget_state()
    assert layout.read_state() == {}


def test_a_broken_state_file_counts_as_nothing_running(tmp_path: Path) -> None:
    layout = Layout(tmp_path)
    layout.prepare()
    for content in ("{", "[]", "\x00"):
        layout.state.write_text(content)
        assert layout.read_state() == {}


def test_the_intake_has_the_port_after_the_page(tmp_path: Path) -> None:
    environment = child_environment("nats://x:1", port=9000, watch=tmp_path, tokens="club=t")
    assert (environment["KIBITZ_BROADCAST_PORT"], environment["KIBITZ_INTAKE_PORT"]) == ("9000", "9001")
    assert environment["KIBITZ_INTAKE_WATCH"] == str(tmp_path)
    assert environment["KIBITZ_INTAKE_TOKENS"] == "club=t"


def test_the_page_may_listen_for_the_network_and_the_intake_does_not() -> None:
    outside = child_environment("nats://x:1", port=9000, watch=None, tokens=None, host="0.0.0.0", address="http://a:1/")
    assert (outside["KIBITZ_BROADCAST_HOST"], outside["KIBITZ_INTAKE_HOST"]) == ("0.0.0.0", "127.0.0.1")
    assert outside["KIBITZ_BROADCAST_ADDRESS"] == "http://a:1/"
    inside = child_environment("nats://x:1", port=9000, watch=None, tokens=None)
    assert (inside["KIBITZ_BROADCAST_HOST"], "KIBITZ_BROADCAST_ADDRESS" in inside) == ("127.0.0.1", False)


def test_a_port_that_somebody_listens_on_is_not_free() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert not is_free(port)
    assert is_free(port)


def test_a_number_that_is_no_port_is_not_free() -> None:
    assert not is_free(70_000)


def test_threads_of_a_service_share_two_heaps_unless_the_environment_says_how_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MALLOC_ARENA_MAX", raising=False)
    heaps = lambda: child_environment("nats://x:1", port=9000, watch=tmp_path, tokens=None)["MALLOC_ARENA_MAX"]  # noqa: E731
    assert heaps() == "2"
    monkeypatch.setenv("MALLOC_ARENA_MAX", "8")
    assert heaps() == "8"


def test_a_server_without_watched_folder_and_tokens_leaves_them_to_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("KIBITZ_INTAKE_WATCH", raising=False)
    monkeypatch.delenv("KIBITZ_INTAKE_TOKENS", raising=False)
    environment = child_environment("nats://x:1", port=9000, watch=None, tokens=None)
    assert environment.keys().isdisjoint({"KIBITZ_INTAKE_WATCH", "KIBITZ_INTAKE_TOKENS"})
    assert environment["KIBITZ_NATS_URL"] == "nats://x:1"


def test_a_service_goes_when_its_supervisor_goes_and_finds_the_same_modules() -> None:
    environment = child_environment("nats://x:1", port=9000, watch=None, tokens=None)
    assert environment["KIBITZ_STOP_WITH_PARENT"] == "1"
    assert environment["PYTHONPATH"].split(os.pathsep) == [path for path in sys.path if path]


def test_a_port_that_was_used_a_moment_ago_is_free_again() -> None:
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)) as client:
            accepted, _ = listener.accept()
            # Whoever closes first keeps the port in TIME_WAIT.
            accepted.close()
            client.recv(1)
    assert is_free(port)


def test_the_intake_looks_at_the_disk_of_the_data(tmp_path: Path) -> None:
    environment = child_environment("nats://x:1", port=9000, watch=None, tokens=None, disk=tmp_path)
    assert environment["KIBITZ_INTAKE_DISK"] == str(tmp_path)
    assert "KIBITZ_INTAKE_DISK" not in child_environment("nats://x:1", port=9000, watch=None, tokens=None)


def test_originals_lie_beside_the_files_of_the_bus(tmp_path: Path) -> None:
    layout = Layout(tmp_path / "data")
    layout.prepare()
    environment = child_environment("nats://x:1", port=9000, watch=None, tokens=None, originals=layout.originals)
    assert environment["KIBITZ_INTAKE_ORIGINALS"] == str(tmp_path / "data" / "originals")
    assert layout.originals.is_dir()
    assert not layout.originals.is_relative_to(layout.nats)


def test_free_bytes_are_those_of_the_disk_and_none_where_it_cannot_be_said(tmp_path: Path) -> None:
    assert Layout(tmp_path).free_bytes() > 0
    assert Layout(tmp_path / "gone").free_bytes() == 0
