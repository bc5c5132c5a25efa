"""What happens to a message after its handler, on a real server."""

import asyncio
import time
from itertools import pairwise

import pytest

from contracts import subjects
from contracts.codes import intake
from contracts.codes.code import codes_of
from contracts.messages import DeadLetter, FileReceived
from shared.bus.annotations import Delivery
from shared.bus.dead_letter import dead_letters, retry_dead, show_dead
from shared.bus.router import ServiceRouter
from shared.bus.settings import BusSettings
from shared.errors import FormatError, OperationFailed, Superseded
from tests.integration.bus.samples import RECEIVED, received, until
from tests.support.nats_server import running_bus

pytestmark = pytest.mark.connected


def router(delays: tuple[float, ...] = (0.2, 0.3)) -> ServiceRouter:
    return ServiceRouter("usebio_parser", delays=delays)


def outcomes(bus, outcome: str) -> float:
    value = bus.metrics.registry.get_sample_value(
        "kibitz_messages_total",
        {"service": "usebio_parser", "consumer": "usebio_parser-file-received", "outcome": outcome},
    )
    return value or 0.0


async def test_a_handler_gets_the_message_and_where_it_came_from(bus_settings: BusSettings):
    parser, seen = router(), []

    @parser.subscribe("intake.file.received.v1")
    async def on_file_received(message: FileReceived, delivery: Delivery) -> None:
        seen.append((message, delivery))

    async with running_bus(bus_settings, parser) as bus:
        await bus.publish(RECEIVED, received("a.xml"))
        await until(lambda: outcomes(bus, "ok") == 1)
    message, delivery = seen[0]
    assert message == received("a.xml")
    assert (delivery.subject, delivery.stream, delivery.seq, delivery.deliveries) == (RECEIVED, "INTAKE", 1, 1)
    assert delivery.time.tzinfo is not None


async def test_a_parser_hears_of_its_own_format_only(bus_settings: BusSettings):
    parser, seen = router(), []

    @parser.subscribe("intake.file.received.v1")
    async def on_file_received(message: FileReceived, delivery: Delivery) -> None:
        seen.append(message.file.name)

    async with running_bus(bus_settings, parser) as bus:
        await bus.publish(subjects.file_received("pbn", "0" * 64), received("b.pbn", "pbn"))
        await bus.publish(RECEIVED, received("a.xml"))
        await until(lambda: bool(seen))
    assert seen == ["a.xml"]


async def test_a_failing_message_is_tried_again_after_the_delays_and_not_before(bus_settings: BusSettings):
    parser, times = router(delays=(0.4, 0.8)), []

    @parser.subscribe("intake.file.received.v1")
    async def on_file_received(message: FileReceived, delivery: Delivery) -> None:
        times.append(time.monotonic())
        assert delivery.deliveries == len(times)
        if len(times) < 3:
            raise OperationFailed("the disk is full")

    async with running_bus(bus_settings, parser) as bus:
        await bus.publish(RECEIVED, received("a.xml"))
        await until(lambda: outcomes(bus, "ok") == 1)
    gaps = [later - earlier for earlier, later in pairwise(times)]
    assert 0.4 <= gaps[0] < 0.8
    assert 0.8 <= gaps[1] < 1.4


async def test_a_delayed_message_does_not_hold_up_the_others(bus_settings: BusSettings):
    parser, seen = router(delays=(30.0,)), []

    @parser.subscribe("intake.file.received.v1")
    async def on_file_received(message: FileReceived, delivery: Delivery) -> None:
        seen.append(message.file.name)
        if message.file.name == "bad.xml":
            raise OperationFailed("not now")

    async with running_bus(bus_settings, parser) as bus:
        for name in ("bad.xml", "a.xml", "b.xml"):
            await bus.publish(RECEIVED, received(name))
        await until(lambda: outcomes(bus, "ok") == 2)
    assert seen == ["bad.xml", "a.xml", "b.xml"]


