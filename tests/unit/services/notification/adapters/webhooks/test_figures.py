from datetime import UTC, datetime, timedelta

from contracts.webhooks.targets import Delivery
from services.notification.adapters.webhooks.figures import measure
from shared.telemetry import Metrics
from tests.support.metrics import figures

NOW = datetime(2026, 3, 7, 19, 5, tzinfo=UTC)


def measured(deliveries: list[Delivery], *waiting_since: datetime) -> dict[str, float]:
    metrics = Metrics()
    measure("notification", metrics, deliveries, waiting_since, NOW)
    return figures(metrics, "notification")


def test_every_figure_is_there_without_any_target() -> None:
    now = measured([])
    assert [now[f'kibitz_webhooks{{state="{state}"}}'] for state in ("well", "failing", "gone")] == [0, 0, 0]
    assert now["kibitz_webhook_waiting_seconds{}"] == 0


def test_a_target_whose_last_try_failed_is_failing_until_it_accepts_something() -> None:
    refused = Delivery(tries=3, error="503")
    given_up = refused.without(7)
    states = [refused, given_up, given_up.settled(8), Delivery(), refused.replace(gone=True)]
    now = measured(states)
    assert [now[f'kibitz_webhooks{{state="{state}"}}'] for state in ("well", "failing", "gone")] == [2, 2, 1]


def test_the_change_that_waits_longest_counts() -> None:
    now = measured([], NOW - timedelta(seconds=5), NOW - timedelta(minutes=9))
    assert now["kibitz_webhook_waiting_seconds{}"] == 540
