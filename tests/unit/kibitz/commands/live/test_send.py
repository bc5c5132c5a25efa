import json
import logging
import time
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from contracts.codes.intake import NOT_PROCESSED
from kibitz import console
from kibitz.cli import app
from kibitz.commands.live import send as command
from kibitz.commands.live.send import wait_for
from kibitz_client import sending
from kibitz_client.sending import Answer
from tests.support.answering import Intake
from tests.support.swallowing import swallowing
from tests.support.time_limits import scaled

run = CliRunner().invoke
NOBODY = "http://127.0.0.1:9"


class Answers:
    """Says one thing after the other, and the last one for ever; counts how often it was asked."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.asked = 0

    def __call__(self) -> Answer:
        self.asked += 1
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def state(name: str, status: int = 200) -> Answer:
    return Answer(status, {"state": name})


RECEIVED = state("received", 201)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command.time, "sleep", lambda _: None)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("end", ["scored", "rejected"])
def test_waiting_ends_when_the_file_is_scored_or_rejected(end: str) -> None:
    ask = Answers(state("parsed"), state("accepted"), state(end), state("never asked"))
    assert wait_for(ask, RECEIVED, 60) == state(end)
    assert ask.asked == 3


def test_waiting_ends_when_a_service_has_given_the_file_up() -> None:
    fault = NOT_PROCESSED.finding("scoring could not process it").model_dump(mode="json")
    end = Answer(200, {"state": "parsed", "findings": [fault]})
    ask = Answers(state("parsed"), end, state("never asked"))
    assert wait_for(ask, RECEIVED, 60) == end
    assert ask.asked == 2


@pytest.mark.usefixtures("hurried")
def test_an_intake_that_does_not_know_the_file_yet_is_asked_again() -> None:
    ask = Answers(state("?", 404), state("?", 503), state("scored"))
    assert wait_for(ask, RECEIVED, 60) == state("scored")


@pytest.mark.slow
def test_when_the_time_is_up_the_last_good_answer_stands() -> None:
    ask = Answers(state("parsed"), state("?", 503))
    started = time.monotonic()
    assert wait_for(ask, RECEIVED, 0.25) == state("parsed")
    assert 0.2 < time.monotonic() - started < scaled(5)
    assert wait_for(Answers(state("?", 404)), RECEIVED, 0.05) == RECEIVED


def test_without_patience_nobody_is_asked() -> None:
    ask = Answers(state("scored"))
    assert wait_for(ask, RECEIVED, 0) == RECEIVED
    assert ask.asked == 0


def test_a_file_that_is_sent_is_followed_to_its_end(intake: str, letter: Path) -> None:
    result = run(app, ["send", str(letter), "--to", intake])
    assert result.exit_code == 0, result.output
    assert "scored" in result.output
    assert Intake.taken == [("letter.xml", b"<x/>")]


def test_the_verdict_on_a_file_that_does_not_count_is_printed(
    intake: str, letter: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = {"verdict": "held", "text": "letter.xml is not counted: [why]"}
    fragments = [{"verdict": held}, {"verdict": held}, {"verdict": {"verdict": "counts", "text": "fine"}}, {}]
    monkeypatch.setattr(Intake, "fragments", fragments)
    result = run(app, ["send", str(letter), "--to", intake])
    assert result.exit_code == 0
    assert result.output.startswith("!")
    assert "scored" in result.output
    assert result.output.splitlines().count("  letter.xml is not counted: [why]") == 1
    document = json.loads(run(app, ["send", str(letter), "--to", intake, "--json"]).stdout)
    assert document["fragments"][0]["verdict"] == held


def test_what_a_file_changed_is_printed_and_so_are_events_that_look_like_its_own(
    intake: str, letter: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = {
        "verdict": "counts",
        "text": "letter.xml counts, but it looks like event b",
        "looks_like": [{"event": "b"}],
    }
    monkeypatch.setattr(Intake, "fragments", [{"verdict": counts, "change": "taken back: 1 [result]"}])
    told = run(app, ["send", str(letter), "--to", intake]).output.splitlines()
    assert told[0].startswith("!")
    assert told[-2:] == ["  letter.xml counts, but it looks like event b", "  taken back: 1 [result]"]
    monkeypatch.setattr(
        Intake, "fragments", [{"verdict": {"verdict": "counts", "text": "fine"}, "change": "added: 1 result"}]
    )
    told = run(app, ["send", str(letter), "--to", intake]).output.splitlines()
    assert told[0].startswith("✓")
    assert told[-1] == "  added: 1 result"


def test_without_waiting_it_is_enough_that_the_file_is_in(intake: str, letter: Path) -> None:
    result = run(app, ["send", str(letter), "--to", intake, "--wait", "0"])
    assert result.exit_code == 0
    assert "received" in result.output


def test_a_rejected_file_is_exit_code_two_with_the_reason(
    intake: str, letter: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Intake, "state", "rejected")
    result = run(app, ["send", str(letter), "--to", intake])
    assert result.exit_code == 2
    assert "no event" in result.output


def test_a_file_that_a_service_has_given_up_is_no_good_one(
    intake: str, letter: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Intake, "state", "parsed")
    fault = NOT_PROCESSED.finding("scoring could not process it").model_dump(mode="json")
    monkeypatch.setattr(Intake, "findings", [fault])
    result = run(app, ["send", str(letter), "--to", intake])
    assert result.exit_code == 2
    assert "scoring could not process it" in result.output
    assert "the dead letters of the server" in " ".join(result.output.split())


def test_of_several_files_the_worst_decides_and_all_are_sent(intake: str, letter: Path) -> None:
    bad = letter.with_name("bad.xml")
    bad.write_bytes(b"?")
    result = run(app, ["send", str(bad), str(letter), "--to", intake, "--wait", "0"])
    assert result.exit_code == 2
    assert "Send results." in result.output
    assert [name for name, _ in Intake.taken] == ["letter.xml"]


def test_what_became_of_a_file_is_one_json_document(intake: str, letter: Path) -> None:
    result = run(app, ["send", str(letter), "--to", intake, "--json"])
    document = json.loads(result.stdout)
    assert (document["file"], document["state"], document["status"]) == (str(letter), "scored", 200)


def test_a_missing_file_and_a_missing_intake_are_exit_code_two(letter: Path, tmp_path: Path) -> None:
    missing = run(app, ["send", str(tmp_path / "none.xml"), "--to", NOBODY])
    assert missing.exit_code == 2
    assert "No such file" in missing.stderr
    alone = run(app, ["send", str(letter), "--to", NOBODY])
    assert alone.exit_code == 2
    assert "kibitz up" in alone.stderr


FAULT = NOT_PROCESSED.finding("scoring could [not] process it").model_dump(mode="json")
HELD = {"verdict": "held", "text": "[a] is not counted"}


@pytest.mark.parametrize(
    ("answer", "lines", "code"),
    [
        (Answer(201, {"state": "scored"}), ["✓ [a].xml  scored "], 0),
        (Answer(200, {"state": "scored", "reason": "why", "advice": "none"}), ["✓ [a].xml  scored why"], 0),
        (Answer(200, {"state": "scored", "message": "what", "reason": "why"}), ["✓ [a].xml  scored why"], 0),
        (
            Answer(415, {"message": "packed", "advice": "[Unpack] it."}),
            ["✗ [a].xml  refused packed", "  [Unpack] it."],
            2,
        ),
        (Answer(415, {"state": "scored"}), ["✗ [a].xml  scored "], 2),
        (Answer(200, {"state": "rejected", "reason": "why"}), ["✗ [a].xml  rejected why"], 2),
        (
            Answer(200, {"state": "parsed", "findings": [{"code": "x"}, FAULT], "reason": "why", "advice": "none"}),
            ["✗ [a].xml  parsed scoring could [not] process it", f"  {FAULT['advice']}"],
            2,
        ),
        (
            Answer(200, {"state": "scored", "fragments": [{"verdict": HELD}, {}, {"verdict": HELD}]}),
            ["! [a].xml  scored ", "  [a] is not counted"],
            0,
        ),
        (
            Answer(200, {"state": "rejected", "fragments": [{"verdict": HELD}]}),
            ["✗ [a].xml  rejected ", "  [a] is not counted"],
            2,
        ),
        (Answer(200, {"state": "scored", "fragments": "some", "findings": {"code": "x"}}), ["✓ [a].xml  scored "], 0),
        (Answer(200, {"state": "scored", "fragments": None, "findings": None}), ["✓ [a].xml  scored "], 0),
    ],
)
def test_what_became_of_a_file_is_printed_with_its_mark(
    monkeypatch: pytest.MonkeyPatch, answer: Answer, lines: list[str], code: int
) -> None:
    monkeypatch.setattr(console.out, "_width", 200)
    with console.out.capture() as captured:
        outcome = command.report_outcome("[a].xml", answer, as_json=False)
    assert (captured.get().splitlines(), outcome) == (lines, code)


def test_a_file_is_asked_after_every_tenth_of_a_second_for_as_long_as_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    now, pauses = [100.0], []

    def sleep(seconds: float) -> None:
        pauses.append(seconds)
        now[0] += seconds

    monkeypatch.setattr(command, "time", SimpleNamespace(sleep=sleep, monotonic=lambda: now[0]))
    ask = Answers(state("parsed"))
    assert wait_for(ask, RECEIVED, 0.35) == state("parsed")
    assert (ask.asked, pauses) == (4, [0.1] * 4)
    now[0] = 100.0
    assert wait_for(ask, RECEIVED, 0) == RECEIVED


def test_files_arrive_in_their_order_and_are_followed_side_by_side_and_reported_in_their_order() -> None:
    files = [Path(f"{number}.xml") for number in range(5)]
    arrived: list[str] = []
    all_arrived = Event()

    def put(path: Path) -> Answer:
        arrived.append(path.name)
        if len(arrived) == len(files):
            all_arrived.set()
        return Answer(201, {"name": path.name})

    def follow(answer: Answer) -> Answer:
        assert all_arrived.wait(scaled(10)), "the next file was not sent while this one was followed"
        return Answer(200, {**answer.body, "state": "scored"})

    told = list(command.outcomes(files, put, follow))
    assert arrived == [path.name for path in files]
    assert told == [(path, Answer(200, {"name": path.name, "state": "scored"})) for path in files]


def test_no_more_files_are_sent_than_are_followed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "AT_ONCE", 2)
    names = [f"{number}.xml" for number in range(6)]
    going, most = {name: Event() for name in names}, []

    def put(path: Path) -> Answer:
        most.append(path.name)
        return Answer(201, {"name": path.name})

    def follow(answer: Answer) -> Answer:
        going[answer.body["name"]].wait(scaled(10))
        return answer

    telling = command.outcomes(map(Path, names), put, follow)
    for number, name in enumerate(names):
        going[name].set()
        assert next(telling)[0].name == name
        assert len(most) <= number + 2


def test_the_files_before_one_that_cannot_be_sent_are_reported_first() -> None:
    def put(path: Path) -> Answer:
        if path.name == "2.xml":
            raise FileNotFoundError(2, "No such file", str(path))
        return Answer(201, {})

    telling = command.outcomes([Path(f"{number}.xml") for number in range(4)], put, lambda answer: answer)
    assert [next(telling)[0].name, next(telling)[0].name] == ["0.xml", "1.xml"]
    with pytest.raises(FileNotFoundError):
        next(telling)


@pytest.mark.parametrize("style", [[], ["--json"]])
def test_an_address_that_swallows_packets_is_not_waited_for_in_silence(
    style: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What collects the log of tests is none of a command's.
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    monkeypatch.setattr(sending, "QUIET", 0.05)
    monkeypatch.setattr(sending, "CONNECTING", 0.4)
    (tmp_path / "a.pbn").write_bytes(b"x")
    with swallowing() as address:
        result = run(app, ["send", str(tmp_path / "a.pbn"), "--to", address, *style])
    assert (result.exit_code, result.stdout) == (2, "")
    if style:
        first, second = map(json.loads, result.stderr.splitlines())
        assert first == {"warning": f"no answer yet from {address}"}
        assert second["error"] == f"nothing answers at {address}: timed out"
    else:
        first, second, *_ = result.stderr.splitlines()
        assert first == f"! no answer yet from {address}"
        assert second == f"✗ nothing answers at {address}: timed out"