async def test_a_message_that_keeps_failing_becomes_a_dead_letter_and_can_be_tried_again(bus_settings: BusSettings):
    parser, calls, works = router(), [], asyncio.Event()

    @parser.subscribe("intake.file.received.v1")
    async def on_file_received(message: FileReceived, delivery: Delivery) -> None:
        calls.append(delivery)
        if not works.is_set():
            raise ZeroDivisionError("seven pairs at no table")

    async with running_bus(bus_settings, parser) as bus:
        await bus.publish(RECEIVED, received("a.xml"))
        await until(lambda: outcomes(bus, "dead") == 1)
        assert [delivery.deliveries for delivery in calls] == [1, 2, 3]
        [stored] = [stored async for stored in dead_letters(bus)]
        letter: DeadLetter = stored.message
        assert letter.error == "ZeroDivisionError"
        assert "seven pairs at no table" in letter.reason
        assert (letter.service, letter.consumer) == ("usebio_parser", "usebio_parser-file-received")
        assert (letter.subject, letter.stream, letter.sequence, letter.deliveries) == (RECEIVED, "INTAKE", 1, 3)
        assert FileReceived.model_validate_json(letter.body) == received("a.xml")
        await until_answered(bus)

        works.set()
        assert await retry_dead(bus, stored.seq) == 2
        await until(lambda: outcomes(bus, "ok") == 1)
        assert [item async for item in dead_letters(bus, "usebio_parser")] == []
        with pytest.raises(OperationFailed, match="no dead letter"):
            await show_dead(bus, stored.seq)
    assert calls[-1].headers["Nats-Msg-Id"].endswith(f":retry:{stored.seq}")


@pytest.mark.parametrize("body", [b"\xff\xfe not text", b"{", b'{"file": {"sha256": "short"}}', b"[]", b""])
async def test_what_cannot_be_read_is_a_dead_letter_at_once_with_the_reason(bus_settings: BusSettings, body: bytes):
    parser, calls = router(), []

    @parser.subscribe("intake.file.received.v1")
    async def on_file_received(message: FileReceived, delivery: Delivery) -> None:
        calls.append(message)

    async with running_bus(bus_settings, parser) as bus:
        await bus.send(RECEIVED, body, {"Nats-Msg-Id": "bad"})
        await until(lambda: outcomes(bus, "dead") == 1)
        [stored] = [stored async for stored in dead_letters(bus)]
        assert stored.message.error == "Unreadable"
        assert "not a FileReceived" in stored.message.reason
        assert stored.message.encoding == ("base64" if body.startswith(b"\xff") else "text")
        await until_answered(bus)
    assert calls == []


async def test_a_rejection_is_acknowledged_and_never_tried_again(bus_settings: BusSettings):
    parser, reported = router(), []

    @parser.subscribe("intake.file.received.v1")
    async def on_file_received(message: FileReceived, delivery: Delivery) -> None:
        reported.append(message.file.name)
        raise FormatError(codes_of(vars(intake))[0], "the file ends in the middle of a tag")

    async with running_bus(bus_settings, parser) as bus:
        await bus.publish(RECEIVED, received("a.xml"))
        await until(lambda: outcomes(bus, "rejected") == 1)
        await until_answered(bus)
        assert [item async for item in dead_letters(bus)] == []
    assert reported == ["a.xml"]


async def test_a_rejection_that_cannot_be_reported_is_tried_again(bus_settings: BusSettings):
    parser, tries = router(), []

    @parser.subscribe("intake.file.received.v1")
    async def on_file_received(message: FileReceived, delivery: Delivery) -> None:
        tries.append(1)
        try:
            raise FormatError(codes_of(vars(intake))[0], "no tag at all")
        except FormatError:
            if len(tries) == 1:
                raise OperationFailed("the bus is not there") from None
            raise

    async with running_bus(bus_settings, parser) as bus:
        await bus.publish(RECEIVED, received("a.xml"))
        await until(lambda: outcomes(bus, "rejected") == 1)
    assert len(tries) == 2


async def test_what_is_superseded_is_done(bus_settings: BusSettings):
    parser = router()

    @parser.subscribe("intake.file.received.v1")
    async def on_file_received(message: FileReceived, delivery: Delivery) -> None:
        raise Superseded("a newer one is there")

    async with running_bus(bus_settings, parser) as bus:
        await bus.publish(RECEIVED, received("a.xml"))
        await until(lambda: outcomes(bus, "superseded") == 1)
        await until_answered(bus)


