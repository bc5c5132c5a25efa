"""The command that plays a finished file again against a running server."""

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from kibitz.commands.live.send import not_reached
from kibitz.commands.options import Data, Intake, Token
from kibitz.console import err, misused
from kibitz.replay.cut import Part, cut, minutes_a_part
from kibitz.replay.disorder import Disorder, disorderly
from kibitz.running_server import address_of
from kibitz_client.errors import NotReached
from kibitz_client.sending import send
from shared.errors import InputRejected

_SECONDS = {"ms": 0.001, "s": 1.0, "": 1.0, "m": 60.0}
_TIME = re.compile(r"(\d{1,7}(?:\.\d{1,3})?) ?(ms|s|m|)")
_SHARE = re.compile(r"(\d{1,3}) ?%?")


def seconds_of(text: str) -> float:
    """A time such as 5s, 500ms or 2m in seconds; a number alone is seconds."""
    match = _TIME.fullmatch(text.strip())
    if match is None:
        raise typer.BadParameter("write a time such as 5s, 500ms or 2m")
    return float(match[1]) * _SECONDS[match[2]]


def percent_of(text: str) -> int:
    """A percentage, written 10% or 10."""
    match = _SHARE.fullmatch(text.strip())
    if match is None or int(match[1]) > 100:
        raise typer.BadParameter("write a percentage from 0% to 100%")
    return int(match[1])


def _share(text: str) -> object:
    return typer.Option(help=text, metavar="PERCENT", parser=percent_of)


def replay(
    file: Annotated[
        Path, typer.Argument(help="A finished file; it is cut into the files that would have been sent during play.")
    ],
    to: Intake = None,
    token: Token = None,
    every: Annotated[
        float,
        typer.Option(
            "--every", "--round-every", help="Time between two parts: 5s, 500ms, 2m.", metavar="TIME", parser=seconds_of
        ),
    ] = "2s",  # type: ignore[assignment]
    speed: Annotated[
        float | None, typer.Option(help="Times faster than real play; instead of --every.", min=0.1)
    ] = None,
    shuffle: Annotated[bool, typer.Option("--shuffle", help="Send the parts in any order.")] = False,
    duplicate: Annotated[int, _share("Share of the parts to send twice: 10%.")] = "0%",  # type: ignore[assignment]
    late: Annotated[int, _share("Share of the parts to send late.")] = "0%",  # type: ignore[assignment]
    mistakes: Annotated[int, _share("Share of the parts with a mistake that the next one corrects.")] = "0%",  # type: ignore[assignment]
    seed: Annotated[int, typer.Option(help="Seed of the disorder; the same seed gives the same disorder.")] = 1,
    data: Data = None,
) -> None:
    """Play a finished file again, round by round if it has rounds, else board by board."""
    address = address_of("intake", to, data)
    try:
        parts = cut(file.read_bytes(), file.name, datetime.now(UTC), mistakes=mistakes, seed=seed)
        pause = every if speed is None else minutes_a_part(parts) * 60 / speed
        play(disorderly(parts, Disorder(shuffle, duplicate, late), seed), address, token=token, every=pause)
    except OSError as error:
        misused(f"{file}: {error.strerror}", "Give the path of a file that you may read.")
    except InputRejected as error:
        misused(f"{file}: {error}", error.code.advice)
    except NotReached as error:
        not_reached(address, error)


def play(
    parts: list[Part],
    address: str,
    *,
    token: str | None = None,
    event: str | None = None,
    every: float = 2.0,
    stopped: Callable[[], bool] = lambda: False,
) -> None:
    """Send the parts of a replay, with a progress bar, until `stopped` is true; NotReached when nobody answers."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=err) as progress:
        task = progress.add_task("starting", total=len(parts))
        for number, part in enumerate(parts):
            if number:
                _sleep(every, stopped)
            if stopped():
                return
            answer = send(
                address, part.name, part.data, token=token, event=event or part.event, written_at=part.written_at
            )
            text = part.label if answer.taken else f"{part.label}: {answer.body.get('message', answer.status)}"
            progress.update(task, advance=1, description=escape(text))


def _sleep(seconds: float, stopped: Callable[[], bool]) -> None:
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0 and not stopped():
        time.sleep(min(left, 0.1))
