"""The command that asks a running house for standings, those of now or of any time and round before.

It reads the accepted fragments of the event and scores them by the code that the house runs: what comes out is what was
published, to the byte.
"""

from collections.abc import Mapping
from datetime import datetime, time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from pydantic import ValidationError
from rich.markup import escape

from contracts.base import slug
from contracts.questions import Refusal, StandingsAsked
from kibitz.commands.known import misused
from kibitz.console import Exit, fail, out, print_json
from kibitz.on_the_bus import Nats, with_bus
from kibitz.runner.layout import DEFAULT_FOLDER
from kibitz.standings_tables import show_standings
from services.scoring.domain.event.answers import answer, gone_back
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.event.history import Accepted

if TYPE_CHECKING:
    from shared.bus.bus import Bus

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
    number: AfterRound = None,
    session: SessionOfRound = None,
    as_json: AsJson = False,
    top: Top = 40,
    nats: Nats = None,
    data: Data = DEFAULT_FOLDER,
) -> None:
    """Show the standings of an event of a running house: now, as of a time, or after a round."""
    moment = None if as_of is None else _moment(as_of)
    if slug(event) != event:
        misused(f"{event} is no name of an event", "kibitz watch lists the events.")
    try:
        question = StandingsAsked(event=event, as_of=moment, after_round=number, session=session)
    except ValidationError:
        misused("there is no such round", "With --session goes --after-round, a number from 1: --after-round 3.")
    accepted = with_bus(nats, data, lambda bus: _fragments(bus, event), patience=READING)
    answered = answer(question, accepted)
    found = answered.found
    if answered.refusal is not None or found is None:
        first = f"The first was at {_clock(accepted[0].at)}: ask for a later time." if accepted else ""
        _say_refused(answered.refusal, {"too-early": first})
        raise typer.Exit(Exit.UNREADABLE)
    if as_json:
        print_json(
            {
                "event": event,
                "as_of": moment and moment.isoformat(),
                "after_round": number,
                "session": session,
                "accepted": found.accepted,
                "accepted_today": found.accepted_today,
                "last_accepted_at": found.last_accepted_at.isoformat(),
                "calculated_at": found.calculated_at.isoformat(),
                "digest": found.digest,
                "standings": found.standings.model_dump(mode="json", exclude_none=True),
            }
        )
        return
    of = "" if found.accepted == found.accepted_today else f" of {found.accepted_today}"
    files = f"{found.accepted}{of} accepted files" if found.accepted_today > 1 else "1 accepted file"
    out.print(f"[dim]{files}, the last at {_clock(found.last_accepted_at)}[/]")
    show_standings(found.standings, top)


async def _fragments(bus: "Bus", event: str) -> list[Accepted]:
    from services.scoring.adapters.ledgers import accepted_fragments  # noqa: PLC0415 - brings the bus in

    return [one async for one in accepted_fragments(bus, event)]


def go_back(state: EventState, number: int | None, session: str | None) -> EventState | None:
    """An event after a round; None, and that has been said, where there is no such round."""
    back = gone_back(state, number, session)
    if isinstance(back, Refusal):
        _say_refused(back, {})
        return None
    return back


def _say_refused(refusal: Refusal | None, advice: Mapping[str, str]) -> None:
    """Say why there are no such standings, and what to do in the words of the command line."""
    words = {"no-event": "kibitz watch lists the events.", "no-rounds": "Ask without --after-round.", **advice}
    if refusal is not None:
        fail(refusal.message, words.get(refusal.code, refusal.advice))


def _moment(text: str) -> datetime:
    """A moment as people write it; without an offset, the time of this machine."""
    try:
        if ":" in text and "-" not in text[:5] and "T" not in text:
            return datetime.combine(datetime.now().astimezone().date(), time.fromisoformat(text)).astimezone()
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError):
        misused(f"{text} is no time", "Write 2031-10-03T21:40:05+02:00, or 21:40 for today.")


def _clock(at: datetime) -> str:
    return escape(f"{at.astimezone():%Y-%m-%d %H:%M:%S%z}")
