"""Commands that join the server of a hall and a public one: one on each side."""

from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError
from rich.markup import escape

from contracts.base import slug
from kibitz.console import Exit, fail, misused, out
from kibitz.stack.layout import DEFAULT_FOLDER
from kibitz.uplink import settings
from kibitz.uplink.settings import HallSide, PublicSide
from shared.errors import OperationFailed

Folder = Annotated[Path, typer.Option(help="Data folder of the server.")]


def token(
    hall: Annotated[str, typer.Argument(help="Name of the hall, as this server shows it.")],
    address: Annotated[
        str, typer.Option(help="Address by which the hall finds this server: wss://live.club.example/uplink.")
    ] = "ws://127.0.0.1:8090",
    host: Annotated[str, typer.Option(help="Address at which the uplink listens, behind the proxy.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port at which the uplink listens.", min=1, max=65_535)] = 8090,
    data: Folder = DEFAULT_FOLDER,
) -> None:
    """Make this the public server of a hall, and print the command for the hall. An older token is worthless then."""
    if isinstance(_known(data), HallSide):
        misused("the server in this folder is a hall with a public server of its own", "Use another --data folder.")
    try:
        found = settings.read_address(address)
        side = PublicSide(hall=slug(hall), token=settings.new_token(), address=found, host=host, port=port)
    except ValidationError as error:
        misused(f"{error.errors()[0]['loc'][0]}: {error.errors()[0]['msg']}")
    except ValueError as error:
        misused(str(error))
    settings.write(data, side)
    out.print(escape(f"kibitz hall connect {side.line}"), soft_wrap=True)


def connect(
    line: Annotated[str, typer.Argument(help="What `kibitz world token` printed on the public server.")],
    allow: Annotated[
        list[str] | None,
        typer.Option(help="What the public server may do: `queries` of players, or be a `desk`; may be repeated."),
    ] = None,
    data: Folder = DEFAULT_FOLDER,
) -> None:
    """Feed a public server from this one, which takes no decisions there unless allowed. Takes effect at once."""
    if isinstance(_known(data), PublicSide):
        misused("the server in this folder is the public server of a hall", "Use another --data folder.")
    try:
        side = settings.read_line(line, allow or ())
    except ValueError as error:
        misused(str(error), "Copy the whole line that `kibitz world token` printed.")
    settings.write(data, side)
    out.print(f"this hall feeds {escape(str(side.address))} while kibitz up runs; kibitz doctor shows how it stands")


def disconnect(data: Folder = DEFAULT_FOLDER) -> None:
    """Feed the public server no more. It keeps what it has."""
    if not isinstance(_known(data), HallSide):
        fail("this hall has no public server")
        raise typer.Exit(Exit.FINDINGS)
    settings.remove(data)
    out.print("the public server gets nothing more")


def _known(data: Path) -> settings.Settings | None:
    try:
        return settings.read(data)
    except OperationFailed:
        # What cannot be read is replaced.
        return None
