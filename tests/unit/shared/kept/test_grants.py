"""Grants in a bucket: who gets in, who does not, and when no longer."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from contracts.access.grants import Wanted
from contracts.access.journal import Doing
from shared.kept.grants import BUCKET, LONGEST, GrantBucket
from tests.support.memory_bus import MemoryBus

NOW = datetime(2031, 10, 3, 19, tzinfo=UTC)
HOUR = timedelta(hours=1)
LINK = Wanted("Ada", "scorer", 6 * HOUR, HOUR)
TOKEN = Wanted("scoring program", "scorer", 24 * HOUR, None)


@pytest.fixture
def bucket():
    return GrantBucket(MemoryBus())


async def test_a_link_is_exchanged_once_for_a_session_that_ends_in_time(bucket):
    grant, token = await bucket.make(LINK, Doing("desk", "desk", NOW))
    entered, session = await bucket.enter(token, NOW)
    assert entered.id == grant.id
    assert session != token
    assert await bucket.enter(token, NOW) is None
    assert (await bucket.of_session(session, NOW + 5 * HOUR)).name == "Ada"
    assert await bucket.of_session(session, NOW + 6 * HOUR) is None
    # Neither of the two does the work of the other, and neither is a lasting token.
    assert await bucket.of_session(token, NOW) is None
    assert await bucket.enter(session, NOW) is None
    assert await bucket.of_token(token, NOW) is None


async def test_of_many_who_open_a_link_at_once_one_gets_in(bucket):
    _, token = await bucket.make(LINK, Doing("desk", "desk", NOW))
    entered = await asyncio.gather(*(bucket.enter(token, NOW) for _ in range(5)))
    assert sum(one is not None for one in entered) == 1
    (session,) = (one[1] for one in entered if one is not None)
    assert await bucket.of_session(session, NOW) is not None


async def test_a_link_that_is_too_old_or_revoked_opens_nothing(bucket):
    grant, token = await bucket.make(LINK, Doing("desk", "desk", NOW))
    assert await bucket.enter(token, NOW + HOUR) is None
    await bucket.revoke(grant.id, Doing("desk", "desk", NOW))
    assert await bucket.enter(token, NOW) is None


async def test_revoking_ends_the_session_and_the_token(bucket):
    grant, token = await bucket.make(LINK, Doing("desk", "desk", NOW))
    _, session = await bucket.enter(token, NOW)
    assert (await bucket.revoke(grant.id, Doing("desk", "desk", NOW))).revoked_at == NOW
    assert await bucket.of_session(session, NOW) is None
    program, token = await bucket.make(TOKEN, Doing("desk", "desk", NOW))
    assert (await bucket.of_token(token, NOW + 23 * HOUR)).id == program.id
    assert await bucket.of_token(token, NOW + 24 * HOUR) is None
    await bucket.revoke(program.id, Doing("desk", "desk", NOW))
    assert await bucket.of_token(token, NOW) is None
    assert (await bucket.revoke(program.id, Doing("desk", "desk", NOW + HOUR))).revoked_at == NOW
    assert await bucket.revoke("0" * 16, Doing("desk", "desk", NOW)) is None


async def test_what_is_no_id_is_not_even_asked_for(bucket):
    bucket._bus.broken = True
    for name in ("", "*", ">", "a b", "0" * 15):
        assert await bucket.revoke(name, Doing("desk", "desk", NOW)) is None


async def test_revoking_while_a_link_is_opened_lets_nobody_in(bucket):
    grant, token = await bucket.make(LINK, Doing("desk", "desk", NOW))
    entered, revoked = await asyncio.gather(
        bucket.enter(token, NOW), bucket.revoke(grant.id, Doing("desk", "desk", NOW))
    )
    assert revoked.revoked_at == NOW
    assert entered is None or await bucket.of_session(entered[1], NOW) is None


async def test_what_was_not_given_out_opens_nothing(bucket):
    grant, token = await bucket.make(TOKEN, Doing("desk", "desk", NOW))
    for wrong in ("", "x", f"{grant.id}.{'a' * 32}", token + "a", f"{'0' * 16}.{token[17:]}", "\u00e9", token.upper()):
        assert await bucket.of_token(wrong, NOW) is None
        assert await bucket.of_session(wrong, NOW) is None
        assert await bucket.enter(wrong, NOW) is None


async def test_the_bucket_has_no_secret(bucket):
    _, token = await bucket.make(LINK, Doing("desk", "desk", NOW))
    _, session = await bucket.enter(token, NOW)
    (kept,) = [value async for _, value in bucket._bus.kv_items(BUCKET)]
    for secret in (token, session):
        assert secret.partition(".")[2].encode() not in kept
        assert len(secret.partition(".")[2]) * 6 >= 128


async def test_the_newest_is_listed_first(bucket):
    first, _ = await bucket.make(LINK, Doing("desk", "desk", NOW))
    second, _ = await bucket.make(TOKEN, Doing("Ada", "desk", NOW + HOUR))
    assert await bucket.all() == [second, first]


@pytest.mark.parametrize(
    "wanted",
    [
        LINK._replace(lasts=LONGEST + HOUR),
        LINK._replace(lasts=timedelta()),
        LINK._replace(role="owner"),
        LINK._replace(name=""),
        LINK._replace(events=["No slug"]),
    ],
)
async def test_a_grant_that_cannot_be_is_not_made(bucket, wanted):
    with pytest.raises(ValueError):
        await bucket.make(wanted, Doing("desk", "desk", NOW))
    assert await bucket.all() == []
