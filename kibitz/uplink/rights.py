"""What crosses an uplink, and nothing else does: streams that a public server copies, and questions that it may ask.

Everything follows from what `broadcast` and `notification` need, the only services of a public server. The hall holds
to this by itself: its server passes on what stands here, whatever the other side asks for.
"""

from collections.abc import Iterator

from contracts.registry import QUESTIONS, Question
from kibitz.stack.layout import PUBLIC_SERVICES
from kibitz.uplink.settings import Allowed
from shared.bus.topology import BUCKETS, STREAMS, StreamSpec, streams_of

OWN = ("KV_NOTICES", "KV_WEBHOOKS", "CHANGES", "OBJ_BODIES_NOTIFICATION", "KV_GRANTS", "KV_JOURNAL", "KV_UPLINK")
"""What a public server keeps for itself: who is told by it, and what; who may use its desk, and what was done there."""

FOR_EVERYONE = ("scoring.standings.asked.v1", "scoring.explanation.asked.v1", "export.file.asked.v1")
"""What every public server may ask. All other questions are the desk's, files and decisions among them."""

WRITTEN: dict[Allowed, tuple[str, ...]] = {
    "queries": ("QUERIES",),
    "desk": ("QUERIES", "SCREENS", "NEW_EVENTS", "SECRETS"),
}
"""Buckets of the hall that a public server may write."""

API = "hall.API"
"""Where a public server finds the streams of its hall."""

KEYS = "hall.KV"
"""Where it finds the buckets of its hall that it may write: between servers of two domains nothing below $KV passes."""

DELIVERY = "uplink"
"""Before the subjects on which the hall delivers copies."""


def own_streams() -> tuple[StreamSpec, ...]:
    """The streams and buckets that a public server makes and writes."""
    return tuple(spec for spec in (*STREAMS, *(bucket.stream for bucket in BUCKETS)) if spec.name in OWN)


def copied() -> tuple[StreamSpec, ...]:
    """The streams of the hall that a public server copies."""
    needed = {spec.name: spec for service in PUBLIC_SERVICES for spec in streams_of(service, "check")}
    return tuple(spec for name, spec in needed.items() if name not in OWN)


def questions(allows: tuple[Allowed, ...]) -> Iterator[Question]:
    """What a public server may ask its hall."""
    for question in QUESTIONS:
        asks = not set(PUBLIC_SERVICES).isdisjoint(question.asked_by) and question.answered_by not in PUBLIC_SERVICES
        if asks and (question.name in FOR_EVERYONE or "desk" in allows):
            yield question


def written_buckets(allows: tuple[Allowed, ...]) -> tuple[str, ...]:
    """The buckets of the hall that a public server may write."""
    return tuple(dict.fromkeys(name for each in allows for name in WRITTEN[each]))
