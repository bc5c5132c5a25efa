"""Notices reach a push service over few connections; what it refuses is given up, and what it postpones is not."""

import asyncio

import pytest

from services.notification.adapters import push_client
from services.notification.adapters.push_client import PushClient
from services.notification.adapters.web_push import Signer, new_private_key
from services.notification.domain.news import Notice
from tests.support.push_service import Browser, PushService, push_service
from tests.support.time_limits import scaled

NOTICE = Notice(id="1", kind="seat", event="monday", title="Monday", participant="7", table="5")
SIGNER = Signer(new_private_key(), "")


class Sending:
    """A client whose pauses are noted and not waited for."""

    def __init__(self, service: PushService) -> None:
        self.service = service
        self.pauses: list[float] = []
        self.browsers: dict[str, Browser] = {}
        self.client = PushClient(pause=self.pause)

    async def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)

    async def send(self, *answers: int, name: str = "a") -> str:
        browser = self.browsers.setdefault(name, Browser(self.service.origin, name))
        self.service.answers[name] = list(answers)
        outcome = await self.client.send(SIGNER, browser.address, NOTICE)
        for body in self.service.taken.get(name, []):
            assert browser.read(body)["table"] == "5"
        return outcome


async def test_a_notice_is_sent_with_what_the_push_service_has_to_know() -> None:
    async with push_service() as service:
        assert await Sending(service).send() == "sent"
    assert service.headers["ttl"] == "3600"
    assert service.headers["urgency"] == "high"
    assert service.headers["topic"] == NOTICE.topic
    assert service.headers["content-encoding"] == "aes128gcm"
    assert service.headers["authorization"].startswith("vapid t=")


@pytest.mark.parametrize(
    ("answers", "outcome", "pauses"),
    [
        ((404,), "gone", []),
        ((410,), "gone", []),
        ((400,), "dropped", []),
        ((403,), "dropped", []),
        ((301,), "dropped", []),
        ((503, 201), "sent", [1.0]),
        ((429, 500, 201), "sent", [7.0, 5.0]),
        ((500, 500, 500, 500, 500), "dropped", [1.0, 5.0, 30.0, 120.0]),
    ],
)
async def test_what_a_push_service_answers_decides(answers: tuple[int, ...], outcome: str, pauses: list[float]) -> None:
    async with push_service() as service:
        sending = Sending(service)
        assert await sending.send(*answers) == outcome
        assert sending.pauses == pauses
        assert len(service.taken.get("a", [])) == (outcome == "sent")


async def test_connections_are_few_and_used_again() -> None:
    async with push_service() as service:
        sending = Sending(service)
        for _ in range(3):
            await sending.send()
        assert service.connections == 1
        await asyncio.gather(*(sending.send(name=f"b{number}") for number in range(100)))
        assert service.connections <= push_client.AT_ONCE
        assert len(service.taken) == 101
        sending.client.close()


async def test_a_connection_that_was_closed_meanwhile_is_made_again() -> None:
    async with push_service() as service:
        sending = Sending(service)
        assert await sending.send() == "sent"
        sending.client.close()
        (origin,) = sending.client._origins.values()
        assert origin.idle == []
        assert await sending.send() == "sent"
        origin.idle[0].writer.close()
        assert await sending.send() == "sent"
        assert sending.pauses == []


async def test_a_push_service_that_does_not_answer_delays_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push_client, "PATIENCE", 60.0)
    async with push_service() as slow, push_service() as quick:
        slow.silent = True
        sending = Sending(slow)
        waiting = [asyncio.create_task(sending.send(name=f"s{number}")) for number in range(50)]
        await asyncio.sleep(0)
        sending.service = quick
        async with asyncio.timeout(scaled(10)):
            assert await sending.send() == "sent"
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


async def test_an_answer_is_not_waited_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push_client, "PATIENCE", 0.02)
    async with push_service() as service:
        service.silent = True
        sending = Sending(service)
        assert await sending.send() == "dropped"
        assert len(sending.pauses) == 4


async def test_a_push_service_that_is_not_there_is_tried_again() -> None:
    async with push_service() as service:
        pass
    sending = Sending(service)
    assert await sending.send() == "dropped"
    assert len(sending.pauses) == 4


async def test_a_notice_that_is_too_large_is_not_sent() -> None:
    async with push_service() as service:
        sending = Sending(service)
        browser = Browser(service.origin, "a")
        assert await sending.client.send(SIGNER, browser.address, NOTICE.replace(title="x" * 5_000)) == "dropped"
        assert service.taken == {}
