"""Many clients in one process: `python -m bench.crowd FEED CLIENTS`; they follow the list of events and read on."""

import asyncio
import json
import sys

from websockets.asyncio.client import connect


async def one(feed: str, ready: asyncio.Semaphore) -> None:
    async with connect(feed, subprotocols=["standings.v1+json"], max_size=None) as connection:
        await connection.send(json.dumps({"type": "subscribe", "id": 1, "channel": "events"}))
        await connection.recv()
        ready.release()
        async for _ in connection:
            continue


async def main() -> None:
    feed, clients = sys.argv[1], int(sys.argv[2])
    ready = asyncio.Semaphore(0)
    tasks = []
    for number in range(clients):
        tasks.append(asyncio.create_task(one(feed, ready)))
        if number % 50 == 49:
            await asyncio.sleep(0.05)
    for _ in range(clients):
        await ready.acquire()
    print(f"connected {clients}", flush=True)
    await asyncio.gather(*tasks, return_exceptions=True)


if __name__ == "__main__":
    asyncio.run(main())
