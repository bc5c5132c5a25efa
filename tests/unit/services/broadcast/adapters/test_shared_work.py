import asyncio

from services.broadcast.adapters.shared_work import SharedWork


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
