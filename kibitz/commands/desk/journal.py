"""The command for the journal of the desk."""

from typing import Annotated

import typer
from rich.markup import escape

from kibitz.bus_session import with_bus
from kibitz.commands.options import AsJson, Data, Nats
from kibitz.console import out, plain_table, print_json
from shared.kept.acts import ActBucket


def journal(
    event: Annotated[str | None, typer.Argument(help="Only what is about this event.")] = None,
    limit: Annotated[int, typer.Option(help="How many lines to list.", min=1)] = 50,
    nats: Nats = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """List what was done that is no file, the newest first: access, screens, links, answers, webhooks.

    Files and decisions are in `kibitz events list`; everything is undone on the page Journal of the desk.
    """
    acts = [act for _, act in with_bus(nats, data, lambda bus: ActBucket(bus).all()) if event in (None, *act.events)]
    if as_json:
        print_json([act.model_dump(mode="json", exclude={"change"}) for act in acts[:limit]])
        return
    if not acts:
        out.print("nothing was done yet")
        return
    table = plain_table("when", "by", "way", "what", "events")
    for act in acts[:limit]:
        undone = " (undone)" if act.undone else ""
        when = f"{act.at:%Y-%m-%d %H:%M} UTC"
        table.add_row(when, *map(escape, (act.by, act.way, f"{act.text}{undone}", ", ".join(act.events))))
    out.print(table)
