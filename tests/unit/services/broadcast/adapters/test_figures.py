"""The figures of the feed."""

from collections import Counter

from contracts.feed import CloseCode
from services.broadcast.adapters.figures import FeedFigures
from shared.telemetry import Cause, Metrics, arriving, cause


def read(metrics: Metrics) -> dict[str, float]:
    lines = (line.rpartition(" ") for line in metrics.render().decode().splitlines() if line[:1] != "#")
    return {name.replace('service="broadcast"', "").replace("{,", "{"): float(value) for name, _, value in lines}


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
    assert {figures[f'kibitz_closed_total{{code="{code.name.lower()}",}}'] for code in CloseCode} == {0}


def test_what_the_hub_counts_is_counted_once_however_often_it_is_read():
    metrics, counts = Metrics(), Counter({"deliveries": 7, "closed_4008": 2, "updates_applied": 9})
    figures = FeedFigures("broadcast", metrics, counts)
    for _ in range(2):
        figures.read({"live": 3, "lagging": 1}, {"5m": 2, "older": 40})
    counts["deliveries"] += 1
    figures.read({"live": 2, "lagging": 0}, {"5m": 1, "older": 41})
    now = read(metrics)
    assert (now["kibitz_deliveries_total{}"], now['kibitz_closed_total{code="slow_consumer",}']) == (8, 2)
    assert (now['kibitz_readers{state="live"}'], now['kibitz_readers{state="lagging"}']) == (2, 0)
    assert (now['kibitz_events{age="5m",}'], now['kibitz_events{age="older",}']) == (1, 41)


def test_standings_are_timed_from_the_arrival_of_their_file_and_nothing_else_is():
    metrics = Metrics()
    figures = FeedFigures("broadcast", metrics, Counter())
    figures.shown("evt.a.standings", [arrived(), arrived()])
    figures.shown("evt.a.analysis.1", [arrived()])
    figures.shown("events", [arrived()])
    figures.shown("evt.a.standings", [object()])
    now = read(metrics)
    assert now["kibitz_file_to_screen_seconds_count{}"] == 2
    assert now['kibitz_file_to_screen_seconds_bucket{le="1.0",}'] == 2
