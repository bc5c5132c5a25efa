"""Targets in a bucket: what the command line says and what the sender says never overwrite each other."""

from datetime import UTC, datetime

from contracts.access.journal import Doing
from contracts.webhooks.targets import Delivery, Target
from shared.kept.webhooks import WebhookBucket, new_secret
from tests.support.memory_bus import MemoryBus

DOING = Doing("Ada", "command", datetime(2031, 10, 3, 19, tzinfo=UTC))

NOW = datetime(2026, 3, 7, 20, tzinfo=UTC)


def target(name: str = "club", **fields: object) -> Target:
    given = {"name": name, "url": "https://club.example/", "secret": new_secret(), "made_at": NOW, "turn": 1}
    return Target.model_validate({**given, **fields})


async def test_targets_are_kept_changed_and_removed() -> None:
    bucket = WebhookBucket(MemoryBus())
    club, other = target(after=7), target("a")
    assert await bucket.add(club, DOING)
    assert await bucket.add(other, DOING)
    assert not await bucket.add(target(), DOING)
    assert [one for one, _ in await bucket.all()] == [other, club]
    assert await bucket.change("club", lambda one: one.replace(after=3)) == club.replace(after=3)
    assert await bucket.change("nobody", lambda one: one) is None
    assert (await bucket.remove("club", DOING), await bucket.remove("club", DOING)) == (True, False)


async def test_a_target_begins_after_its_sequence_and_again_with_each_turn() -> None:
    bucket = WebhookBucket(MemoryBus())
    club = target(after=7)
    await bucket.add(club, DOING)
    begun, revision = await bucket.delivery(club)
    assert begun == Delivery(turn=1, position=7)
    await bucket.keep("club", begun.settled(9).replace(accepted=2, tests=5, test_result="204"), revision)
    assert [delivery.position for _, delivery in await bucket.all()] == [9]
    again, _ = await bucket.delivery(club.replace(after=3, turn=2))
    assert again == Delivery(turn=2, position=3, tests=5, test_result="204")


async def test_one_that_cannot_be_read_hides_no_other() -> None:
    bus = MemoryBus()
    bucket = WebhookBucket(bus)
    await bucket.add(target("a"), DOING)
    await bus.kv_put("WEBHOOKS", "target.broken", b"{}", expect=0)
    assert [one.name for one, _ in await bucket.all()] == ["a"]


def test_no_two_secrets_are_alike() -> None:
    assert len({new_secret() for _ in range(10)}) == 10
    assert len(target().key) == 32
