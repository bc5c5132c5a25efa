"""The figures of the feed."""

from collections import Counter
from datetime import UTC, datetime, timedelta

from contracts.feed import CloseCode
from services.broadcast.adapters.figures import FeedFigures, measure_uplink
from shared.kept.uplink import TRUSTED, Uplink
from shared.telemetry import Cause, Metrics, arriving, cause
from tests.support.metrics import figures as figures_of


def read(metrics: Metrics) -> dict[str, float]:
    return figures_of(metrics, "broadcast")


def arrived() -> Cause:
    with arriving():
        of = cause()
    assert of is not None
    return of


def test_every_figure_is_there_before_anything_has_happened():
    metrics = Metrics()
    FeedFigures("broadcast", metrics, Counter()).read({"live": 0}, {"5m": 0})
    figures = read(metrics)
    assert figures["kibitz_file_to_screen_seconds_count{}"] == figures["kibitz_deliveries_total{}"] == 0
    assert {figures[f'kibitz_closed_total{{code="{code.name.lower()}"}}'] for code in CloseCode} == {0}


def test_what_the_hub_counts_is_counted_once_however_often_it_is_read():
    metrics, counts = Metrics(), Counter({"deliveries": 7, "closed_4008": 2, "updates_applied": 9})
    figures = FeedFigures("broadcast", metrics, counts)
    for _ in range(2):
        figures.read({"live": 3, "lagging": 1}, {"5m": 2, "older": 40})
    counts["deliveries"] += 1
    figures.read({"live": 2, "lagging": 0}, {"5m": 1, "older": 41})
    now = read(metrics)
    assert (now["kibitz_deliveries_total{}"], now['kibitz_closed_total{code="slow_consumer"}']) == (8, 2)
    assert (now['kibitz_readers{state="live"}'], now['kibitz_readers{state="lagging"}']) == (2, 0)
    assert (now['kibitz_events{age="5m"}'], now['kibitz_events{age="older"}']) == (1, 41)


def test_standings_are_timed_from_the_arrival_of_their_file_and_nothing_else_is():
    metrics = Metrics()
    figures = FeedFigures("broadcast", metrics, Counter())
    figures.shown("evt.a.standings", [arrived(), arrived()])
    figures.shown("evt.a.analysis.1", [arrived()])
    figures.shown("events", [arrived()])
    figures.shown("evt.a.standings", [object()])
    now = read(metrics)
    assert now["kibitz_file_to_screen_seconds_count{}"] == 2
    assert now['kibitz_file_to_screen_seconds_bucket{le="1.0"}'] == 2


NOW = datetime(2026, 3, 7, 19, 5, tzinfo=UTC)


def uplink_figures(uplink: Uplink | None) -> tuple[float, float]:
    metrics = Metrics()
    measure_uplink("broadcast", metrics, uplink, NOW)
    now = read(metrics)
    return now["kibitz_uplink_behind{}"], now["kibitz_uplink_away_seconds{}"]


def uplink(standing: bool, since: timedelta, at: timedelta = timedelta(), behind: int = 0) -> Uplink:
    return Uplink(side="hall", other="world", standing=standing, since=NOW - since, at=NOW - at, behind=behind)


def test_a_server_without_an_uplink_tells_that_nothing_is_wrong_with_it():
    assert uplink_figures(None) == (0, 0)


def test_an_uplink_is_away_from_its_last_answer_on_and_no_more_when_it_answers():
    assert uplink_figures(uplink(standing=True, since=timedelta(hours=1), behind=3)) == (3, 0)
    assert uplink_figures(uplink(standing=False, since=timedelta(minutes=10), behind=40)) == (40, 600)


def test_an_uplink_that_nobody_watches_is_away_since_the_last_report():
    assert uplink_figures(uplink(standing=True, since=timedelta(hours=1), at=TRUSTED)) == (0, 20)
