"""Prometheus metrics of bounded cardinality.

Labels are names that the code knows: service, consumer (without its partition), outcome. Never an event, a subject, a
file or a sender: those have no bound, and a tournament per label value fills a monitoring server.
"""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4

_SECONDS = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Metrics:
    """The metrics of one process, in a registry of their own.

    Attributes:
        messages: handled, by service, consumer and outcome.
        handling: seconds from the start of a handler to its outcome.
        published: messages published, by service and outcome (stored, duplicate, failed).
        publishing: seconds until the server has stored a message, retries included.
        unreadable: stored messages that a reader skipped.
        pending: messages that wait for a consumer.
        in_flight: messages delivered and not yet answered.
        reconnects: of the connection.
        connected, healthy: 1 or 0.
        storage: bytes of a stream or of several that share a budget, used and allowed.
        damages: of the last audit, found and still open.
        dead_letters: messages that nobody handles any more until somebody sends them again.
        set_aside: events of which a message failed and is tried again.
        free: bytes left on the disks of the intake, by what lies there, and those kept free.
        taking: 1 while files are taken, 0 while there is no room for any.
        readers: of the feed, by how they keep up.
        deliveries: frames of changes written to readers.
        closed: connections of the feed that ended, by the name of the close code.
        file_to_screen: seconds from the arrival of a file to the first frame of each channel that it changed.
        events: by the age of their newest standings, never by name.
        webhooks: by how their last try went: well, failing, gone (the receiver said so).
        webhook_waiting: age of the oldest change that one of them has still to be told.
        uplink_behind: messages that the public server of a hall lacks, 0 without one.
        uplink_away: seconds since hall and public server last reached each other, 0 while they do.
        sources: called before each reading, to put the present into what is read.
    """

    def __init__(self) -> None:
        """Make the metrics."""
        registry = self.registry = CollectorRegistry()
        self.messages = Counter(
            "kibitz_messages", "Messages handled.", ("service", "consumer", "outcome"), registry=registry
        )
        self.handling = Histogram(
            "kibitz_handling_seconds", "Time of handlers.", ("service", "consumer"), registry=registry, buckets=_SECONDS
        )
        self.published = Counter("kibitz_published", "Messages published.", ("service", "outcome"), registry=registry)
        self.publishing = Histogram(
            "kibitz_publishing_seconds", "Time to store.", ("service",), registry=registry, buckets=_SECONDS
        )
        self.unreadable = Counter("kibitz_unreadable", "Messages skipped by readers.", ("service",), registry=registry)
        self.pending = Gauge("kibitz_pending", "Messages that wait.", ("service", "consumer"), registry=registry)
        self.in_flight = Gauge("kibitz_in_flight", "Messages unanswered.", ("service", "consumer"), registry=registry)
        self.reconnects = Gauge("kibitz_reconnects", "Reconnects since the start.", ("service",), registry=registry)
        self.connected = Gauge("kibitz_connected", "1 with a connection.", ("service",), registry=registry)
        self.damages = Gauge("kibitz_damages", "Damages of the last audit.", ("service", "state"), registry=registry)
        self.storage = Gauge("kibitz_storage_bytes", "Of budgets.", ("service", "budget", "state"), registry=registry)
        self.healthy = Gauge("kibitz_healthy", "1 when healthy.", ("service",), registry=registry)

        self.dead_letters = Gauge(
            "kibitz_dead_letters", "Letters that wait for somebody.", ("service",), registry=registry
        )
        self.set_aside = Gauge("kibitz_set_aside", "Events that wait for a retry.", ("service",), registry=registry)
        self.free = Gauge("kibitz_disk_bytes", "Of disks.", ("service", "disk", "state"), registry=registry)
        self.taking = Gauge("kibitz_taking_files", "1 while there is room.", ("service",), registry=registry)
        self.readers = Gauge("kibitz_readers", "Readers of the feed.", ("service", "state"), registry=registry)
        self.deliveries = Counter("kibitz_deliveries", "Frames written to readers.", ("service",), registry=registry)
        self.closed = Counter("kibitz_closed", "Connections that ended.", ("service", "code"), registry=registry)
        self.file_to_screen = Histogram(
            "kibitz_file_to_screen_seconds", "Arrival to frame.", ("service",), registry=registry, buckets=_SECONDS
        )
        self.events = Gauge("kibitz_events", "Events by age of their news.", ("service", "age"), registry=registry)
        self.webhooks = Gauge("kibitz_webhooks", "Webhooks by their last try.", ("service", "state"), registry=registry)
        self.webhook_waiting = Gauge(
            "kibitz_webhook_waiting_seconds", "Of the oldest untold change.", ("service",), registry=registry
        )
        self.uplink_behind = Gauge(
            "kibitz_uplink_behind", "Messages that the public server lacks.", ("service",), registry=registry
        )
        self.uplink_away = Gauge(
            "kibitz_uplink_away_seconds", "Since the other side answered.", ("service",), registry=registry
        )
        self.sources: list[Callable[[], None]] = []

    def render(self) -> bytes:
        """The metrics in Prometheus' text format."""
        for source in self.sources:
            source()
        return generate_latest(self.registry)
