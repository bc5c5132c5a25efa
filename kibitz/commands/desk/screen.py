"""Commands for the screens in the rooms; announcements and timers are made at the desk."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError
from rich.markup import escape

from contracts.screens.screen import Screens
from kibitz.bus_session import by_command, with_bus
from kibitz.commands.options import AsJson, Data, Nats
from kibitz.console import misused, out, plain_table, print_json
from shared.kept.screens import ScreenBucket

MOST_BYTES = 500_000


def list_screens(nats: Nats = None, data: Data = None, as_json: AsJson = False) -> None:
    """List the screens in the rooms; --json prints what `kibitz screen set` reads."""
    screens = with_bus(nats, data, lambda bus: ScreenBucket(bus).read()).screens
    if as_json:
        print_json([screen.model_dump(mode="json") for screen in screens])
        return
    if not screens:
        out.print("there is no screen")
        return
    table = plain_table("address", "title", "parts", "read from", right=("parts", "read from"))
    for screen in screens:
        table.add_row(f"/screens/{screen.name}", escape(screen.title), str(len(screen.parts)), f"{screen.metres} m")
    out.print(table)


def set_screens(
    file: Annotated[Path, typer.Argument(help="JSON, a list of screens as `kibitz screen list --json` prints it.")],
    nats: Nats = None,
    data: Data = None,
) -> None:
    """Compose screens from a file: those of the same names are replaced, others stay."""
    try:
        if file.stat().st_size > MOST_BYTES:
            misused(f"{file} is larger than {MOST_BYTES} bytes")
        given = Screens.model_validate_json(b'{"screens":' + file.read_bytes() + b"}").screens
        names = {screen.name for screen in given}

        def change(screens: Screens) -> Screens:
            return screens.replace(screens=(*(each for each in screens.screens if each.name not in names), *given))

        said, doing = f"Composed: {', '.join(sorted(names))}.", by_command(datetime.now(UTC))
        with_bus(nats, data, lambda bus: ScreenBucket(bus).act(change, doing, lambda _: said))
    except OSError as error:
        misused(f"{file} cannot be read: {error.strerror}")
    except ValidationError as error:
        first = error.errors()[0]
        misused(f"{file}: {'.'.join(map(str, first['loc'][1:]))}: {first['msg']}")
    out.print(f"composed {escape(', '.join(sorted(names)))}")


def remove(
    name: Annotated[str, typer.Argument(help="Name in its address.")], nats: Nats = None, data: Data = None
) -> None:
    """Remove a screen, with its announcements and its timer."""
    if with_bus(nats, data, lambda bus: ScreenBucket(bus).read()).screen(name) is None:
        misused(f"there is no screen {name}", "kibitz screen list shows those that there are.")
    said, doing = f"Screen removed: {name}.", by_command(datetime.now(UTC))
    with_bus(nats, data, lambda bus: ScreenBucket(bus).act(lambda screen: screen.without(name), doing, lambda _: said))
    out.print(f"removed {escape(name)}")
