"""What the feed tells Prometheus: its readers, what they were sent, how soon, and how fresh its events are."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

from contracts.feed import CloseCode
from shared.kept.uplink import Uplink
from shared.telemetry import Cause, Metrics, point, since_arrival

CLOSED = {f"closed_{code.value}": code.name.lower() for code in CloseCode}
"""Close codes as the hub counts them, with their names."""


def measure_uplink(service: str, metrics: Metrics, uplink: Uplink | None, now: datetime) -> None:
    """Put the state of the uplink into the metrics of a service; 0 where there is none, or nothing is wrong."""
    metrics.uplink_behind.labels(service).set(0 if uplink is None else uplink.behind)
    metrics.uplink_away.labels(service).set(0 if uplink is None else uplink.away(now).total_seconds())


class FeedFigures:
    """Puts the state of the feed into the metrics of its service whenever these are read."""

    def __init__(self, service: str, metrics: Metrics, counts: Mapping[str, int]) -> None:
        """Report what the hub counts; every figure is there from the beginning, most of them 0."""
        self._service = service
        self._metrics = metrics
        self._counts = counts
        self._before: Counter[str] = Counter()
        metrics.file_to_screen.labels(service)

    def read(self, readers: Mapping[str, int], ages: Mapping[str, int]) -> None:
        """Take the figures of the present."""
        metrics, service = self._metrics, self._service
        for state, count in readers.items():
            metrics.readers.labels(service, state).set(count)
        for age, count in ages.items():
            metrics.events.labels(service, age).set(count)
        metrics.deliveries.labels(service).inc(self._new("deliveries"))
        for name, code in CLOSED.items():
            metrics.closed.labels(service, code).inc(self._new(name))

    def shown(self, channel: str, causes: Sequence[object]) -> None:
        """A frame of a channel has gone out, the first one with what came of some causes.

        Standings alone are timed: travellers follow them on purpose, and an analysis takes the time that it takes.
        """
        kind = channel.split(".")[2] if channel.startswith("evt.") else channel
        for cause in causes:
            if isinstance(cause, Cause):
                point(f"{self._service} frame of {kind}", cause)
                if kind == "standings" and (seconds := since_arrival(cause)) is not None:
                    self._metrics.file_to_screen.labels(self._service).observe(seconds)

    def _new(self, name: str) -> int:
        count = self._counts.get(name, 0)
        new, self._before[name] = count - self._before[name], count
        return new
