"""Which handler reads which subject."""

from datetime import UTC, datetime

import pytest

from shared.messaging.router import Delivery, ServiceRouter
from shared.messaging.topology import consumers


async def handler(message, delivery) -> None:
    """Does nothing."""


def test_the_durables_of_a_router_are_those_of_the_topology():
    router = ServiceRouter("scoring")
    router.subscribe("validation.fragment.accepted.v1")(handler)
    router.subscribe("scoring.board.scored.v1")(handler)
    assert router.specs == consumers("scoring")
    assert [subscription.handler for subscription in router.subscriptions] == [handler, handler]


def test_a_question_is_answered_by_the_service_that_the_registry_names():
    router = ServiceRouter("scoring")
    assert router.answer("scoring.standings.asked.v1")(handler) is handler
    assert [(one.question.name, one.handler) for one in router.answerers] == [("scoring.standings.asked.v1", handler)]
    with pytest.raises(ValueError, match="answered by scoring, not by export"):
        ServiceRouter("export").answer("scoring.standings.asked.v1")
    with pytest.raises(KeyError):
        router.answer("scoring.standings.published.v1")


def test_a_decorated_handler_is_still_the_function():
    router = ServiceRouter("seating")
    assert router.subscribe("scoring.event.merged.v1")(handler) is handler


def test_a_parser_keeps_to_its_format_with_and_without_saying_so():
    for filters in (None, {"format": "trf"}):
        router = ServiceRouter("trf_parser")
        router.subscribe("intake.file.received.v1", filters=filters)(handler)
        assert router.specs == consumers("trf_parser")


def test_a_wait_of_its_own_is_kept():
    router = ServiceRouter("export")
    router.subscribe("scoring.event.merged.v1", ack_wait=120.0)(handler)
    assert [spec.ack_wait for spec in router.specs] == [120.0]


def test_a_subject_that_is_not_in_the_registry_is_an_error():
    with pytest.raises(KeyError):
        ServiceRouter("export").subscribe("scoring.event.merged.v9")


def test_two_subscriptions_to_one_subject_need_names():
    router = ServiceRouter("export")
    router.subscribe("scoring.event.merged.v1")(handler)
    with pytest.raises(ValueError, match="subscribed twice"):
        router.subscribe("scoring.event.merged.v1")
    router.subscribe("scoring.event.merged.v1", durable="csv")(handler)
    assert len(router.specs) == 2


def test_messages_of_a_partition_are_never_handled_side_by_side():
    router = ServiceRouter("validation")
    with pytest.raises(ValueError, match="one after the other"):
        router.subscribe("parser.fragment.parsed.v1", at_once=2)


@pytest.mark.parametrize(
    ("subject", "tokens"),
    [
        ("intake.file.received.v1.usebio", ("usebio",)),
        ("validation.fragment.accepted.v1.7.club-pairs", ("7", "club-pairs")),
        ("nowhere.at.all", ()),
    ],
)
def test_a_delivery_knows_the_tokens_of_its_subject(subject: str, tokens: tuple[str, ...]):
    assert Delivery(subject, "INTAKE", 1, 1, datetime(2026, 3, 7, tzinfo=UTC)).tokens == tokens
