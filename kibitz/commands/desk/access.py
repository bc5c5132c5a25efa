"""Commands for access to the director's desk."""

from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer
from pydantic import ValidationError
from rich.markup import escape

from contracts.access.grants import Grant, Role, Wanted
from kibitz.bus_session import by_command, with_bus
from kibitz.commands.options import AsJson, Data, Nats
from kibitz.console import misused, out, plain_table, print_json
from kibitz.running_server import address_of
from shared.bus.bus import Bus
from shared.kept.grants import GrantBucket

ID_LENGTH = 16
"""An id that is cut off could not be revoked."""


def list_access(nats: Nats = None, data: Data = None, as_json: AsJson = False) -> None:
    """List those who have access to the desk, the newest first."""
    now = datetime.now(UTC)
    grants = with_bus(nats, data, lambda bus: GrantBucket(bus).all())
    if as_json:
        print_json([_described(grant, now) for grant in grants])
        return
    if not grants:
        out.print("nobody has access but the machine of the server")
        return
    table = plain_table("id", "name", "role", "events", "state", "until", "given by")
    table.columns[0].no_wrap, table.columns[0].min_width = True, ID_LENGTH
    for grant in grants:
        events, until = ", ".join(grant.events) or "all", f"{grant.until:%Y-%m-%d %H:%M} UTC"
        values = (grant.id, grant.name, grant.role, events, grant.state(now), until, grant.made_by)
        table.add_row(*map(escape, values))
    out.print(table)


def grant(
    name: Annotated[str, typer.Argument(help="Who or what gets it; decisions are made by this name.")],
    role: Annotated[Role, typer.Option(help="What it opens: everything, files and results, or reading.")] = "scorer",
    event: Annotated[list[str] | None, typer.Option(help="Only this event; may be given several times.")] = None,
    hours: Annotated[int, typer.Option(help="How long it lasts.", min=1)] = 12,
    link_minutes: Annotated[int, typer.Option(help="How long its link can be opened.", min=1)] = 15,
    token: Annotated[bool, typer.Option("--token", help="A lasting token for a program, instead of a link.")] = False,
    page: Annotated[
        str | None, typer.Option(help="Address of the page, for the link.", show_default="the server on this machine")
    ] = None,
    nats: Nats = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Give somebody access: a link that works once, or a token for a program. Either is shown this once."""
    now, link_lasts = datetime.now(UTC), None if token else timedelta(minutes=link_minutes)
    wanted = Wanted(name, role, timedelta(hours=hours), link_lasts, event or ())

    async def make(bus: Bus) -> tuple[Grant, str]:
        return await GrantBucket(bus).make(wanted, by_command(now))

    try:
        made, secret = with_bus(nats, data, make)
    except ValidationError as error:
        misused(f"{error.errors()[0]['loc'][0]}: {error.errors()[0]['msg']}")
    except ValueError as error:
        misused(str(error))
    link = "" if token else f"{address_of('public', page, data).rstrip('/')}/desk/enter?token={secret}"
    if as_json:
        print_json({**_described(made, now), **({"token": secret} if token else {"link": link})})
    else:
        out.print(escape(secret if token else link), soft_wrap=True)


def revoke(
    identity: Annotated[str, typer.Argument(help="Id in the list.")], nats: Nats = None, data: Data = None
) -> None:
    """End an access at once, and whoever is signed in by it is out."""
    now = datetime.now(UTC)
    if with_bus(nats, data, lambda bus: GrantBucket(bus).revoke(identity, by_command(now))) is None:
        misused(f"there is no access {identity}", "kibitz access list shows those that there are.")
    out.print(f"revoked {escape(identity)}")


def _described(grant: Grant, now: datetime) -> dict[str, object]:
    return {**grant.model_dump(mode="json", exclude={"token", "session"}), "state": grant.state(now)}
