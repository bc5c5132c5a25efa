"""The command that asks a running server for standings: now, at an earlier time, or after a round.

It reads the accepted fragments of the event and scores them by the code that the server runs, so the result is what was
published, to the byte.
"""

from datetime import datetime, time
from typing import Annotated

import typer
from pydantic import ValidationError
from rich.markup import escape

from contracts.base import slug
from contracts.questions import StandingsAsked
from kibitz.bus_session import with_bus
from kibitz.commands.options import AfterRound, AsJson, Data, Nats, SessionOfRound, Top
from kibitz.console import Exit, misused, out, print_json
from kibitz.running_server import address_of
from kibitz.scoreboard import event_named
from kibitz.standings_tables import report_refusal, show_standings
from services.scoring.adapters.ledgers import accepted_fragments
from services.scoring.domain.event.answers import answer
from services.scoring.domain.event.history import Accepted
from shared.bus.bus import Bus

READING = 120.0
"""Seconds for reading the fragments of an event."""


def standings(
    event: Annotated[str, typer.Argument(help="The event, or the beginning of its name in `kibitz events list`.")],
    as_of: Annotated[
        str | None, typer.Option("--as-of", help="As they stood then: 2031-10-03T21:40:05+02:00, or 21:40 for today.")
    ] = None,
    number: AfterRound = None,
    session: SessionOfRound = None,
    as_json: AsJson = False,
    top: Top = 40,
    nats: Nats = None,
    data: Data = None,
) -> None:
    """Show the standings of an event: now, as of a time, or after a round."""
    moment = None if as_of is None else _moment(as_of)
    if not nats:
        event = event_named(address_of("page", None, data), event, None)
    if slug(event) != event:
        misused(f"{event} is not the identity of an event", "kibitz events list shows the events.")
    try:
        question = StandingsAsked(event=event, as_of=moment, after_round=number, session=session)
    except ValidationError:
        misused("--session needs --after-round", "Give the round as well: --after-round 3.")

    async def fragments(bus: Bus) -> list[Accepted]:
        return [fragment async for fragment in accepted_fragments(bus, event)]

    accepted = with_bus(nats, data, fragments, patience=READING)
    answered = answer(question, accepted)
    earlier = answered.earlier
    if answered.refusal is not None or earlier is None:
        first = f"The first was at {_clock(accepted[0].at)}: ask for a later time." if accepted else ""
        report_refusal(answered.refusal, {"too-early": first})
        raise typer.Exit(Exit.UNREADABLE)
    if as_json:
        print_json(
            {
                "event": event,
                "as_of": moment and moment.isoformat(),
                "after_round": number,
                "session": session,
                "accepted": earlier.accepted,
                "accepted_today": earlier.accepted_today,
                "last_accepted_at": earlier.last_accepted_at.isoformat(),
                "calculated_at": earlier.calculated_at.isoformat(),
                "digest": earlier.digest,
                "standings": earlier.standings.model_dump(mode="json", exclude_none=True),
            }
        )
        return
    of = "" if earlier.accepted == earlier.accepted_today else f" of {earlier.accepted_today}"
    files = f"{earlier.accepted}{of} accepted files" if earlier.accepted_today > 1 else "1 accepted file"
    out.print(f"[dim]{files}, the last at {_clock(earlier.last_accepted_at)}[/]")
    show_standings(earlier.standings, top)


def _moment(text: str) -> datetime:
    """A moment as it is typed; without an offset, in the time zone of this machine."""
    try:
        if ":" in text and "-" not in text[:5] and "T" not in text:
            return datetime.combine(datetime.now().astimezone().date(), time.fromisoformat(text)).astimezone()
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError):
        misused(f"{text} is not a time", "Write 2031-10-03T21:40:05+02:00, or 21:40 for today.")


def _clock(at: datetime) -> str:
    return escape(f"{at.astimezone():%Y-%m-%d %H:%M:%S%z}")
