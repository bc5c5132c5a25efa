"""What the public sees of an event, decided at the command line."""

import re
from datetime import UTC, datetime
from typing import Annotated

import typer
from pydantic import ValidationError
from rich.markup import escape

from contracts.access.new_events import NewEvents
from contracts.decisions import OfPublic, SetPublic
from kibitz.bus_session import by_command, with_bus
from kibitz.commands.director.delivery import Delivery
from kibitz.commands.options import By, Data, Event, Nats
from kibitz.console import misused, out
from shared.bus.bus import Bus
from shared.formats.decisions.sentences import seen
from shared.kept.new_events import NewEventsBucket

LONGEST_NAME = 64
"""Characters."""

SHOWN, HIDDEN = "shown", "hidden"
EXAMPLE = "Example: kibitz decide public EVENT --ranking hidden, later kibitz decide public EVENT --release"
EXAMPLE_NEW = "Example: kibitz decide new-events --ranking hidden, later kibitz decide new-events --ranking shown"

RankingSeen = Annotated[
    str | None, typer.Option("--ranking", help="shown, hidden, or how many places are shown.", metavar="RANKING")
]
UntilRound = Annotated[
    int | None,
    typer.Option(
        help="Once a later round has begun, the ranking stays as it was after this one; boards, matches and games "
        "are closed then. Rounds count session by session.",
        metavar="ROUND",
        min=1,
        max=10_000,
    ),
]
BoardsSeen = Annotated[
    str | None,
    typer.Option(
        "--boards",
        help="Travellers and deals: all; complete: when all results of the event are in; own: only by private "
        "links, those played; none.",
        metavar="BOARDS",
        show_default="none unless the ranking is shown",
    ),
]
Delay = Annotated[
    int | None, typer.Option(help="Minutes by which all but the seats is shown later, up to 30.", metavar="MINUTES")
]
Queries = Annotated[bool, typer.Option(help="Players may query results from their cards.")]
ValuesSeen = Annotated[
    str | None,
    typer.Option(
        "--values",
        help="Places and scores: both; computed: ours alone; stated: the organiser's alone, as files state them.",
        metavar="VALUES",
        show_default="both",
    ),
]


def public(
    event: Event,
    ranking: RankingSeen = None,
    until_round: UntilRound = None,
    boards: BoardsSeen = None,
    delay: Delay = None,
    queries: Queries = True,
    values: ValuesSeen = None,
    release: Annotated[bool, typer.Option("--release", help="Show everything now, with these --values.")] = False,
    *,
    delivery: Delivery,
) -> None:
    """Choose what the public sees, all of it by one decision; staff see everything at the desk.

    Whoever sees all boards can add them up: they are hidden with the ranking, unless --boards says otherwise.
    """
    held = any(setting is not None for setting in (ranking, until_round, boards, delay)) or not queries
    if (release and held) or not (release or held or values):
        misused("say what is shown, or --release to show everything", EXAMPLE)
    policy = _policy(ranking, until_round, boards, delay, values, queries=queries, example=EXAMPLE)
    delivery.send(event, SetPublic(decision="public", policy=policy))


def new_events(
    ranking: RankingSeen = None,
    until_round: UntilRound = None,
    boards: BoardsSeen = None,
    delay: Delay = None,
    queries: Queries = True,
    values: ValuesSeen = None,
    by: By = "command line",
    nats: Nats = None,
    data: Data = None,
) -> None:
    """Choose what the public sees of events whose first file is still to come; without options, print that.

    It holds for each of them until `kibitz decide public` decides about it. Events that are there stay as they are.
    """
    if queries and all(setting is None for setting in (ranking, until_round, boards, delay, values)):
        _print(with_bus(nats, data, lambda bus: NewEventsBucket(bus).read()))
        return
    policy = _policy(ranking, until_round, boards, delay, values, queries=queries, example=EXAMPLE_NEW)
    if len(by) > LONGEST_NAME:
        misused(f"a name has up to {LONGEST_NAME} characters", EXAMPLE_NEW)
    doing, said = by_command(datetime.now(UTC), by), f"Of new events the public sees {seen(policy)}."

    async def choose(bus: Bus) -> NewEvents:
        await NewEventsBucket(bus).choose(policy, doing, said)
        return await NewEventsBucket(bus).read()

    _print(with_bus(nats, data, choose))


def _print(chosen: NewEvents) -> None:
    when = f" (by {chosen.by}, {chosen.at.astimezone(UTC):%Y-%m-%d %H:%M} UTC)" if chosen.at is not None else ""
    out.print(f"of new events the public sees {escape(seen(chosen.policy) + when)}")


def _policy(
    ranking: str | None,
    until_round: int | None,
    boards: str | None,
    delay: int | None,
    values: str | None,
    *,
    queries: bool,
    example: str,
) -> OfPublic:
    """What the options say, or the end of the command."""
    ranking = ranking or SHOWN
    boards = boards or ("all" if ranking == SHOWN else "none")
    places = {SHOWN: None, HIDDEN: 0}.get(ranking, int(ranking) if re.fullmatch("[0-9]{1,5}", ranking) else -1)
    chosen = {"places": places, "boards": boards, "delay": delay or 0, "queries": queries, "values": values or "both"}
    try:
        return OfPublic.model_validate({**chosen, "until_round": until_round})
    except ValidationError:
        given = f"ranking {ranking} with boards {boards}, delay {delay or 0} and values {values or 'both'}"
        misused(f"{given} cannot be chosen", example)
