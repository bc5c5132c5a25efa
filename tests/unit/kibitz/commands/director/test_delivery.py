import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from contracts.decisions import LockRound
from kibitz.commands.director.delivery import Delivery, DeliveryByScoreboard
from tests.support.answering import Intake, answering

LOCK = LockRound(decision="lock", round=3)


@pytest.fixture
def intake(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(Intake, "taken", [])
    with answering(Intake) as address:
        yield address


def test_several_decisions_are_one_file_with_the_reason_and_the_director(intake: str) -> None:
    Delivery(reason="Late", by="Ann", to=intake).send("open", LOCK, LOCK)
    ((name, data),) = Intake.taken
    document = json.loads(data)
    assert name.startswith("open-lock-")
    assert (document["event"], document["by"], len(document["decisions"])) == ("open", "Ann", 2)
    assert {decision["reason"] for decision in document["decisions"]} == {"Late"}


def test_a_file_that_is_refused_ends_the_command(intake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Intake, "state", "rejected")
    with pytest.raises(typer.Exit) as ended:
        Delivery(to=intake).send("open", LOCK)
    assert ended.value.exit_code == 2


def test_what_is_not_the_identity_of_an_event_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit) as ended:
        Delivery(to="http://127.0.0.1:9", data=tmp_path).send("No Event", LOCK)
    assert ended.value.exit_code == 2
    assert "not the identity of an event" in " ".join(capsys.readouterr().err.split())


def test_the_beginning_of_a_name_is_completed_by_the_scoreboard(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    asked: list[tuple[str, str]] = []

    def event_named(page: str, given: str, _token: str | None) -> str:
        asked.append((page, given))
        return f"{given}-teams"

    monkeypatch.setattr("kibitz.commands.director.delivery.event_named", event_named)
    arguments = [{"event": "open"} for _ in range(3)]
    DeliveryByScoreboard(to="http://127.0.0.1:1", page="http://127.0.0.1:2").complete(arguments[0])
    Delivery().complete(arguments[1])
    # The scoreboard of an intake elsewhere is not known.
    Delivery(to="http://127.0.0.1:1").complete(arguments[2])
    assert [each["event"] for each in arguments] == ["open-teams", "open-teams", "open"]
    assert asked == [("http://127.0.0.1:2", "open"), ("http://127.0.0.1:8080/", "open")]
    for nothing in ({}, {"event": None}):
        Delivery().complete(nothing)
    assert len(asked) == 2


def test_a_given_scoreboard_goes_before_the_one_of_the_data_folder(tmp_path: Path) -> None:
    delivery = DeliveryByScoreboard(to="http://127.0.0.1:1", page="http://127.0.0.1:2", data=tmp_path)
    assert (delivery.intake, delivery.scoreboard) == ("http://127.0.0.1:1", "http://127.0.0.1:2")
