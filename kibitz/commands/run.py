"""Commands that run the server: up, run, demo."""

import asyncio
import tempfile
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer
from rich.markup import escape
from rich.panel import Panel

from contracts.access.grants import Wanted
from kibitz.console import err, misused, out
from kibitz.stack.addresses import HOST_NAME, LOOPBACK, is_loopback, network_address, own_name
from kibitz.stack.layout import DEFAULT_FOLDER, SERVICES, is_free
from kibitz.stack.local_stack import LocalStack, Plan
from shared.errors import OperationFailed
from shared.signals import stop_on_signals

FIRST_LINK_LASTS = timedelta(minutes=15)
FIRST_LASTS = timedelta(hours=24)


def _report(message: str) -> None:
    err.print(f"[yellow]![/] {escape(message)}")


def up(
    watch: Annotated[Path | None, typer.Option(help="Folder to watch for result files.")] = None,
    data: Annotated[Path, typer.Option(help="Folder for all data.")] = DEFAULT_FOLDER,
    port: Annotated[
        int, typer.Option(help="Port of page and feed; the intake gets the next port.", min=1, max=65534)
    ] = 8080,
    processes: Annotated[bool, typer.Option("--processes", help="Run each service in a process of its own.")] = False,
    tokens: Annotated[
        str | None, typer.Option(envvar="KIBITZ_INTAKE_TOKENS", help="Tokens of senders: name=token,name=token.")
    ] = None,
    host: Annotated[
        str, typer.Option(help="Address at which the page listens: 0.0.0.0 serves the network. The intake does not.")
    ] = LOOPBACK,
    address: Annotated[
        str | None, typer.Option(help="Name or address of this machine in links.", show_default="found by itself")
    ] = None,
    metrics: Annotated[
        int | None, typer.Option(help="First port of metrics for Prometheus.", min=1, max=65524, show_default="none")
    ] = None,
) -> None:
    """Run everything on this machine: NATS, every service, the scoreboard. Ctrl-C stops it."""
    _refuse_taken_ports(port, host)
    if address and not HOST_NAME.fullmatch(address):
        misused(f"{address} is no name or address of a machine", "Write it as club.example or 192.0.2.1.")
    open_to = address or ("" if is_loopback(host) else network_address(host))
    plan = Plan(data, port, watch, processes, tokens, host, open_to, metrics or 0)
    for name, where in plan.measured().items():
        if not is_free(urlsplit(where).port or 0):
            misused(f"the port of {where} ({name}) is taken", "Choose others with --metrics.")
    try:
        asyncio.run(_up(plan))
    except OperationFailed as error:
        misused(str(error), "kibitz doctor shows what is wrong.")


async def _up(plan: Plan) -> None:
    stop = asyncio.Event()
    stack = LocalStack(plan, _report)
    with stop_on_signals(stop):
        try:
            await _start_or_stop(stack, stop)
            if not stop.is_set():
                # The desk and the intake of a public server are those of its hall.
                here = "intake" in stack.services
                link = await _first_link(plan, stack.bus) if plan.public and here else ""
                _greet(plan, stack.bus, link, here=here)
                await stack.run(stop)
        finally:
            err.print("stopping …")
            await stack.stop()


