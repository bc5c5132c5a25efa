from datetime import UTC, datetime, timedelta

from shared.kept.uplink import TRUSTED, Uplink, UplinkBucket
from tests.support.memory_bus import MemoryBus

NOW = datetime(2026, 3, 7, 19, 5, tzinfo=UTC)


def uplink(**fields: object) -> Uplink:
    values = {"side": "hall", "other": "wss://live.club.example", "standing": True, "since": NOW, "at": NOW, **fields}
    return Uplink.model_validate(values)


async def test_the_newest_report_is_kept_and_can_be_taken_back() -> None:
    bucket = UplinkBucket(MemoryBus())  # type: ignore[arg-type]
    assert await bucket.read() is None
    await bucket.write(uplink())
    await bucket.write(uplink(behind=3))
    assert await bucket.read() == uplink(behind=3)
    await bucket.write(None)
    assert await bucket.read() is None


def test_a_report_says_in_words_how_it_stands() -> None:
    other = "the public server wss://live.club.example"
    assert uplink().sentence(NOW) == f"{other} has been connected since 2026-03-07 19:05 UTC, up to date"
    assert uplink(behind=1).sentence(NOW).endswith("1 message behind")
    away = uplink(standing=False, behind=7).sentence(NOW)
    assert away == f"{other} has not been connected since 2026-03-07 19:05 UTC; 7 messages behind"
    world = uplink(side="world", other="old-town", standing=False, behind=7).sentence(NOW)
    assert world == "the hall old-town has not been connected since 2026-03-07 19:05 UTC"


def test_a_report_that_nobody_renews_does_not_hold() -> None:
    assert uplink().stands(NOW + TRUSTED - timedelta(seconds=1))
    assert not uplink().stands(NOW + TRUSTED)
    assert "not been connected" in uplink().sentence(NOW + TRUSTED)
