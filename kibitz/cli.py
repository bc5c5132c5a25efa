"""The command line: `kibitz COMMAND`.

Exit codes: 0 fine, 1 findings of severity error, 2 unreadable or misused.
"""

from typing import Annotated

import typer

from kibitz import __version__
from kibitz.commands import files, house, live, operations

app = typer.Typer(
    name="kibitz",
    help="Tournament files in, live standings out.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_show_locals=False,
)

_RUN = "Run it"
_FILES = "Files, without anything running"
_LIVE = "A running house"

app.command("up", rich_help_panel=_RUN)(house.up)
app.command("demo", rich_help_panel=_RUN)(house.demo)
app.command("run", rich_help_panel=_RUN)(house.run)
app.command("doctor", rich_help_panel=_RUN)(operations.doctor)
app.command("read", rich_help_panel=_FILES)(files.read)
app.command("check", rich_help_panel=_FILES)(files.check)
app.command("score", rich_help_panel=_FILES)(files.score)
app.command("seat", rich_help_panel=_FILES)(files.seat)
app.command("convert", rich_help_panel=_FILES)(files.convert)
app.command("send", rich_help_panel=_LIVE)(live.send_files)
app.command("watch", rich_help_panel=_LIVE)(live.watch)
app.command("replay", rich_help_panel=_LIVE)(live.replay)
app.add_typer(operations.dead, name="dead", rich_help_panel=_LIVE)


def _say_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kibitz {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Say the version and leave.")
    ] = False,
) -> None:
    """Tournament files in, live standings out."""


def main() -> None:
    """Run the command line."""
    app()
