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
    """JetStream whose every first answer is late; one stream may not be there."""

    def __init__(self, missing: str = "") -> None:
        self.missing = missing
        self.asked: set[object] = set()

    def _late(self, *what: object) -> None:
        if what not in self.asked:
            self.asked.add(what)
            raise nats.errors.TimeoutError

    async def stream_info(self, name: str) -> Any:
        self._late(name)
        if name == self.missing:
            raise NotFoundError(code=404, err_code=10059)
        return SimpleNamespace(state=SimpleNamespace(last_seq=7))

    async def consumers_info(self, stream: str, offset: int = 0) -> list[Any]:
        self._late(stream, offset)
        return []


async def reach(monkeypatch: pytest.MonkeyPatch, missing: str = "") -> tuple[list[str], dict[str, int]]:
    monkeypatch.setattr("shared.bus.jetstream.session.FIRST_PAUSE", 0.0)
    bus = Bus("intake", BusSettings())
    connected = asyncio.Event()
    connected.set()
    bus._client = SimpleNamespace(js=Streams(missing), connected=connected, is_connected=True)  # type: ignore[assignment]
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
