"""Metrics of bounded cardinality."""

from shared.telemetry import Metrics

ALLOWED = {"service", "consumer", "outcome", "le"}


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
