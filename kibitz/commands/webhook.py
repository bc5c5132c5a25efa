"""Commands for webhooks: who is told of changes, and how far each is."""

import asyncio
from datetime import UTC, datetime
from typing import Annotated

import typer
from pydantic import ValidationError
from rich.markup import escape

from contracts import subjects
from contracts.webhooks.targets import TABLE_KINDS, Delivery, Target
from kibitz.bus_session import by_command, with_bus
from kibitz.commands.options import AsJson, Data, Nats
from kibitz.console import Exit, fail, misused, out, plain_table, print_json
from shared.bus.bus import Bus
from shared.kept.webhooks import WebhookBucket, new_secret

CHANGES = subjects.table_changed(subjects.ANY, subjects.ANY)

LOOK, TEST_PATIENCE = 0.2, 25.0
"""Seconds between two looks for the answer to a test, and until there is none."""

Name = Annotated[str, typer.Argument(help="Name in the list.")]


def list_webhooks(nats: Nats = None, data: Data = None, as_json: AsJson = False) -> None:
    """List who is told of changes, and how far each is; secrets are not shown."""

    async def read(bus: Bus) -> tuple[list[tuple[Target, Delivery]], int]:
        return await WebhookBucket(bus).all(), await bus.last_seq(CHANGES)

    found, newest = with_bus(nats, data, read)
    if as_json:
        print_json([_described(target, delivery) for target, delivery in found])
        return
    if not found:
        out.print("nobody is told of changes")
        return
    right = ("accepted", "given up")
    table = plain_table("name", "address", "events", "tables", "state", "accepted", "given up", right=right)
    for target, delivery in found:
        events, given_up = ", ".join(target.events) or "all", ", ".join(map(str, delivery.newest_given_up[-3:]))
        tables = "all" if target.tables == TABLE_KINDS else ", ".join(target.tables)
        values = (target.name, target.host, events, tables, _state(delivery, newest))
        counts = (str(delivery.accepted), f"{delivery.given_up} ({given_up})" if given_up else "0")
        table.add_row(*map(escape, (*values, *counts)))
    out.print(table)


def add(
    name: Annotated[str, typer.Argument(help="What to call it: letters a to z, digits and hyphens.")],
    url: Annotated[str, typer.Argument(help="The address that is told, https://…")],
    event: Annotated[
        list[str] | None,
        typer.Option(help="Only this event; * stands for any letters. May be given several times.", show_default="all"),
    ] = None,
    table: Annotated[
        list[str] | None,
        typer.Option(help="Only changes of this table. May be given several times.", show_default="all"),
    ] = None,
    secret: Annotated[
        str | None, typer.Option(help="Signs what is sent: whsec_ and base64.", show_default="a new one")
    ] = None,
    nats: Nats = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Tell an address of changes from now on. Its secret is shown this once."""
    now = datetime.now(UTC)
    try:
        target = Target.model_validate(
            {
                "name": name,
                "url": url,
                "secret": secret or new_secret(),
                "events": event or (),
                "tables": tuple(dict.fromkeys(table or TABLE_KINDS)),
                "made_at": now,
                "turn": int(now.timestamp()),
            }
        )
    except ValidationError as error:
        first = error.errors()[0]
        misused(f"{first['loc'][0]}: {first['msg']}")

    async def keep(bus: Bus) -> bool:
        return await WebhookBucket(bus).add(target.replace(after=await bus.last_seq(CHANGES)), by_command(now))

    if not with_bus(nats, data, keep):
        misused(f"there is a webhook {name} already", f"kibitz webhook remove {name} ends it.")
    if as_json:
        print_json({**_described(target, Delivery()), "secret": target.secret})
    else:
        out.print(escape(target.secret), soft_wrap=True)


def remove(name: Name, nats: Nats = None, data: Data = None) -> None:
    """Tell an address no more."""
    doing = by_command(datetime.now(UTC))
    if not with_bus(nats, data, lambda bus: WebhookBucket(bus).remove(name, doing)):
        _missing(name)
    out.print(f"removed {escape(name)}")


def replay(
    name: Name,
    start: Annotated[int, typer.Option("--from", help="The sequence of the first change that is told again.", min=1)],
    nats: Nats = None,
    data: Data = None,
) -> None:
    """Tell changes again, from a number on, by the same ids; also ends that a target counts as gone."""

    def again(target: Target) -> Target:
        return target.replace(after=start - 1, turn=target.turn + 1)

    async def change(bus: Bus) -> tuple[Target | None, int]:
        return await WebhookBucket(bus).change(name, again), await bus.first_seq(CHANGES)

    target, first = with_bus(nats, data, change)
    if target is None:
        _missing(name)
    out.print(f"{escape(name)} is told again from {max(start, first)} on")


def send_test(name: Name, nats: Nats = None, data: Data = None) -> None:
    """Send a test message now, and show what was answered."""
    number = int(datetime.now(UTC).timestamp() * 1000)

    async def ask(bus: Bus) -> tuple[Target | None, str | None]:
        bucket, loop = WebhookBucket(bus), asyncio.get_running_loop()
        target = await bucket.change(name, lambda target: target.replace(tests=number))
        until = loop.time() + TEST_PATIENCE
        while target is not None and loop.time() < until:
            delivery, _ = await bucket.delivery(target)
            if delivery.tests == number:
                return target, delivery.test_result
            await asyncio.sleep(LOOK)
        return target, None

    target, answer = with_bus(nats, data, ask, patience=TEST_PATIENCE + 10)
    if target is None:
        _missing(name)
    if answer is None:
        fail("the service notification does not send it", "Is it running? kibitz doctor shows it.")
        raise typer.Exit(Exit.UNREADABLE)
    out.print(escape(answer))
    if not answer.startswith("2"):
        raise typer.Exit(Exit.FINDINGS)


def _missing(name: str) -> None:
    misused(f"there is no webhook {name}", "kibitz webhook list shows those that there are.")


def _state(delivery: Delivery, newest: int) -> str:
    if delivery.gone:
        return "gone; replay begins anew"
    if delivery.next_try_at is not None:
        return f"failed ({delivery.tries}), next {delivery.next_try_at:%H:%M:%S} UTC: {delivery.error}"
    return f"at {delivery.position} of {newest}"


def _described(target: Target, delivery: Delivery) -> dict[str, object]:
    return {
        **target.model_dump(mode="json", exclude={"secret", "after", "turn", "tests"}),
        "delivery": delivery.model_dump(mode="json", exclude={"turn", "tests"}),
    }
