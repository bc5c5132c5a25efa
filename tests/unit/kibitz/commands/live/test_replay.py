import time
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer
from typer.testing import CliRunner

from contracts.facts import AsOf
from kibitz.cli import app
from kibitz.commands.live import replay as command
from kibitz.commands.live.replay import percent_of, play, seconds_of
from kibitz.replay.cut import Part
from kibitz.replay.made_up import Size, made_up_file
from kibitz_client.errors import NotReached
from kibitz_client.sending import Answer
from tests.support.answering import Intake
from tests.support.time_limits import scaled

run = CliRunner().invoke
NOBODY = "http://127.0.0.1:9"
PARTS = [Part("round 1", "a-01.xml", b"one"), Part("round 2", "a-02.xml", b"two"), Part("the file", "a.xml", b"all")]


def test_a_replay_sends_its_parts_in_their_order(intake: str) -> None:
    play(PARTS, intake, every=0)
    assert Intake.taken == [(part.name, part.data) for part in PARTS]


def test_a_replay_waits_between_two_parts_and_not_before_the_first(
    intake: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[tuple[float, int]] = []
    monkeypatch.setattr(command, "_sleep", lambda seconds, stopped: pauses.append((seconds, len(Intake.taken))))
    play(PARTS, intake, every=7.5)
    assert pauses == [(7.5, 1), (7.5, 2)]


def test_a_replay_that_is_stopped_sends_no_more(intake: str) -> None:
    play(PARTS, intake, every=0, stopped=lambda: len(Intake.taken) == 2)
    assert len(Intake.taken) == 2


@pytest.mark.slow
def test_a_long_pause_ends_soon_after_the_stop() -> None:
    asked: list[float] = []
    started = time.monotonic()

    def stopped() -> bool:
        asked.append(time.monotonic())
        return len(asked) > 2

    command._sleep(60, stopped)
    assert time.monotonic() - started < scaled(5)


def test_a_replay_without_an_intake_says_so() -> None:
    with pytest.raises(NotReached):
        play(PARTS, NOBODY, every=0)


def test_the_command_replays_a_finished_file_round_by_round(intake: str, tmp_path: Path) -> None:
    path = tmp_path / "evening.xml"
    path.write_bytes(made_up_file(Size(3, 3, 1), AsOf(at=datetime(2026, 3, 7, 22, tzinfo=UTC), source="stated")))
    assert run(app, ["replay", str(path), "--to", intake, "--every", "0"]).exit_code == 0
    assert [name for name, _ in Intake.taken] == ["evening-01.xml", "evening-02.xml", "evening.xml"]
    assert Intake.taken[-1][1] == path.read_bytes()


def test_what_cannot_be_replayed_is_exit_code_two(letter: Path, tmp_path: Path) -> None:
    assert run(app, ["replay", str(letter), "--to", NOBODY]).exit_code == 2
    assert run(app, ["replay", str(tmp_path / "none.xml"), "--to", NOBODY]).exit_code == 2


def test_disorder_is_what_was_asked_for(intake: str, tmp_path: Path) -> None:
    path = tmp_path / "evening.xml"
    path.write_bytes(made_up_file(Size(3, 3, 1), AsOf(at=datetime(2026, 3, 7, 22, tzinfo=UTC), source="stated")))
    words = ["--to", intake, "--round-every", "0s", "--duplicate", "100%", "--shuffle", "--seed", "3"]
    assert run(app, ["replay", str(path), *words]).exit_code == 0
    assert sorted(name for name, _ in Intake.taken) == sorted(["evening-01.xml", "evening-02.xml", "evening.xml"] * 2)


def test_a_speed_takes_the_place_of_seconds(intake: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr(command, "_sleep", lambda seconds, _: waited.append(seconds))
    path = tmp_path / "evening.xml"
    path.write_bytes(made_up_file(Size(3, 3, 2), AsOf(at=datetime(2026, 3, 7, 22, tzinfo=UTC), source="stated")))
    assert run(app, ["replay", str(path), "--to", intake, "--speed", "90"]).exit_code == 0
    assert waited == [10.0, 10.0]


@pytest.mark.parametrize(
    ("text", "seconds"), [("5s", 5), ("5", 5), ("0.25", 0.25), ("500ms", 0.5), ("2m", 120), (" 1 s ", 1), ("1.5 m", 90)]
)
def test_times_are_written_as_people_write_them(text: str, seconds: float) -> None:
    assert seconds_of(text) == seconds


@pytest.mark.parametrize(("text", "percent"), [("10%", 10), ("10", 10), ("0%", 0), ("100 %", 100)])
def test_shares_are_written_as_people_write_them(text: str, percent: int) -> None:
    assert percent_of(text) == percent


@pytest.mark.parametrize("text", ["", "s", "-1s", "5h", "1e9", "nan", "99999999s"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(typer.BadParameter, match="5s"):
        seconds_of(text)


@pytest.mark.parametrize("text", ["", "%", "-1%", "101%", "half", "2.5%"])
def test_what_is_no_share_is_refused(text: str) -> None:
    with pytest.raises(typer.BadParameter, match="100%"):
        percent_of(text)


def test_a_replay_to_nobody_is_exit_code_two(tmp_path: Path) -> None:
    path = tmp_path / "evening.xml"
    path.write_bytes(made_up_file(Size(3, 3, 2), AsOf(at=datetime(2026, 3, 7, 22, tzinfo=UTC), source="stated")))
    result = run(app, ["replay", str(path), "--to", NOBODY])
    assert result.exit_code == 2
    assert "kibitz up" in result.stderr


def test_a_replay_shows_how_many_parts_have_gone(intake: str, tmp_path: Path) -> None:
    path = tmp_path / "evening.xml"
    path.write_bytes(made_up_file(Size(3, 3, 1), AsOf(at=datetime(2026, 3, 7, 22, tzinfo=UTC), source="stated")))
    assert "3/3" in run(app, ["replay", str(path), "--to", intake, "--every", "0"]).stderr


def test_a_pause_is_slept_in_tenths_of_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now, slept = [100.0], []

    def sleep(seconds: float) -> None:
        slept.append(round(seconds, 6))
        now[0] += seconds

    monkeypatch.setattr(command, "time", SimpleNamespace(sleep=sleep, monotonic=lambda: now[0]))
    command._sleep(0.25, lambda: False)
    assert slept == [0.1, 0.1, 0.05]
    command._sleep(0, lambda: False)
    command._sleep(9, lambda: True)
    assert slept == [0.1, 0.1, 0.05]


def test_what_the_intake_says_of_a_part_stands_beside_the_bar(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = [Answer(201, {}), Answer(415, {"message": "[packed]"}), Answer(503, {})]
    sent: list[tuple[object, ...]] = []

    def send(address: str, name: str, data: bytes, **more: object) -> Answer:
        sent.append((address, name, data, more))
        return answers[len(sent) - 1]

    shown: list[str] = []
    monkeypatch.setattr(command, "send", send)
    monkeypatch.setattr(
        command.Progress, "update", lambda _, __, *, advance, description: shown.append(f"{advance} {description}")
    )
    moment = datetime(2026, 3, 7, 22, tzinfo=UTC)
    parts = [PARTS[0], Part("round 2", "b.xml", b"2", "own", moment), PARTS[2]]
    play(parts, "http://x", token="t", every=0)
    assert shown == ["1 round 1", "1 round 2: \\[packed]", "1 the file: 503"]
    assert sent[1] == ("http://x", "b.xml", b"2", {"token": "t", "event": "own", "written_at": moment})
    del sent[:]
    play(parts[1:2], "http://x", event="given", every=0)
    assert sent[0][3] == {"token": None, "event": "given", "written_at": moment}


@pytest.mark.parametrize(("words", "every"), [((), 2.0), (("--every", "3m"), 180.0)])
def test_parts_follow_each_other_after_two_seconds_unless_another_time_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], every: float
) -> None:
    played: list[tuple[int, float]] = []
    monkeypatch.setattr(command, "play", lambda parts, address, *, token, every: played.append((len(parts), every)))
    path = tmp_path / "evening.xml"
    path.write_bytes(made_up_file(Size(3, 3, 2), AsOf(at=datetime(2026, 3, 7, 22, tzinfo=UTC), source="stated")))
    assert run(app, ["replay", str(path), "--to", NOBODY, *words]).exit_code == 0
    assert played == [(3, every)]
