"""What webhooks tell Prometheus: how many fail and how late the latest is, never which."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime

from contracts.webhooks.targets import Delivery
from shared.telemetry import Metrics

STATES = ("well", "failing", "gone")


def state(delivery: Delivery) -> str:
    """How the last try of a target went."""
    if delivery.gone:
        return "gone"
    return "well" if delivery.error is None else "failing"


def measure(
    service: str, metrics: Metrics, deliveries: Iterable[Delivery], waiting_since: Iterable[datetime], now: datetime
) -> None:
    """Put the state of all targets into the metrics; every figure is there without any target too."""
    counts = Counter(map(state, deliveries))
    for each in STATES:
        metrics.webhooks.labels(service, each).set(counts[each])
    ages = ((now - since).total_seconds() for since in waiting_since)
    metrics.webhook_waiting.labels(service).set(max(ages, default=0.0))
