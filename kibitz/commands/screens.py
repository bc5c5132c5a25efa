"""Commands for the screens of a room."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError
from rich.markup import escape

from contracts.screens.room import Room, Screen
from kibitz.bus_session import with_bus
from kibitz.commands.options import AsJson, Data, Nats
from kibitz.console import misused, out, plain_table, print_json
from shared.bus.bus import Bus
from shared.kept.screens import ScreenBucket

LARGEST = 100_000
"""Bytes of the file of a screen."""

Name = Annotated[str, typer.Argument(help="Of the screen, as in its address.")]


def list_screens(nats: Nats = None, data: Data = None, as_json: AsJson = False) -> None:
    """List the screens of the room."""
    room = _read(nats, data)
    if as_json:
        print_json([screen.model_dump(mode="json") for screen in room.screens])
        return
    if not room.screens:
        out.print("there is no screen")
        return
    table = plain_table("name", "title", "shows")
    for screen in room.screens:
        parts = ", ".join(f"{part.view} {part.event}".strip() for part in screen.parts)
        table.add_row(*map(escape, (screen.name, screen.title, parts)))
    out.print(table)


def show(name: Name, nats: Nats = None, data: Data = None) -> None:
    """Print a screen as JSON, which `set` reads."""
    screen = _read(nats, data).screen(name)
    if screen is None:
        misused(f"there is no screen {name}", "kibitz screen list shows those that there are.")
    print_json(screen.model_dump(mode="json", exclude_defaults=True))


def set_screen(
    file: Annotated[Path, typer.Argument(help="JSON as `show` prints it; - for standard input.")],
    nats: Nats = None,
    data: Data = None,
) -> None:
    """Make a screen, or put another composition in its place."""
    try:
        text = sys.stdin.buffer.read(LARGEST + 1) if str(file) == "-" else file.read_bytes()[: LARGEST + 1]
        if len(text) > LARGEST:
            raise ValueError(f"a screen has at most {LARGEST} bytes")
        screen = Screen.model_validate_json(text)
        _change(nats, data, lambda room: room.with_screen(screen))
    except ValidationError as error:
        first = error.errors()[0]
        misused(f"{'.'.join(map(str, first['loc'])) or 'screen'}: {first['msg']}", "See docs/screens.md.")
    except (OSError, ValueError) as error:
        misused(str(error))
    out.print(f"screen {escape(screen.name)} is set")


def remove(name: Name, nats: Nats = None, data: Data = None) -> None:
    """Remove a screen, with the announcements and timers for it alone."""

    def without(room: Room) -> Room:
        if room.screen(name) is None:
            misused(f"there is no screen {name}", "kibitz screen list shows those that there are.")
        return room.without_screen(name)

    _change(nats, data, without)
    out.print(f"removed {escape(name)}")


def _read(nats: str | None, data: Path | None) -> Room:
    return with_bus(nats, data, lambda bus: ScreenBucket(bus).read())


def _change(nats: str | None, data: Path | None, change: Callable[[Room], Room]) -> None:
    async def act(bus: Bus) -> Room:
        return await ScreenBucket(bus).change(change)

    with_bus(nats, data, act)
