from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz.cli import app
from kibitz.uplink import settings
from kibitz.uplink.settings import HallSide, PublicSide

ADDRESS = "wss://live.club.example/uplink"


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(words))
    return result.exit_code, " ".join(result.output.split())


def printed(*options: str) -> list[str]:
    code, text = run("world", "token", "Old Town", "--address", ADDRESS, "--data", "world", *options)
    assert code == 0, text
    return text.split()


def test_one_command_on_each_side_joins_them_and_another_ends_it() -> None:
    command = printed()
    assert command[:3] == ["kibitz", "hall", "connect"]
    assert run(*command[1:], "--allow", "queries", "--data", "hall")[0] == 0
    world, hall = settings.read(Path("world")), settings.read(Path("hall"))
    assert isinstance(world, PublicSide)
    assert isinstance(hall, HallSide)
    assert (hall.token, hall.hall, hall.allows) == (world.token, "old-town", ("queries",))
    assert run("hall", "disconnect", "--data", "hall")[0] == 0
    assert settings.read(Path("hall")) is None
    assert run("hall", "disconnect", "--data", "hall")[0] == 1


def test_another_token_takes_the_place_of_the_first() -> None:
    assert printed() != printed()


def test_a_server_is_a_hall_or_public() -> None:
    command = printed()
    assert run(*command[1:], "--data", "world")[0] == 2
    assert run(*command[1:], "--data", "hall")[0] == 0
    code, text = run("world", "token", "Other", "--data", "hall")
    assert (code, "another --data folder" in text.lower()) == (2, True)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("hall", "connect", "wss://live.club.example"), "missing before the @"),
        (("hall", "connect", "http://live.club.example"), "no address"),
        (("world", "token", "Old Town", "--address", "ws://live.club.example"), "use wss://"),
        (("world", "token", "Old Town", "--host", "a b"), "host"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(words: tuple[str, ...], why: str) -> None:
    code, text = run(*words)
    assert (code, why in text) == (2, True), text
