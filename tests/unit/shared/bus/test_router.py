"""Which handler reads which subject."""

import asyncio
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from contracts.base import Excerpt, Slug
from contracts.messages import EventMerged, Position
from shared.bus import router as router_module
from shared.bus.errors import Unreadable
from shared.bus.router import ServiceRouter
from shared.bus.topology import consumers


async def handler(message: EventMerged) -> None:
    """Does nothing."""


def test_the_durables_of_a_router_are_those_of_the_topology():
    router = ServiceRouter("scoring")
    router.subscribe("validation.fragment.accepted.v1")(handler)
    router.subscribe("scoring.standings.published.v1")(handler)
    assert tuple(router.specs.values()) == consumers("scoring")
    assert {subscriber.config.durable_name for subscriber in router.subscribers} == {
        spec.durable for spec in consumers("scoring")
    }


def test_a_question_is_answered_by_the_service_that_the_registry_names():
    router = ServiceRouter("scoring")
    assert router.answer("scoring.standings.asked.v1")(handler) is handler
    assert [question.name for question in router.questions] == ["scoring.standings.asked.v1"]
    (subscriber,) = router.subscribers
    assert (subscriber.subject.template, subscriber.queue) == ("scoring.standings.asked.v1.*", "scoring")
    with pytest.raises(ValueError, match="answered by scoring, not by export"):
        ServiceRouter("export").answer("scoring.standings.asked.v1")
    with pytest.raises(KeyError):
        router.answer("scoring.standings.published.v1")


def test_a_publication_is_one_that_the_registry_names():
    router = ServiceRouter("seating")
    router.publication("seating.round.assigned.v1")
    (publisher,) = router.publishers
    assert publisher.subject.template == "seating.round.assigned.v1.{event}"
    assert (publisher.stream.name, publisher.stream.declare) == ("SEATED", False)
    with pytest.raises(ValueError, match="does not say that seating publishes"):
        router.publication("scoring.event.merged.v1")


def test_who_handles_messages_may_write_dead_letters():
    router = ServiceRouter("seating")
    router.subscribe("scoring.event.merged.v1")(handler)
    assert set(router.publications) == {"dead"}


def test_a_decorated_handler_is_still_the_function():
    router = ServiceRouter("seating")
    assert router.subscribe("scoring.event.merged.v1")(handler) is handler


def test_a_parser_keeps_to_its_format():
    router = ServiceRouter("trf_parser")
    router.subscribe("intake.file.received.v1")(handler)
    assert tuple(router.specs.values()) == consumers("trf_parser")


def test_a_wait_of_its_own_is_kept():
    router = ServiceRouter("export")
    router.subscribe("scoring.event.merged.v1", ack_wait=120.0)(handler)
    assert [spec.ack_wait for spec in router.specs.values()] == [120.0]


def test_a_subject_that_is_not_in_the_registry_is_an_error():
    with pytest.raises(KeyError):
        ServiceRouter("export").subscribe("scoring.event.merged.v9")


class Stage(Excerpt, title="EventMerged"):
    event: Slug


class Foreign(Excerpt, title="EventMerged"):
    position: Position


def test_a_handler_reads_a_part_of_its_message_and_of_no_other():
    router = ServiceRouter("export")
    assert router.subscribe("scoring.event.merged.v1", reads=Stage)(handler) is handler
    for name, part in (("seating.round.assigned.v1", Stage), ("scoring.event.merged.v1", Foreign)):
        with pytest.raises(ValueError, match="is no excerpt of"):
            ServiceRouter("export").subscribe(name, reads=part)


def test_a_subject_is_subscribed_once():
    router = ServiceRouter("export")
    router.subscribe("scoring.event.merged.v1")(handler)
    with pytest.raises(ValueError, match="subscribed twice"):
        router.subscribe("scoring.event.merged.v1")


def test_messages_of_a_partition_are_never_handled_side_by_side():
    router = ServiceRouter("validation")
    with pytest.raises(ValueError, match="one after the other"):
        router.subscribe("parser.fragment.parsed.v1", at_once=2)


async def test_a_message_that_nobody_waits_for_is_decoded_later(monkeypatch):
    waited = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    ages = {"now": 0, "before": 10, "by a clock that is ahead": -10}
    stored = {when: datetime.now(UTC) - timedelta(seconds=age) for when, age in ages.items()}
    monkeypatch.setattr(router_module, "stored_at", stored.__getitem__)
    for name, options, when in (
        ("parser.file.parsed.v1", {"later": 0.25}, "now"),
        ("parser.file.parsed.v1", {"later": 0.25}, "before"),
        ("parser.file.parsed.v1", {"later": 0.25}, "by a clock that is ahead"),
        ("intake.file.rejected.v1", {}, "now"),
    ):
        router = ServiceRouter("intake")
        router.subscribe(name, **options)(handler)
        (subscriber,) = router.subscribers
        decoder = subscriber._call_options.decoder
        with pytest.raises(Unreadable):
            await decoder(SimpleNamespace(body=b"no message", raw_message=when))
    now, before, ahead = waited
    assert 0.2 < now <= 0.25
    assert before < 0
    assert ahead == 0.25
