"""How the public sees names, decided at the command line."""

from typing import Annotated

import typer

from contracts.decisions import ShowNames
from contracts.facts import Naming
from kibitz.commands.director.delivery import Delivery
from kibitz.commands.options import Event


def names(
    event: Event,
    shown: Annotated[Naming, typer.Argument(help="In full, by initials, or not at all.", metavar="full|initials|none")],
    of: Annotated[
        str | None, typer.Option(help="One person, by name; however files write it.", show_default="everybody")
    ] = None,
    *,
    delivery: Delivery,
) -> None:
    """Show names to the public in full, by initials, or not at all; staff see them in full at the desk.

    Somebody who asked stays hidden when results are released, and afterwards. Of two decisions the stricter counts;
    `full` takes one back: for the same name, or for everybody.
    """
    delivery.send(event, ShowNames(decision="names", name=of, shown=shown))
