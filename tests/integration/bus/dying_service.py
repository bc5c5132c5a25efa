"""A service under a supervisor whose process is ended by one file, as by the kernel for want of memory.

`python -m tests.integration.bus.dying_service URL SERVICE` begins a process again as soon as it has died, from one that
has everything imported, and writes what happens as lines: `begun NAME`, `handled NAME`, `died`.
"""

import asyncio
import os
import signal
import sys

from contracts.messages import FileReceived, FragmentParsed
from shared.bus import parking
from shared.bus.router import ServiceRouter
from shared.bus.settings import BusSettings
from tests.support.nats_server import QUICK, running_bus


def handle(name: str) -> None:
    print("begun", name, flush=True)
    if name == "poison.xml":
        os.kill(os.getpid(), signal.SIGKILL)
    print("handled", name, flush=True)


async def serve(url: str, service: str) -> None:
    router = ServiceRouter(service)

    if service == "validation":

        @router.subscribe("parser.fragment.parsed.v1")
        async def on_fragment_parsed(message: FragmentParsed) -> None:
            handle(message.fragment.file.name)

    else:

        @router.subscribe("intake.file.received.v1")
        async def on_file_received(message: FileReceived) -> None:
            handle(message.file.name)

    async with running_bus(BusSettings.model_validate({"url": url, **QUICK}), router):
        await asyncio.Event().wait()


def main(url: str, service: str) -> None:
    parking.CLAIM, parking.LOOK = 0.5, 0.2
    while True:
        child = os.fork()
        if not child:
            asyncio.run(serve(url, service))
        signal.signal(signal.SIGTERM, lambda *_, child=child: (os.kill(child, signal.SIGKILL), os._exit(0)))
        os.waitpid(child, 0)
        print("died", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
