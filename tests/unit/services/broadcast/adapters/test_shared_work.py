import asyncio

import pytest

from services.broadcast.adapters.shared_work import Recent, SharedWork


async def test_work_is_done_once_for_all_who_want_it_at_the_same_time_and_again_later() -> None:
    done: list[str] = []
    go = asyncio.Event()

    async def work(key: str) -> str:
        done.append(key)
        await go.wait()
        return key.upper()

    shared = SharedWork(work)
    first, second, other = (asyncio.ensure_future(shared.of(key)) for key in ("a", "a", "b"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert (len(shared), "a" in shared, "c" in shared) == (2, True, False)
    first.cancel()
    go.set()
    assert [await second, await other, done] == ["A", "B", ["a", "b"]]
    assert len(shared) == 0
    assert await shared.of("a") == "A"
    assert done == ["a", "b", "a"]


async def test_what_was_read_a_moment_ago_is_not_read_again_and_what_failed_is() -> None:
    read: list[str] = []
    now = [0.0]

    async def reading(key: str) -> int:
        read.append(key)
        if len(read) == 1:
            raise ValueError("no")
        return len(read)

    recent = Recent(reading, 2.0, lambda: now[0])
    with pytest.raises(ValueError, match="no"):
        await recent.of("a")
    assert await asyncio.gather(*(recent.of("a") for _ in range(5))) == [2] * 5
    assert [await recent.of("b"), await recent.of("a"), len(recent)] == [3, 2, 2]
    assert [await recent.anew("a"), await recent.of("a")] == [4, 4]
    now[0] = 2.0
    assert [await recent.of("a"), len(recent)] == [5, 1]