async def test_a_handler_longer_than_the_wait_is_not_run_twice(bus_settings: BusSettings):
    parser, calls = router(), []

    @parser.subscribe("intake.file.received.v1", ack_wait=0.6)
    async def on_file_received(message: FileReceived, delivery: Delivery) -> None:
        calls.append(delivery.deliveries)
        await asyncio.sleep(1.8)

    async with running_bus(bus_settings, parser) as bus, running_bus(bus_settings, parser):
        await bus.publish(RECEIVED, received("a.xml"))
        await asyncio.sleep(2.2)
    assert calls == [1]


async def test_a_handler_that_hangs_is_ended_and_its_message_tried_again(bus_settings: BusSettings):
    parser, calls = router(), []

    @parser.subscribe("intake.file.received.v1")
    async def on_file_received(message: FileReceived, delivery: Delivery) -> None:
        calls.append(delivery.deliveries)
        if len(calls) == 1:
            await asyncio.sleep(60)

    async with running_bus(bus_settings.model_copy(update={"handler_timeout": 0.3}), parser) as bus:
        await bus.publish(RECEIVED, received("a.xml"))
        await until(lambda: outcomes(bus, "ok") == 1)
    assert calls == [1, 2]


async def test_stopping_waits_for_running_handlers_and_gives_the_rest_back(bus_settings: BusSettings):
    parser, begun, done = router(), asyncio.Event(), []

    @parser.subscribe("intake.file.received.v1")
    async def on_file_received(message: FileReceived, delivery: Delivery) -> None:
        begun.set()
        await asyncio.sleep(0.5)
        done.append(message.file.name)

    async with running_bus(bus_settings, parser) as bus:
        for name in ("a.xml", "b.xml", "c.xml"):
            await bus.publish(RECEIVED, received(name))
        await begun.wait()
    assert done == ["a.xml"]
    async with running_bus(bus_settings, parser):
        await until(lambda: len(done) == 3, patience=3.0)
    assert done == ["a.xml", "b.xml", "c.xml"]


async def test_a_message_that_came_and_was_not_begun_is_given_back_at_a_stop(bus_settings: BusSettings):
    parser, begun, done = router(), asyncio.Event(), []

    @parser.subscribe("intake.file.received.v1")
    async def on_file_received(message: FileReceived, delivery: Delivery) -> None:
        done.append((message.file.name, delivery.deliveries))
        begun.set()
        await asyncio.sleep(0.3)

    async with running_bus(bus_settings, parser) as bus:
        await bus.publish(RECEIVED, received("a.xml"))
        await begun.wait()
        await bus.publish(RECEIVED, received("b.xml"))
        # One more than the handler asks for, so that it lies here when the stop comes.
        (pull,) = bus.client.pulls.values()
        request = f"$JS.API.CONSUMER.MSG.NEXT.INTAKE.{pull.key[1]}"
        await bus.client.publish(request, b'{"batch": 1}', f"{pull.inbox}.999")
        await asyncio.sleep(0.2)
    async with running_bus(bus_settings, parser):
        await until(lambda: len(done) == 2, patience=5.0)
    assert done == [("a.xml", 1), ("b.xml", 2)]


async def test_a_trace_goes_on_from_message_to_message(bus_settings: BusSettings):
    from shared.telemetry import trace_id

    parser, seen = router(), []

    @parser.subscribe("intake.file.received.v1")
    async def on_file_received(message: FileReceived, delivery: Delivery) -> None:
        seen.append(trace_id())

    parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    async with running_bus(bus_settings, parser) as bus:
        await bus.send(RECEIVED, b'{"file":{}}', {"Nats-Msg-Id": "x", "traceparent": parent})
        await until(lambda: outcomes(bus, "dead") == 1)
        [stored] = [stored async for stored in dead_letters(bus)]
        raw = await bus.client.jsm().get_msg("DEAD", seq=stored.seq)
        assert "4bf92f3577b34da6a3ce929d0e0e4736" in raw.headers["traceparent"]
        await bus.publish(RECEIVED, received("a.xml"))
        await until(lambda: bool(seen))
    assert len(seen[0]) == 32


async def until_answered(bus) -> None:
    """Wait until the server knows of no unanswered message."""
    for _ in range(200):
        report = await bus.healthy()
        assert not report.problems
        gauges = (*bus.metrics.pending.collect(), *bus.metrics.in_flight.collect())
        if all(sample.value == 0 for gauge in gauges for sample in gauge.samples):
            return
        await asyncio.sleep(0.02)
    raise AssertionError(report)
