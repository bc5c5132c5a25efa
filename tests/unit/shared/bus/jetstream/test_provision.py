"""What may be changed on a server and what may not; tests/integration has the server."""

from dataclasses import replace
from typing import Any

import pytest

from shared.bus.jetstream.provision import consumer_config, differences
from shared.bus.topology import BUCKETS, CONSUMERS, STREAMS, consumers

SPEC = next(spec for spec in STREAMS if spec.name == "SCORED")
DURABLE = consumers("usebio_parser")[0]


def changes(found: dict[str, Any], wanted: dict[str, Any], replicas: tuple[int, int] = (1, 1)) -> dict[str, bool]:
    old = replace(SPEC, **found, num_replicas=replicas[0])
    new = replace(SPEC, **wanted, num_replicas=replicas[1])
    return {difference.field: difference.safe for difference in differences(old, new)}


@pytest.mark.parametrize("spec", [*STREAMS, *(bucket.stream for bucket in BUCKETS)], ids=lambda spec: spec.name)
def test_what_is_as_declared_has_no_difference(spec):
    assert differences(spec, replace(spec)) == []


@pytest.mark.parametrize(
    ("found", "wanted", "field", "safe"),
    [
        ({"description": "old"}, {}, "description", True),
        ({"max_msgs_per_subject": 10}, {"max_msgs_per_subject": 20}, "max_msgs_per_subject", True),
        ({"max_msgs_per_subject": 10}, {"max_msgs_per_subject": -1}, "max_msgs_per_subject", True),
        ({"max_msgs_per_subject": 20}, {"max_msgs_per_subject": 10}, "max_msgs_per_subject", False),
        ({"max_msgs_per_subject": -1}, {"max_msgs_per_subject": 10}, "max_msgs_per_subject", False),
        ({"max_age": 60.0}, {"max_age": 120.0}, "max_age", True),
        ({"max_age": 60.0}, {"max_age": 0.0}, "max_age", True),
        ({"max_age": 0.0}, {"max_age": 60.0}, "max_age", False),
        ({"max_age": 120.0}, {"max_age": 60.0}, "max_age", False),
        ({"subjects": ("a.*",)}, {"subjects": ("a.*", "b.*")}, "subjects", True),
        ({"subjects": ("a.*", "b.*")}, {"subjects": ("a.*",)}, "subjects", False),
        ({"duplicate_window": 120.0}, {"duplicate_window": 600.0}, "duplicate_window", True),
        ({"discard": "old"}, {"discard": "new"}, "discard", True),
        ({"discard": "new"}, {"discard": "old"}, "discard", False),
        ({"deny_delete": True}, {"deny_delete": False}, "deny_delete", False),
    ],
)
def test_a_stream_is_changed_only_where_no_message_can_be_lost(found, wanted, field: str, safe: bool):
    assert changes(found, wanted) == {field: safe}


def test_copies_are_added_and_never_taken_away_by_a_service_with_other_settings():
    assert changes({}, {}, replicas=(1, 3)) == {"num_replicas": True}
    assert changes({}, {}, replicas=(3, 1)) == {"num_replicas": False}


def test_a_stream_in_memory_is_refused():
    found = replace(SPEC, storage="memory")
    assert [(d.field, d.safe) for d in differences(found, SPEC)] == [("storage", False)]


@pytest.mark.parametrize("spec", CONSUMERS, ids=lambda spec: spec.durable)
def test_a_durable_as_declared_has_no_difference(spec):
    assert differences(consumer_config(spec), consumer_config(spec)) == []


@pytest.mark.parametrize(
    ("change", "field", "safe"),
    [
        ({"ack_wait": 3.0}, "ack_wait", True),
        ({"max_ack_pending": 7}, "max_ack_pending", True),
        ({"filter_subject": "intake.file.received.v1.pbn"}, "filter_subject", False),
    ],
)
def test_a_durable_is_changed_but_for_its_filter(change, field: str, safe: bool):
    found = consumer_config(replace(DURABLE, **change))
    assert [(d.field, d.safe) for d in differences(found, consumer_config(DURABLE))] == [(field, safe)]


def test_a_durable_that_gives_up_is_made_to_go_on():
    found = consumer_config(DURABLE)
    found.max_deliver = 5
    assert [(d.field, d.safe) for d in differences(found, consumer_config(DURABLE))] == [("max_deliver", True)]


def test_a_push_consumer_of_the_same_name_is_refused():
    found = consumer_config(DURABLE)
    found.deliver_subject = "somewhere"
    assert [(d.field, d.safe) for d in differences(found, consumer_config(DURABLE))] == [("deliver_subject", False)]
