"""The figures of Prometheus as `kibitz doctor` reads them."""

import re

import pytest

from kibitz.figures import BACKLOG, LET_GO, SLOW, Check, checked
from shared.telemetry import Metrics
from tests.support.observe import rules


def told(pending: int = 0, seconds: tuple[float, ...] = (), lagging: int = 0, let_go: int = 0, failing: int = 0) -> str:
    metrics = Metrics()
    metrics.pending.labels("scoring", "scoring-fragment-accepted").set(pending)
    metrics.pending.labels("seating", "seating-event-merged").set(3)
    for age, count in (("5m", 2), ("1h", 1), ("older", 9)):
        metrics.events.labels("broadcast", age).set(count)
    for state, count in (("live", 4), ("lagging", lagging), ("http", 7)):
        metrics.readers.labels("broadcast", state).set(count)
    metrics.closed.labels("broadcast", "slow_consumer").inc(let_go)
    metrics.closed.labels("broadcast", "normal").inc(100)
    for state, count in (("well", 3), ("failing", failing), ("gone", 0)):
        metrics.webhooks.labels("notification", state).set(count)
    for value in seconds:
        metrics.file_to_screen.labels("broadcast").observe(value)
    return metrics.render().decode()


def checks(*texts: str | None) -> dict[str, Check]:
    return {check.part: check for check in checked({str(number): text for number, text in enumerate(texts)})}


def test_a_server_without_work_is_well() -> None:
    found = checks(told())
    assert {check.state for check in found.values()} == {"good"}
    assert found["backlog"].report == "messages that wait: 3"
    assert found["events"].report == "2 with news in five minutes, 1 in an hour, of 12"
    assert found["readers"].report == "4 follow the feed, 0 more lag behind; 0 were let go since the start"
    assert found["file to screen"].report == "no file came while somebody followed its event"
    assert found["webhooks"].report == "receivers that take what they are told: 3"


def test_the_times_of_all_processes_are_one_figure() -> None:
    found = checks(told(seconds=(0.2,) * 60), told(seconds=(0.4,) * 40))["file to screen"]
    assert (found.state, found.report) == ("good", "99 of 100 within 0.5 s (100 timed)")


@pytest.mark.parametrize(
    ("text", "part", "report", "advice"),
    [
        (told(pending=101), "backlog", "101 messages wait for scoring-fragment-accepted", "Start more of scoring"),
        (told(seconds=(0.1, 8)), "file to screen", "99 of 100 within 10 s (2 timed)", "start more of it"),
        (told(seconds=(90,)), "file to screen", "some took over a minute (1 timed)", "start more of it"),
        (told(failing=1), "webhooks", "1 of 4 receivers do not take what they are told", "kibitz webhook list"),
        (told(lagging=5, let_go=2), "readers", "5 more lag behind; 2 were let go since the start", "the network"),
    ],
)
def test_what_is_not_well_is_said_with_what_to_do(text: str, part: str, report: str, advice: str) -> None:
    found = checks(text)
    assert [check.part for check in found.values() if check.state == "warning"] == [part]
    assert report in found[part].report
    assert advice in found[part].advice


def test_a_process_that_tells_nothing_is_bad() -> None:
    assert checks(None, told())["process 0"].state == "bad"


def test_the_doctor_and_the_alerts_draw_the_same_lines() -> None:
    lines = {rule["alert"]: rule["expr"] for rule in rules()}
    assert lines["KibitzBacklog"].endswith(f"> {BACKLOG}")
    assert lines["KibitzSlow"].endswith(f"> {SLOW:g}")
    assert re.search(r'code=~"([^"]+)"', lines["KibitzReadersDropped"])[1].split("|") == [*LET_GO]  # type: ignore[index]
