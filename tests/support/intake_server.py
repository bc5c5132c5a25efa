"""Intake and parsers in this process, on a real server: for tests that send files and ask what became of them."""

import asyncio
import http.client
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from services.acblscore_parser.app import create as acblscore
from services.acblscore_parser.settings import Settings as AcblscoreSettings
from services.intake.app import create as intake
from services.intake.settings import Settings
from services.pbn_parser.app import create as pbn
from services.pbn_parser.settings import Settings as PbnSettings
from services.trf_parser.app import create as trf
from services.trf_parser.settings import Settings as TrfSettings
from services.usebio_parser.app import create as usebio
from services.usebio_parser.settings import Settings as UsebioSettings
from shared.bus.bus import Bus
from shared.bus.settings import BusSettings
from shared.service import Service, run_services
from tests.support.ports import free_port
from tests.support.time_limits import scaled

QUICK = {"poll_ms": 30, "quiet_ms": 150, "patience_ms": 400, "alarm_ms": 2_000}
"""Settings with which files settle quickly."""


@dataclass
class Reply:
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class IntakeServer:
    """A running intake."""

    port: int
    bus: Bus

    async def request(self, method: str, target: str, body: Any = None, **headers: str) -> Reply:
        """Send one request as a simple client does: write everything, then read."""
        return await asyncio.to_thread(self._request, method, target, body, headers)

    def _request(self, method: str, target: str, body: Any, headers: dict[str, str]) -> Reply:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=scaled(60))
        try:
            chunked = body is not None and not isinstance(body, bytes) and not hasattr(body, "read")
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, target, body=body, headers=named, encode_chunked=chunked)
            answer = connection.getresponse()
            return Reply(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    async def put(self, name: str, data: bytes | Iterable[bytes], **headers: str) -> Reply:
        """Send a file."""
        return await self.request("PUT", f"/v1/files/{name}", data, **headers)

    async def status(self, sha256: str, *states: str, **headers: str) -> dict[str, Any]:
        """Where a file stands, once it stands at one of these."""
        for _ in range(400):
            reply = await self.request("GET", f"/v1/files/{sha256}", **headers)
            if reply.status == 200 and (not states or reply.json()["state"] in states):
                found: dict[str, Any] = reply.json()
                return found
            await asyncio.sleep(0.05)
        raise AssertionError(f"{sha256[:12]} does not come to {states}: {reply.status} {reply.body!r:.300}")

    async def said(self, pattern: str, model: Any) -> list[Any]:
        """Every message on the subjects of a pattern."""
        return [stored.message async for stored in self.bus.history(pattern, model)]


@asynccontextmanager
async def running_intake(
    bus_settings: BusSettings, *, watch: Iterable[Path] = (), parsers: bool = True, **changes: Any
) -> AsyncIterator[IntakeServer]:
    """An intake with its parsers until the end of the block."""
    port = free_port()
    settings = Settings(port=port, watch=tuple(watch), bus=bus_settings, **{**QUICK, **changes})
    services: list[Service[Any]] = [intake(lambda: settings)]
    if parsers:
        services += [
            usebio(lambda: UsebioSettings(bus=bus_settings)),
            pbn(lambda: PbnSettings(bus=bus_settings)),
            acblscore(lambda: AcblscoreSettings(bus=bus_settings)),
            trf(lambda: TrfSettings(bus=bus_settings)),
        ]
    stop = asyncio.Event()
    running = asyncio.ensure_future(run_services(services, stop=stop))
    try:
        async with asyncio.timeout(scaled(30)):
            while not all(service.started for service in services):
                if running.done():
                    await running
                await asyncio.sleep(0.01)
        await _until_listening(port)
        yield IntakeServer(port, services[0].bus)
    finally:
        stop.set()
        await running


async def _until_listening(port: int) -> None:
    for _ in range(200):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.02)
        else:
            writer.close()
            return
    raise AssertionError("the intake does not listen")
