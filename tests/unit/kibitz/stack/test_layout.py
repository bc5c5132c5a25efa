import socket
from pathlib import Path

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


def test_a_port_that_somebody_listens_on_is_not_free() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert not is_free(port)
    assert is_free(port)


def test_a_number_that_is_no_port_is_not_free() -> None:
    assert not is_free(70_000)