async def _start_or_stop(stack: LocalStack, stop: asyncio.Event) -> None:
    """Start the stack, and give up if Ctrl-C comes first."""
    starting = asyncio.create_task(stack.start())
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait({starting, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if starting.done():
        starting.result()
    else:
        starting.cancel()


async def _first_link(plan: Plan, bus: str) -> str:
    """A link that opens the desk for a director on another machine, once and soon."""
    # The client of NATS is not needed to print the help.
    from contracts.access.journal import Doing  # noqa: PLC0415
    from kibitz.bus_session import connected  # noqa: PLC0415
    from shared.kept.grants import GrantBucket  # noqa: PLC0415

    wanted = Wanted("director", "director", FIRST_LASTS, FIRST_LINK_LASTS)
    async with connected(bus) as session:
        _, token = await GrantBucket(session).make(wanted, Doing("kibitz up", "command", datetime.now(UTC)))
    return f"{plan.public}desk/enter?token={token}"


def _greet(plan: Plan, bus: str, link: str, *, here: bool) -> None:
    lines = [f"scoreboard and feed  [bold]{plan.public or plan.page}[/]"]
    if here:
        near = own_name(plan.host) == LOOPBACK
        desk = f"[bold]{plan.page}desk[/] on this machine" if near else "by the link below"
        lines += [f"director's desk      {desk}", f"intake               [bold]{plan.intake}/v1/files/[/]"]
    lines.append(f"bus                  [bold]{escape(bus)}[/]")
    if plan.watch is not None:
        lines.append(f"watching             [bold]{escape(str(plan.watch))}[/]")
    lines.append(f"everything is kept in {escape(str(plan.data))}; Ctrl-C stops")
    out.print(Panel("\n".join(lines), title="Kibitz is up", expand=False))
    if plan.public:
        _show_code("for players and kibitzers", plan.public)
    if link:
        minutes = FIRST_LINK_LASTS // timedelta(minutes=1)
        _show_code(f"the director's desk elsewhere: opens once, within {minutes} minutes", link)


def _show_code(title: str, link: str) -> None:
    """A link, and the same to be scanned."""
    import segno  # noqa: PLC0415 - only the link of a network is drawn

    drawing = StringIO()
    segno.make_qr(link, error="l").terminal(drawing, compact=True, border=2)
    out.print(f"\n{title}\n[bold]{escape(link)}[/]", soft_wrap=True)
    out.print(drawing.getvalue(), markup=False, soft_wrap=True)


def _refuse_taken_ports(port: int, host: str = LOOPBACK) -> None:
    for number, part, where in ((port, "page and feed", host), (port + 1, "intake", LOOPBACK)):
        if not is_free(number, where):
            misused(f"port {number} ({part}) is taken", "Choose another with --port.")


def run(service: Annotated[str, typer.Argument(help=f"The service: {', '.join(SERVICES)}.")]) -> None:
    """Run one service, with its settings from the environment."""
    name = service.replace("-", "_")
    if name not in SERVICES:
        misused(f"there is no service {service}", f"Services: {', '.join(SERVICES)}.")
    from kibitz.stack.worker import load  # noqa: PLC0415
    from shared.service import run as run_service  # noqa: PLC0415

    run_service([load(name)])


def demo(
    port: Annotated[
        int | None, typer.Option(help="Port of page and feed.", show_default="8080, or a free port", min=1, max=65534)
    ] = None,
    every: Annotated[float, typer.Option(help="Seconds between two rounds.", min=0)] = 5.0,
    tables: Annotated[int, typer.Option(help="Tables of the made-up event.", min=3, max=60)] = 14,
    leave: Annotated[bool, typer.Option("--leave", help="Stop after the last round instead of staying up.")] = False,
) -> None:
    """Play a made-up event round by round, and print the address where its standings move."""
    if port is not None:
        _refuse_taken_ports(port)
    with tempfile.TemporaryDirectory(prefix="kibitz-demo-") as folder:
        plan = Plan(Path(folder), port or _free_port(8080))
        try:
            asyncio.run(_demo(plan, every, tables, leave=leave))
        except OperationFailed as error:
            misused(str(error), "kibitz doctor shows what is wrong.")


def _free_port(preferred: int) -> int:
    for port in range(preferred, preferred + 200, 2):
        if is_free(port) and is_free(port + 1):
            return port
    misused("no two neighbouring ports are free", "Choose one with --port.")


async def _demo(plan: Plan, every: float, tables: int, *, leave: bool) -> None:
    stop = asyncio.Event()
    stack = LocalStack(plan, _report)
    with stop_on_signals(stop):
        try:
            with err.status("starting a NATS server and ten services …"):
                await _start_or_stop(stack, stop)
            if stop.is_set():
                return
            out.print(Panel(f"[bold]{plan.page}[/]", title="Watch the standings move", expand=False))
            running = asyncio.create_task(stack.run(stop))
            playing = asyncio.create_task(asyncio.to_thread(_play, plan, every, tables, stop))
            await asyncio.wait({playing, running}, return_when=asyncio.FIRST_COMPLETED)
            if not stop.is_set() and not leave:
                out.print("the event is over; the page stays up until Ctrl-C")
                await stop.wait()
            stop.set()
            await running
            await playing
        finally:
            err.print("stopping …")
            await stack.stop()


def _play(plan: Plan, every: float, tables: int, stop: asyncio.Event) -> None:
    # What makes up an event and cuts it into rounds would hold up the start of every stack.
    from contracts.facts import AsOf  # noqa: PLC0415
    from kibitz.commands.live.replay import play  # noqa: PLC0415
    from kibitz.replay.cut import cut  # noqa: PLC0415
    from kibitz.replay.made_up import Size, made_up_file  # noqa: PLC0415

    now = datetime.now(UTC)
    rounds = min(13, tables - 1 if tables % 2 == 0 else tables)
    data = made_up_file(Size(tables, rounds, 2), AsOf(at=now, source="stated"))
    parts = cut(data, "lanternlight.xml", now)
    play(parts, plan.intake, event="lanternlight", every=every, stopped=stop.is_set)
