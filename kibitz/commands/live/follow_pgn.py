"""The command that fetches games of chess from the web while they are played, and sends what is new to the intake."""

import asyncio
from datetime import datetime
from typing import Annotated

import typer
from rich.markup import escape

from kibitz.commands.live.send import outcome, report_outcome
from kibitz.commands.options import AsJson, Data, Intake, Token
from kibitz.console import Exit, misused, out, print_json
from kibitz.pgn_source.addresses import source_of
from kibitz.pgn_source.answers import Refused
from kibitz.pgn_source.follower import Follower, Pace
from kibitz.running_server import address_of
from kibitz_client.errors import NotReached
from kibitz_client.sending import send

FILE_NAME = "broadcast.pgn"
SENT_IN = 10.0
"""Seconds for the intake to take a file, and for what becomes of it."""


class NotTaken(Exception):
    """The intake refused a file, which has been reported."""


def follow_pgn(
    address: Annotated[
        str, typer.Argument(help="Page of a round or a tournament on lichess.org, or address of a PGN file.")
    ],
    event: Annotated[
        str | None, typer.Option(help="Identity of the event.", show_default="derived from the games")
    ] = None,
    every: Annotated[float, typer.Option(help="Seconds between two questions to a server without a stream.", min=5)] = (
        Pace().every
    ),
    to: Intake = None,
    token: Token = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Fetch chess results from a Lichess broadcast or from boards while play goes on. Ctrl-C stops it."""
    try:
        source = source_of(address)
    except ValueError as error:
        misused(str(error), "https://lichess.org/broadcast/…, or the address of a file games.pgn.")
    intake = address_of("intake", to, data)

    def tell(sentence: str) -> None:
        if as_json:
            print_json({"at": datetime.now().astimezone().isoformat(timespec="seconds"), "message": sentence})
        else:
            out.print(f"[dim]{datetime.now():%H:%M:%S}[/] {escape(sentence)}", soft_wrap=True)

    def deliver(games: bytes, finished: int, count: int) -> bool:
        try:
            answer = send(intake, FILE_NAME, games, token=token, event=event, timeout=SENT_IN)
            if answer.status in (429, 503):
                tell(f"{intake} has too much to do; sending again in {every:.0f} s")
                return False
            answer = outcome(intake, answer, token, SENT_IN)
        except NotReached as error:
            tell(f"nothing answers at {intake}: {error.reason}; sending again in {every:.0f} s")
            return False
        report_outcome(f"{datetime.now():%H:%M:%S} {finished} of {count} games finished", answer, as_json=as_json)
        if not answer.taken:
            raise NotTaken
        return True

    tell(f"following {source.url}")
    try:
        asyncio.run(Follower(source, deliver, tell, Pace(every=every)).run())
    except Refused as error:
        misused(str(error), error.advice)
    except NotTaken:
        raise typer.Exit(Exit.UNREADABLE) from None
    except KeyboardInterrupt:
        raise typer.Exit(Exit.FINE) from None
