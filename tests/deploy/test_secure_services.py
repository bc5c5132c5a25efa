"""All services, each with its own user and account, over TLS: a file in, standings and exports out, nothing denied."""

import asyncio
import importlib
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from contracts import subjects
from contracts.messages import DeadLetter, StandingsPublished
from deploy.nats.render import OPERATOR
from services.intake.adapters.audit.auditor import Auditor
from shared.bus.topology import services
from shared.provisioner import Settings as ProvisionerSettings
from shared.provisioner import create as create_provisioner
from shared.service import Service, run_services
from shared.telemetry import Telemetry, TelemetrySettings
from tests.integration.bus.samples import until
from tests.support.ports import free_port
from tests.support.secure_server import SecureServer, make_certificates, secure_server
from tests.support.time_limits import scaled

pytestmark = pytest.mark.connected

FILE = Path(__file__).parents[1] / "data/usebio/in-play-round-2.xml"


def every_service(server: SecureServer, inbox: Path, page: int) -> list[Service[Any]]:
    own = {"broadcast": {"port": page}, "intake": {"port": free_port(), "watch": str(inbox)}}
    made: list[Service[Any]] = [create_provisioner(lambda: ProvisionerSettings(bus=server.settings(OPERATOR)))]
    for name in services():
        app, settings = (importlib.import_module(f"services.{name}.{part}") for part in ("app", "settings"))
        given = {"bus": server.settings(name), **own.get(name, {})}
        made.append(app.create(lambda kind=settings.Settings, given=given: kind(**given)))
    return made


async def test_every_service_works_in_its_own_account_and_is_denied_nothing(tmp_path: Path):
    inbox, page, stop = tmp_path / "inbox", free_port(), asyncio.Event()
    inbox.mkdir()
    with secure_server(tmp_path, make_certificates(tmp_path / "tls")) as server:
        made = every_service(server, inbox, page)
        running = asyncio.ensure_future(run_services(made, Telemetry(TelemetrySettings(frozen_after=0)), stop=stop))
        await until(lambda: running.done() or all(service.started for service in made), patience=60)
        assert not running.done(), running.exception()
        (inbox / "a.xml").write_bytes(FILE.read_bytes())
        bus = made[0].bus
        follow = bus.follow(subjects.standings_published(subjects.ANY), StandingsPublished, 1)
        async with asyncio.timeout(scaled(60)):
            event = (await anext(follow)).message.standings.event
        await follow.aclose()
        for path in ("standings", "files/csv", "files/usebio"):
            address = f"http://127.0.0.1:{page}/v1/events/{event}/{path}"
            async with asyncio.timeout(scaled(60)):
                while not await asyncio.to_thread(answers, address):
                    await asyncio.sleep(0.05)
        assert [letter async for letter in bus.history("dead.*", DeadLetter)] == []
        intake = next(service for service in made if service.name == "intake")
        report = await Auditor(intake.bus).audit(repair=False)
        assert report.ok, report.found
        assert report.messages > 10
        assert "KV_SECRETS" in report.unread
        for service in made:
            assert (await service.bus.healthy()).ok, service.name
            assert service.bus.client.last_error is None, service.name
        stop.set()
        await running


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=30) as response:
            return response.status == 200
    except OSError:
        return False
