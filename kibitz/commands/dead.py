"""Commands for messages that could not be processed."""

from typing import Annotated

import typer
from rich.markup import escape

from kibitz.bus_session import with_bus
from kibitz.commands.options import AsJson, Data, Nats
from kibitz.console import out, plain_table, print_json
from shared.bus.bus import Bus
from shared.bus.dead_letter import dead_letters, retry_dead, show_dead


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
