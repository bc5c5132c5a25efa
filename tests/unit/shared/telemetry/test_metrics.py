"""Metrics of bounded cardinality."""

from shared.telemetry import Metrics
from tests.support.golden import compare

ALLOWED = {"service", "consumer", "outcome", "state", "budget", "disk", "code", "age", "le"}


def test_no_metric_has_a_label_that_could_grow_without_bound():
    for family in Metrics().registry.collect():
        metric = Metrics().registry._names_to_collectors[family.name]
        assert set(metric._labelnames) <= ALLOWED


def test_metrics_are_rendered_as_prometheus_reads_them():
    metrics = Metrics()
    metrics.messages.labels("scoring", "scoring-fragment-accepted", "ok").inc()
    metrics.handling.labels("scoring", "scoring-fragment-accepted").observe(0.2)
    text = metrics.render().decode()
    assert 'kibitz_messages_total{consumer="scoring-fragment-accepted",outcome="ok",service="scoring"} 1.0' in text
    assert "# TYPE kibitz_handling_seconds histogram" in text


def test_every_metric_has_the_name_the_labels_and_the_buckets_of_the_golden_file():
    metrics = Metrics()
    for metric in set(metrics.registry._names_to_collectors.values()):
        labelled = metric.labels(*metric._labelnames)
        touch = {"counter": "inc", "gauge": "inc", "histogram": "observe"}[metric._type]
        getattr(labelled, touch)(0.2 if touch == "observe" else 1)
    lines = [line for line in metrics.render().decode().splitlines() if "_created" not in line]
    compare("telemetry/metrics", "\n".join([*lines, ""]))


def test_the_present_is_put_in_whenever_metrics_are_read():
    metrics, readers = Metrics(), [3, 5]
    metrics.sources.append(lambda: metrics.readers.labels("broadcast", "live").set(readers.pop()))
    assert b'kibitz_readers{service="broadcast",state="live"} 5.0' in metrics.render()
    assert b'kibitz_readers{service="broadcast",state="live"} 3.0' in metrics.render()
