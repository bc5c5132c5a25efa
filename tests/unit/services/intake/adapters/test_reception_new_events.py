"""Every file has the policy of new events as it is when the file comes, and none is taken without knowing it."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from contracts.access.journal import Doing
from contracts.access.new_events import NewEvents
from contracts.decisions import OfPublic
from contracts.facts import PublicPolicy
from services.intake.adapters.originals import Originals
from services.intake.adapters.reception import Reception
from services.intake.adapters.status_board import StatusBoard
from services.intake.app import create, hide_new_events
from services.intake.domain.content import content_of
from services.intake.settings import Settings
from shared.errors import OperationFailed
from shared.kept.new_events import BUCKET, NewEventsBucket
from shared.kept.originals import OriginalsFolder
from tests.support.memory_bus import MemoryBus
from tests.unit.services.intake.adapters.test_reception import FILE, LATER, reception, sending

DOING = Doing("Ada", "desk", datetime(2031, 10, 3, 19, tzinfo=UTC))
HIDDEN = NewEvents(policy=OfPublic(places=0, boards="none"), by="Ada")


async def test_a_file_has_what_was_chosen_last_before_it_came() -> None:
    bus = MemoryBus()
    taking, bucket = reception(bus), NewEventsBucket(bus)
    shown = [(await taking.take_in(FILE, sending())).file.public]
    await bucket.choose(HIDDEN.policy, DOING, "hidden")
    shown.append((await taking.take_in(content_of(b"<USEBIO> </USEBIO>"), sending())).file.public)
    await bucket.choose(OfPublic(), DOING, "shown")
    shown.append((await taking.take_in(content_of(b"<USEBIO>  </USEBIO>"), sending())).file.public)
    assert shown == [None, PublicPolicy(places=0, boards="none"), None]
    assert [message.file.public for _, message in bus.messages] == shown


async def test_a_file_is_not_taken_while_the_policy_cannot_be_read() -> None:
    class Half(MemoryBus):
        async def kv_get(self, bucket, key):
            if bucket == BUCKET:
                raise OperationFailed("no answer")
            return await super().kv_get(bucket, key)

    bus = Half()
    with pytest.raises(OperationFailed):
        await reception(bus).take_in(FILE, sending())
    assert bus.messages == []


async def test_the_journal_has_it_and_a_file_that_comes_again_to_an_empty_bus_is_hidden_as_it_was(
    tmp_path: Path,
) -> None:
    bus = MemoryBus()
    await NewEventsBucket(bus).choose(HIDDEN.policy, DOING, "hidden")
    await Reception(bus, StatusBoard(bus), originals=Originals(tmp_path)).take_in(FILE, sending())
    (kept,) = OriginalsFolder(tmp_path).originals()
    assert kept.line.file.public == HIDDEN.stamp
    empty = MemoryBus()
    again = Reception(empty, StatusBoard(empty), originals=Originals(tmp_path))
    assert (await again.take_in(FILE, sending(received_at=LATER))).file.public == HIDDEN.stamp


async def test_the_setting_hides_new_events_until_somebody_chooses_otherwise() -> None:
    bus = MemoryBus()

    async def start(*, hides: bool) -> NewEvents:
        await hide_new_events(bus, Settings(hide_new_events=hides))
        return await NewEventsBucket(bus).read()

    assert create().read_settings().prepare[0].func is hide_new_events, "before the first file"
    assert (await start(hides=False)).stamp is None
    assert (await start(hides=True)).stamp == HIDDEN.stamp
    await NewEventsBucket(bus).choose(OfPublic(), DOING, "shown")
    assert (await start(hides=True)).stamp is None
