"""What an audit makes of a copy of a stream that is behind its leader."""

from typing import Any

import pytest
from nats.js.api import RawStreamMsg

from contracts import subjects
from services.intake.adapters.audit import reading
from services.intake.adapters.audit.reading import Pace
from services.intake.adapters.audit.survey import Surveyor
from services.intake.domain.audit.damage import Memory
from shared.bus.jetstream.direct import some_from
from shared.bus.settings import BusSettings
from tests.support.nats_server import running_bus

pytestmark = [pytest.mark.asyncio, pytest.mark.connected]

EVENT = "club-night"


async def test_what_one_copy_lacks_and_the_leader_has_is_no_damage(
    bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    lacks = {3, 6}

    async def behind(*given: Any, **named: Any) -> list[RawStreamMsg]:
        return [each for each in await some_from(*given, **named) if given[1] != "SCORED" or each.seq not in lacks]

    monkeypatch.setattr(reading, "some_from", behind)
    async with running_bus(bus_settings, "intake") as bus:
        for at in range(1, 7):
            subject, name = subjects.board_scored(EVENT, str(at % 2)), f"board:{EVENT}:{at % 2}:{(at + 1) // 2}:7:0123"
            await bus.write("SCORED", subject, b"{}", {"Nats-Msg-Id": name})
        survey = await Surveyor(bus, Pace()).look(Memory())
        assert [found.damage for found in (*survey.found, *survey.lost)] == []
        # What the leader does not have either is one.
        await bus.client.jsm().delete_msg("SCORED", 2)
        lacks.clear()
        survey = await Surveyor(bus, Pace()).look(Memory())
        assert [found.damage.code for found in survey.found] == []
        await bus.client.jsm().delete_msg("SCORED", 3)
        survey = await Surveyor(bus, Pace()).look(Memory())
        assert [found.damage.code for found in survey.found] == ["history-lost"]
