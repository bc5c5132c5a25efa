"""What may be changed on a server and what may not; tests/integration has the server."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from nats.js.api import StreamConfig
from nats.js.errors import APIError, BadRequestError, NotFoundError

from shared.bus.errors import NotProvisioned, ProvisioningRefused
from shared.bus.jetstream.provision import consumer_config, differences, provision_all
from shared.bus.jetstream.session import PASSING
from shared.bus.settings import BusSettings
from shared.bus.topology import BUCKETS, CONSUMERS, STREAMS, consumers
from shared.errors import OperationFailed

SPEC = next(spec for spec in STREAMS if spec.name == "SCORED")
DURABLE = consumers("usebio_parser")[0]


def changes(found: dict[str, Any], wanted: dict[str, Any], replicas: tuple[int, int] = (1, 1)) -> dict[str, bool]:
    old = replace(SPEC, **found, num_replicas=replicas[0])
    new = replace(SPEC, **wanted, num_replicas=replicas[1])
    return differences(old, new)


@pytest.mark.parametrize("spec", [*STREAMS, *(bucket.stream for bucket in BUCKETS)], ids=lambda spec: spec.name)
def test_what_is_as_declared_has_no_difference(spec):
    assert differences(spec, replace(spec)) == {}


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
        ({"subjects": ("b.*",)}, {"subjects": ("a.*", "b.*")}, "subjects", True),
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
    assert differences(found, SPEC) == {"storage": False}


@pytest.mark.parametrize("spec", CONSUMERS, ids=lambda spec: spec.durable)
def test_a_durable_as_declared_has_no_difference(spec):
    assert differences(consumer_config(spec), consumer_config(spec)) == {}


@pytest.mark.parametrize(
    ("change", "field", "safe"),
    [
        ({"ack_wait": 3.0}, "ack_wait", True),
        ({"max_ack_pending": 7}, "max_ack_pending", True),
        ({"filter_subject": "intake.file.received.v1.pbn.*"}, "filter_subject", False),
    ],
)
def test_a_durable_is_changed_but_for_its_filter(change, field: str, safe: bool):
    found = consumer_config(replace(DURABLE, **change))
    assert differences(found, consumer_config(DURABLE)) == {field: safe}


def test_a_durable_that_gives_up_is_made_to_go_on():
    found = consumer_config(DURABLE)
    found.max_deliver = 5
    assert differences(found, consumer_config(DURABLE)) == {"max_deliver": True}


def test_a_push_consumer_of_the_same_name_is_refused():
    found = consumer_config(DURABLE)
    found.deliver_subject = "somewhere"
    assert differences(found, consumer_config(DURABLE)) == {"deliver_subject": False}


class Server:
    """Stands in for JetStream: what streams there are, and what was done to them."""

    def __init__(self, *there: StreamConfig, error: APIError | None = None) -> None:
        self.streams = {stream.name: stream for stream in there}
        self.error = error
        self.done: list[str] = []
        self.service, self.js = "scoring", self
        self.client = self
        self.settings = BusSettings()

    async def retry(self, what: str, operation: Callable[[], Awaitable[object]]) -> object:
        for _ in range(3):
            try:
                return await operation()
            except NotFoundError:
                raise
            except APIError as error:
                if error.err_code not in PASSING:
                    raise OperationFailed(f"{what}: {error.description}") from error
        raise OperationFailed(f"{what}: not done")

    async def stream_info(self, name: str) -> SimpleNamespace:
        if name not in self.streams:
            raise NotFoundError(code=404, err_code=10059)
        return SimpleNamespace(config=self.streams[name])

    async def add_stream(self, config: StreamConfig) -> None:
        self.done.append(f"created {config.name}")
        if self.error is not None:
            raise self.error
        self.streams[config.name] = config

    async def update_stream(self, config: StreamConfig) -> None:
        self.done.append(f"changed {config.name}")
        self.streams[config.name] = config


async def provisioned(server: Server) -> int:
    return await provision_all(server, [SPEC])  # type: ignore[arg-type]


async def test_a_stream_that_is_missing_is_created_once_with_the_copies_of_the_settings(caplog):
    server = Server()
    server.settings = BusSettings(replicas=3)
    with caplog.at_level("INFO", "kibitz.bus"):
        assert await provisioned(server) == 1
        assert await provisioned(server) == 0
    assert server.done == ["created SCORED"]
    assert server.streams["SCORED"].num_replicas == 3
    assert [record.getMessage() for record in caplog.records] == ["created stream SCORED"]


async def test_only_the_fields_that_differ_are_changed(caplog):
    there = replace(SPEC, description="old", num_replicas=1, max_msg_size=7)
    server = Server(there)
    with caplog.at_level("INFO", "kibitz.bus"):
        assert await provisioned(server)
    assert server.streams["SCORED"] == replace(there, description=SPEC.description)
    assert caplog.messages == [f"changed stream SCORED: description 'old' -> {SPEC.description!r}"]


async def test_a_stream_that_somebody_else_creates_meanwhile_is_compared():
    class Race(Server):
        async def add_stream(self, config: StreamConfig) -> None:
            self.streams[config.name] = config
            raise BadRequestError(code=400, err_code=10058, description="name in use")

    assert not await provisioned(Race())


async def test_a_stream_that_comes_and_goes_ends_in_an_error():
    server = Server(error=BadRequestError(code=400, err_code=10058, description="name in use"))
    with pytest.raises(OperationFailed, match="stream SCORED: not done"):
        await provisioned(server)
    assert len(server.done) == 3


async def test_a_stream_that_the_server_refuses_is_an_error_with_its_reason():
    server = Server(error=BadRequestError(code=400, err_code=10065, description="subjects overlap"))
    with pytest.raises(OperationFailed, match="stream SCORED: subjects overlap"):
        await provisioned(server)
    assert len(server.done) == 1


async def test_whoever_may_only_check_is_told_what_to_do_and_changes_nothing():
    server = Server()
    server.settings = BusSettings(provision="check")
    with pytest.raises(NotProvisioned, match=r"SCORED does not exist .* the operator does, by `python -m shared\.bus`"):
        await provisioned(server)
    server.streams["SCORED"] = replace(SPEC, description="old", num_replicas=1)
    with pytest.raises(NotProvisioned, match=r"description is 'old', .* this service may not change it"):
        await provisioned(server)
    server.streams["SCORED"] = replace(SPEC, num_replicas=1)
    assert not await provisioned(server)
    assert server.done == []


async def test_a_change_that_could_lose_messages_is_left_to_people():
    server = Server(replace(SPEC, storage="memory", num_replicas=1))
    with pytest.raises(ProvisioningRefused, match=r"storage is 'memory', .* change or remove it by hand"):
        await provisioned(server)
    assert server.done == []


def test_a_durable_says_who_reads_what_and_never_gives_up():
    config = consumer_config(DURABLE)
    assert (config.durable_name, config.name) == (DURABLE.durable, DURABLE.durable)
    assert config.description == "usebio_parser reads intake.file.received.v1"
    assert (config.ack_policy, config.max_deliver, config.ack_wait) == ("explicit", -1, DURABLE.ack_wait)


@pytest.mark.parametrize("field", ["allow_direct", "allow_rollup_hdrs"])
def test_what_loses_nothing_may_be_switched_on_and_off(field: str):
    assert changes({field: True}, {field: False}) == changes({field: False}, {field: True}) == {field: True}


@pytest.mark.parametrize("field", ["max_msgs", "max_bytes"])
def test_nothing_zero_and_minus_one_all_mean_no_limit(field: str):
    for value in (None, 0, -1):
        assert changes({field: value}, {field: None}) == {}
        assert changes({field: 1}, {field: value}) == {field: True}
        assert changes({field: value}, {field: 1}) == {field: False}


def test_the_order_of_subjects_does_not_count():
    assert changes({"subjects": ["a.*", "b.*"]}, {"subjects": ["b.*", "a.*"]}) == {}
