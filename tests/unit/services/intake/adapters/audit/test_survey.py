"""A server that does not answer for a moment is no damage."""

import asyncio
from types import SimpleNamespace
from typing import Any

import nats.errors
import pytest
from nats.js.errors import NotFoundError

from services.intake.adapters.audit.reading import Pace
from services.intake.adapters.audit.survey import ALL_STREAMS, Survey, Surveyor
from shared.bus.bus import Bus
from shared.bus.settings import BusSettings


class Streams:
    """JetStream whose every first answer is late; one stream may not be there, and one consumer may have read on.

    With each look at consumers, messages come into each stream.
    """

    def __init__(self, missing: str = "", read: int = 0, come: int = 0) -> None:
        self.missing, self.read, self.come = missing, read, come
        self.end = 7
        self.asked: set[object] = set()

    def _late(self, *what: object) -> None:
        if what not in self.asked:
            self.asked.add(what)
            raise nats.errors.TimeoutError

    async def stream_info(self, name: str) -> Any:
        self._late(name)
        if name == self.missing:
            raise NotFoundError(code=404, err_code=10059)
        return SimpleNamespace(state=SimpleNamespace(last_seq=self.end))

    async def consumers_info(self, stream: str, offset: int = 0) -> list[Any]:
        self._late(stream, offset)
        if stream != "INTAKE" or offset:
            return []
        self.end += self.come
        state = SimpleNamespace(stream_seq=self.read)
        return [
            SimpleNamespace(
                name="intake-file-received", delivered=state, ack_floor=state, num_pending=0, num_ack_pending=0
            )
        ]


async def reach(monkeypatch: pytest.MonkeyPatch, *streams: Any) -> tuple[list[str], dict[str, int]]:
    monkeypatch.setattr("shared.bus.jetstream.session.FIRST_PAUSE", 0.0)
    bus = Bus("intake", BusSettings())
    connected = asyncio.Event()
    connected.set()
    bus._client = SimpleNamespace(js=Streams(*streams), connected=connected, is_connected=True)  # type: ignore[assignment]
    survey = Survey()
    floors, _ = await Surveyor(bus, Pace())._reach(survey)
    return [found.damage.code for found in survey.found], floors


async def test_a_stream_whose_leader_is_being_elected_is_not_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    found, floors = await reach(monkeypatch)
    assert found == []
    assert floors == {"INTAKE": 7, "PARSED": 7, "VALIDATED": 7}


async def test_a_stream_that_is_not_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    found, floors = await reach(monkeypatch, "PARSED")
    assert found == ["stream-missing"]
    assert floors["PARSED"] == 0
    assert {str(spec.name) for spec in ALL_STREAMS} > {"PARSED"}


@pytest.mark.parametrize(("read", "come", "found"), [(7, 0, []), (9, 2, []), (9, 0, ["consumer-ahead"])])
async def test_a_consumer_is_ahead_only_of_what_has_not_come_meanwhile(
    monkeypatch: pytest.MonkeyPatch, read: int, come: int, found: list[str]
) -> None:
    assert (await reach(monkeypatch, "", read, come))[0] == found
