"""The command that asks a running house for standings, those of now or of any time and round before.

It reads the accepted fragments of the event and scores them by the code that the house runs: what comes out is what was
published, to the byte.
"""

from datetime import datetime, time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.markup import escape

from contracts.base import slug
from kibitz.console import Exit, fail, out, print_json
from kibitz.on_the_bus import Nats, with_bus
from kibitz.runner.layout import DEFAULT_FOLDER
from kibitz.standings_tables import show_standings
from services.scoring.domain.earlier import Accepted, after_round, fold, rounds_played, until
from services.scoring.domain.event import EventState
from services.scoring.domain.publication import digest_of

if TYPE_CHECKING:
    from shared.messaging.bus import Bus

READING = 120.0
"""Seconds for reading the fragments of an event."""

AfterRound = Annotated[
    int | None, typer.Option("--after-round", help="What is known today of the rounds up to this one.", min=1)
]
SessionOfRound = Annotated[
    str | None, typer.Option("--session", help="Of which it is a round; default: the last that has begun.")
]
Data = Annotated[Path, typer.Option(help="Folder of the running house, to find its addresses.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]
Top = Annotated[int, typer.Option(help="Rows to show of each ranking.", min=1)]


def standings(
    event: Annotated[str, typer.Argument(help="Identity of the event, as the scoreboard's address has it.")],
    as_of: Annotated[
        str | None,
        typer.Option("--as-of", help="As they were published then: 2031-10-03T21:40:05+02:00, or 21:40 of today."),
    ] = None,
    number: AfterRound = None, session: SessionOfRound = None, as_json: AsJson = False, top: Top = 40,
    nats: Nats = None, data: Data = DEFAULT_FOLDER,
) -> None:  # fmt: skip
    """Show the standings of an event of a running house: now, as of a time, or after a round."""
    moment = None if as_of is None else _moment(as_of)
    if slug(event) != event:
        _misused(f"{event} is no name of an event", "kibitz watch lists the events.")
    accepted = with_bus(nats, data, lambda bus: _fragments(bus, event), patience=READING)
    if not accepted:
        _misused(f"no file of {event} has been accepted", "kibitz watch lists the events.")
    taken = accepted if moment is None else until(accepted, moment)
    if not taken:
        first = _clock(accepted[0].at)
        _misused(f"at {as_of} no file of {event} had been accepted", f"The first was at {first}: ask for a later time.")
    state = go_back(fold(event, taken), number, session)
    if state is None:
        raise typer.Exit(Exit.UNREADABLE)
    scored, _ = state.score()
    last = taken[-1].at
    if as_json:
        print_json(
            {
                "event": event, "as_of": moment and moment.isoformat(), "after_round": number, "session": session,
                "accepted": len(taken), "accepted_today": len(accepted), "last_accepted_at": last.isoformat(),
                "calculated_at": scored.calculated_at.isoformat(), "digest": digest_of(scored.standings),
                "standings": scored.standings.model_dump(mode="json", exclude_none=True),
            }
        )  # fmt: skip
        return
    of = "" if len(taken) == len(accepted) else f" of {len(accepted)}"
    files = f"{len(taken)}{of} accepted files" if len(accepted) > 1 else "1 accepted file"
    out.print(f"[dim]{files}, the last at {_clock(last)}[/]")
    show_standings(scored.standings, top)


async def _fragments(bus: "Bus", event: str) -> list[Accepted]:
    from services.scoring.adapters.ledgers import accepted_fragments  # noqa: PLC0415 - brings the bus in

    return [one async for one in accepted_fragments(bus, event)]


def go_back(state: EventState, number: int | None, session: str | None) -> EventState | None:
    """An event after a round; None, and that has been said, where there is no such round.

    Args:
        state: the event.
        number: of the round; None for the event as it is.
        session: of which it is a round; None for the last one that has begun.
    """
    if number is None:
        return state
    played = rounds_played(state)
    if not played:
        fail(f"{state.event}: the files do not say which round anything was played in", "Ask without --after-round.")
        return None
    wanted = played[-1][0] if session is None else session
    numbers = [one for of, one in played if of == wanted]
    if not numbers:
        known = ", ".join(dict.fromkeys(of or "(no name)" for of, _ in played))
        fail(f"{state.event}: nothing was played in a session {wanted}", f"Sessions with results: {known}")
        return None
    if number not in numbers:
        of = f" of session {wanted}" if wanted else ""
        fail(
            f"{state.event}: round {number}{of} has not been played",
            f"Results are in of round{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}.",
        )
        return None
    return after_round(state, number, wanted)


def _moment(text: str) -> datetime:
    """A moment as people write it; without an offset, the time of this machine."""
    try:
        if ":" in text and "-" not in text[:5] and "T" not in text:
            return datetime.combine(datetime.now().astimezone().date(), time.fromisoformat(text)).astimezone()
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError):
        _misused(f"{text} is no time", "Write 2031-10-03T21:40:05+02:00, or 21:40 for today.")


def _clock(at: datetime) -> str:
    return escape(f"{at.astimezone():%Y-%m-%d %H:%M:%S%z}")


def _misused(message: str, advice: str) -> NoReturn:
    fail(message, advice)
    raise typer.Exit(Exit.UNREADABLE)
