import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from contracts.decisions import LockRound
from kibitz.commands.director.delivery import send_decisions
from tests.support.answering import Intake, answering

LOCK = LockRound(decision="lock", round=3)


@pytest.fixture
def intake(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(Intake, "taken", [])
    with answering(Intake) as address:
        yield address


def test_several_decisions_are_one_file(intake: str) -> None:
    send_decisions("open", "Ann", (LOCK, LOCK), intake, None, None, as_json=False, leave=False)
    ((name, data),) = Intake.taken
    document = json.loads(data)
    assert name.startswith("open-lock-")
    assert (document["event"], document["by"], len(document["decisions"])) == ("open", "Ann", 2)


def test_a_command_with_nothing_more_to_do_ends_after_sending(intake: str) -> None:
    with pytest.raises(typer.Exit) as ended:
        send_decisions("open", "", LOCK, intake, None, None, as_json=False)
    assert ended.value.exit_code == 0


def test_what_is_not_the_identity_of_an_event_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit) as ended:
        send_decisions("No Event", "", LOCK, "http://127.0.0.1:9", None, tmp_path, as_json=False)
    assert ended.value.exit_code == 2
    assert "not the identity of an event" in " ".join(capsys.readouterr().err.split())
