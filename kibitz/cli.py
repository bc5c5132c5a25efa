"""The command line: `kibitz COMMAND`.

Exit codes: 0 fine, 1 findings of severity error, 2 unreadable or misused.
"""

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from kibitz import __version__
from kibitz.commands import (
    director,
    events,
    files,
    history,
    house,
    live,
    match_rulings,
    movement,
    next_seats,
    operations,
    replaying,
    seating,
)


class FilesByDefault(TyperGroup):
    """A group whose first command is meant where no command is named: `kibitz seat FILE`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - its class is typer's own affair
        """Put the command in that is left out."""
        if args and args[0] not in self.commands and args[0] != "--help":
            args = [next(iter(self.commands)), *args]
        return super().parse_args(ctx, args)


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

seats = typer.Typer(
    cls=FilesByDefault, help="Who sits where in the next round: of FILE…, or what the director says of it."
)
seats.command("files")(seating.seat)
seats.command("lock")(director.lock)
seats.command("unlock")(director.unlock)
seats.command("start")(next_seats.start)
seats.command("withdraw")(next_seats.withdraw)
seats.command("absent")(next_seats.absent)
seats.command("return")(next_seats.come_back)
seats.command("system")(next_seats.system)

house.add_to(app, _RUN)
app.command("doctor", rich_help_panel=_RUN)(operations.doctor)
app.command("read", rich_help_panel=_FILES)(files.read)
app.command("check", rich_help_panel=_FILES)(files.check)
app.command("score", rich_help_panel=_FILES)(files.score)
app.add_typer(seats, name="seat", rich_help_panel=_FILES)
app.command("movement", rich_help_panel=_FILES)(movement.movement)
app.command("convert", rich_help_panel=_FILES)(files.convert)
app.command("send", rich_help_panel=_LIVE)(live.send_files)
app.command("watch", rich_help_panel=_LIVE)(live.watch)
app.command("standings", rich_help_panel=_LIVE)(history.standings)
app.command("replay", rich_help_panel=_LIVE)(replaying.replay)
director.decide.command("match")(match_rulings.match)
director.decide.command("removed")(match_rulings.removed)
app.add_typer(director.decide, name="decide", rich_help_panel=_LIVE)
app.add_typer(events.events, name="events", rich_help_panel=_LIVE)
app.command("retract", rich_help_panel=_LIVE)(director.retract)
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
