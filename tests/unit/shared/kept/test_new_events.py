from datetime import UTC, datetime

import pytest

from contracts.access.journal import Doing
from contracts.access.new_events import NewEvents
from contracts.decisions import OfPublic
from contracts.facts import PublicPolicy
from shared.errors import OperationFailed
from shared.kept.new_events import BUCKET, KEY, NewEventsBucket
from tests.support.memory_bus import MemoryBus

DOING = Doing("Ada", "desk", datetime(2031, 10, 3, 19, tzinfo=UTC))
HIDDEN = NewEvents(policy=OfPublic(places=0), by="Ada", at=DOING.at)


async def test_everything_is_shown_until_somebody_chooses_and_then_what_was_chosen_last() -> None:
    bucket = NewEventsBucket(MemoryBus())
    assert (await bucket.read()).stamp is None
    await bucket.choose(HIDDEN.policy, DOING, "hidden")
    assert await bucket.read() == HIDDEN
    assert (await bucket.read()).stamp == PublicPolicy(places=0)
    await bucket.choose(OfPublic(), DOING, "shown")
    assert (await bucket.read()).stamp is None


async def test_what_is_there_first_is_not_replaced_by_what_is_for_the_beginning() -> None:
    bucket = NewEventsBucket(MemoryBus())
    assert await bucket.write_first(HIDDEN)
    await bucket.choose(OfPublic(), DOING, "shown")
    assert not await bucket.write_first(HIDDEN)
    assert (await bucket.read()).stamp is None


async def test_a_setting_that_this_version_does_not_know_is_no_policy_that_shows_more() -> None:
    bus = MemoryBus()
    bus.keys[BUCKET, KEY] = (b'{"policy":{"moonlight":true},"by":"Ada"}', 1)
    with pytest.raises(OperationFailed, match="cannot be read"):
        await NewEventsBucket(bus).read()
    await NewEventsBucket(bus).choose(HIDDEN.policy, DOING, "hidden")
    assert await NewEventsBucket(bus).read() == HIDDEN
