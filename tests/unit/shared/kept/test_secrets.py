"""The secret of the server is one, and a new generation of links is seen by every replica."""

from datetime import UTC, datetime

from contracts.access.journal import Doing
from shared.kept.secrets import SIZE, SecretBucket
from tests.support.memory_bus import MemoryBus

DOING = Doing("Ada", "desk", datetime(2031, 10, 3, 19, tzinfo=UTC))


async def test_every_replica_has_the_secret_that_was_made_first() -> None:
    bus = MemoryBus()
    first, second = SecretBucket(bus), SecretBucket(bus)  # type: ignore[arg-type]
    secret = await first.secret()
    assert len(secret) == SIZE
    assert await second.secret() == secret == await first.secret()
    assert await SecretBucket(MemoryBus()).secret() != secret  # type: ignore[arg-type]


async def test_links_of_an_event_are_made_anew_apart_from_those_of_others() -> None:
    bus = MemoryBus()
    first, second = SecretBucket(bus), SecretBucket(bus)  # type: ignore[arg-type]
    await first.renew("open", DOING)
    await second.renew("open", DOING)
    assert [await first.generation(event) for event in ("open", "club")] == [2, 0]


async def test_links_that_are_in_force_again_are_never_those_that_are_made_after_them() -> None:
    bucket = SecretBucket(MemoryBus())  # type: ignore[arg-type]
    await bucket.renew("open", DOING)
    assert await bucket.go_back("open", 0, 1, DOING)
    assert await bucket.generation("open") == 0
    assert not await bucket.go_back("open", 0, 1, DOING)
    await bucket.renew("open", DOING)
    assert await bucket.generation("open") == 2  # whoever holds a link of the first generation has nothing
