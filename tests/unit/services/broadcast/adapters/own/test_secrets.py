"""The secret of the server is one, and a new generation of links is seen by every replica."""

from services.broadcast.adapters.own.secrets import SIZE, SecretBucket
from tests.support.memory_bus import MemoryBus


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
    await first.renew("open")
    await second.renew("open")
    assert [await first.generation(event) for event in ("open", "club")] == [2, 0]
