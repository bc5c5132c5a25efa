"""A receiver of webhooks, `python -m tests.support.webhook_receiver PORT FILE`: keeps what it accepts, a line for each.

What it answers is by chance, from the seed in the environment: most requests it accepts, some it refuses for now, and
some it accepts and is slow about. Killed after it has kept one, it has not answered it.
"""

import asyncio
import json
import os
import random
import sys
from pathlib import Path

from tests.support.one_by_one import Answer, serve


async def main(port: int, file: Path) -> None:
    chance = random.Random(os.environ.get("SEED", ""))
    with file.open("ab", buffering=0) as kept:

        async def act(target: str, headers: dict[str, str], body: bytes) -> Answer:
            if chance.random() < 0.15:
                return chance.choice((429, 500, 503)), [], b""
            kept.write(json.dumps({"headers": headers, "body": body.decode()}).encode() + b"\n")
            if chance.random() < 0.3:
                await asyncio.sleep(chance.random() / 5)
            return 204, [], b""

        server = await asyncio.start_server(lambda reader, writer: serve(reader, writer, act), "127.0.0.1", port)
        async with server:
            await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), Path(sys.argv[2])))
