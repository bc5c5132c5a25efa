"""Settings and metrics in one value."""

from shared.telemetry import Telemetry, TelemetrySettings


def test_two_processes_in_one_test_do_not_share_their_metrics():
    first, second = Telemetry(TelemetrySettings()), Telemetry(TelemetrySettings())
    first.metrics.published.labels("intake", "stored").inc()
    assert b'outcome="stored"' in first.metrics.render()
    assert b'outcome="stored"' not in second.metrics.render()
