"""Commands for messages that could not be processed."""

from datetime import UTC, datetime
from typing import Annotated

import typer
from rich.markup import escape

from kibitz.bus_session import with_bus
from kibitz.commands.options import AsJson, Data, Nats
from kibitz.console import out, plain_table, print_json
from shared.bus.bus import Bus
from shared.bus.dead_letter import dead_letters, retry_dead, show_dead
from shared.bus.parking import parked_events, try_now
from shared.bus.topology import HANDLERS


def list_dead(
    service: Annotated[str | None, typer.Option(help="Only messages for this service.")] = None,
    nats: Nats = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """List the messages that could not be processed, oldest first."""

    async def collect(bus: Bus) -> list[dict[str, object]]:
        return [
            {"number": stored.seq, **stored.message.model_dump(mode="json", exclude={"body", "headers"})}
            async for stored in dead_letters(bus, service)
        ]

    letters = with_bus(nats, data, collect)
    if as_json:
        print_json(letters)
        return
    if not letters:
        out.print("no dead letters: every message was processed")
        return
    table = plain_table("number", "service", "died", "subject", "reason")
    for letter in letters:
        values = (letter[key] for key in ("number", "service", "died_at", "subject", "reason"))
        table.add_row(*(escape(str(value))[:200] for value in values))
    out.print(table)


def parked(
    now: Annotated[bool, typer.Option("--now", help="Try them again at once.")] = False,
    nats: Nats = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """List the events that are set aside until the next try of a message that failed."""

    async def collect(bus: Bus) -> list[dict[str, object]]:
        found = [
            {
                "service": service,
                "event": event,
                "since": moment(entry.since),
                "next": "now" if entry.by else moment(entry.due),
                "tries": entry.tries,
                "message": f"{entry.stream} {entry.seq}",
                "reason": entry.reason,
            }
            for service in HANDLERS
            async for event, entry in parked_events(bus, service)
        ]
        for service in HANDLERS if now else ():
            await try_now(bus, service)
        return found

    events = with_bus(nats, data, collect)
    if as_json:
        print_json(events)
    elif not events:
        out.print("no event is set aside")
    else:
        table = plain_table(*events[0])
        for event in events:
            table.add_row(*(escape(str(value))[:200] for value in event.values()))
        out.print(table)


def moment(seconds: float) -> str:
    """A moment in seconds since 1970 as it is shown, in UTC."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M:%S}"


def show(
    number: Annotated[int, typer.Argument(help="Number in the list.")], nats: Nats = None, data: Data = None
) -> None:
    """Show one of these messages in full, as JSON."""
    stored = with_bus(nats, data, lambda bus: show_dead(bus, number))
    print_json({"number": stored.seq, **stored.message.model_dump(mode="json")})


def retry(
    numbers: Annotated[list[int], typer.Argument(help="Numbers in the list.")], nats: Nats = None, data: Data = None
) -> None:
    """Send messages again, and remove them from the list."""

    async def again(bus: Bus) -> None:
        for number in numbers:
            sequence = await retry_dead(bus, number)
            out.print(f"[green]✓[/] {number} sent again as {sequence}")

    with_bus(nats, data, again)
