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
    boards: Annotated[
        str | None,
        typer.Option(
            help="Travellers and deals: shown or hidden.",
            metavar="BOARDS",
            show_default="hidden unless the ranking is shown",
        ),
    ] = None,
    queries: Annotated[bool, typer.Option(help="Players may query results from their cards.")] = True,
    release: Annotated[bool, typer.Option("--release", help="Show everything now.")] = False,
    *,
    delivery: Delivery,
) -> None:
    """Choose what the public sees, all of it by one decision; staff see everything at the desk.

    Whoever sees all boards can add them up: they are hidden with the ranking, unless --boards shown is said.
    """
    if release == (ranking is not None or boards is not None or not queries):
        misused("say what is shown, or --release to show everything", EXAMPLE)
    ranking = ranking or SHOWN
    boards = boards or (SHOWN if ranking == SHOWN else HIDDEN)
    places = {SHOWN: None, HIDDEN: 0}.get(ranking, int(ranking) if re.fullmatch("[0-9]{1,5}", ranking) else -1)
    try:
        policy = OfPublic.model_validate(
            {"places": places, "boards": {SHOWN: True, HIDDEN: False}[boards], "queries": queries}, strict=False
        )
    except (KeyError, ValidationError):
        misused(f"ranking {ranking} with boards {boards} cannot be chosen", EXAMPLE)
    delivery.send(event, SetPublic(decision="public", policy=policy))
