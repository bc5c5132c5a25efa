"""What the public sees of an event, decided at the command line."""

import re
from typing import Annotated

import typer
from pydantic import ValidationError

from contracts.decisions import OfPublic, SetPublic
from kibitz.commands.director.delivery import Delivery
from kibitz.commands.options import Event
from kibitz.console import misused

SHOWN, HIDDEN = "shown", "hidden"
EXAMPLE = "Example: kibitz decide public EVENT --ranking hidden, later kibitz decide public EVENT --release"


def public(
    event: Event,
    ranking: Annotated[
        str | None, typer.Option(help="shown, hidden, or how many places are shown.", metavar="RANKING")
    ] = None,
    until_round: Annotated[
        int | None,
        typer.Option(
            help="Once a later round has begun, the ranking stays as it was after this one; boards, matches and games "
            "are closed then. Rounds count session by session.",
            metavar="ROUND",
            min=1,
            max=10_000,
        ),
    ] = None,
    boards: Annotated[
        str | None,
        typer.Option(
            help="Travellers and deals: all; complete: when all results of the event are in; own: only by private "
            "links, those played; none.",
            metavar="BOARDS",
            show_default="none unless the ranking is shown",
        ),
    ] = None,
    delay: Annotated[
        int | None, typer.Option(help="Minutes by which all but the seats is shown later, up to 30.", metavar="MINUTES")
    ] = None,
    queries: Annotated[bool, typer.Option(help="Players may query results from their cards.")] = True,
    values: Annotated[
        str | None,
        typer.Option(
            help="Places and scores: both; computed: ours alone; stated: the organiser's alone, as files state them.",
            metavar="VALUES",
            show_default="both",
        ),
    ] = None,
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
    ranking = ranking or SHOWN
    boards = boards or ("all" if ranking == SHOWN else "none")
    places = {SHOWN: None, HIDDEN: 0}.get(ranking, int(ranking) if re.fullmatch("[0-9]{1,5}", ranking) else -1)
    chosen = {"places": places, "boards": boards, "delay": delay or 0, "queries": queries, "values": values or "both"}
    try:
        policy = OfPublic.model_validate({**chosen, "until_round": until_round})
    except ValidationError:
        given = f"ranking {ranking} with boards {boards}, delay {delay or 0} and values {values or 'both'}"
        misused(f"{given} cannot be chosen", EXAMPLE)
    delivery.send(event, SetPublic(decision="public", policy=policy))
