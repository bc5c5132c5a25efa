"""Commands for queries of players: list them, and answer them."""

from datetime import UTC, datetime
from typing import Annotated

import typer
from pydantic import ValidationError
from rich.markup import escape

from contracts.corrections.queries import Answer, EventQueries, Query, Verdict
from kibitz.bus_session import by_command, with_bus
from kibitz.commands.options import AsJson, By, Data, Nats
from kibitz.console import misused, out, print_json
from shared.bus.bus import Bus
from shared.kept.queries import QueryBucket


def list_queries(
    event: Annotated[str | None, typer.Argument(help="Only those of this event.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Those that were answered, too.")] = False,
    nats: Nats = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """List the queries of players that wait for an answer, the oldest first."""

    async def read(bus: Bus) -> list[tuple[str, EventQueries]]:
        return [each async for each in QueryBucket(bus).all()]

    found = [
        (name, query)
        for name, queries in with_bus(nats, data, read)
        for query in queries.queries
        if event in (None, name) and (every or query.answer is None)
    ]
    found.sort(key=lambda each: each[1].asked_at)
    if as_json:
        print_json([{"event": name, **query.model_dump(mode="json")} for name, query in found])
        return
    if not found:
        out.print("no query waits for an answer")
        return
    for name, query in found:
        says = " ".join(filter(None, (query.score, query.text)))
        answered = f" ({query.answer.verdict} {query.answer.text}".rstrip() + ")" if query.answer else ""
        text = f"{query.id} {name}: {_about(query)}, from the card of {query.name or query.card}: {says}{answered}"
        out.print(escape(text), soft_wrap=True)


def answer(
    event: Annotated[str, typer.Argument(help="The event, by its whole name.")],
    identity: Annotated[str, typer.Argument(help="Id in the list.", metavar="QUERY")],
    verdict: Annotated[Verdict, typer.Argument(help="What comes of it.")],
    text: Annotated[str, typer.Option(help="In words, for everybody who sees the card.")] = "",
    decision: Annotated[str | None, typer.Option(help="Digest of the file that corrected the result.")] = None,
    by: By = "command line",
    nats: Nats = None,
    data: Data = None,
) -> None:
    """Answer a query; everybody who sees the card sees the answer."""
    try:
        doing = by_command(datetime.now(UTC), by)
        given = Answer(verdict=verdict, text=text, at=doing.at, by=by, decision=decision)
    except ValidationError as error:
        misused(f"{error.errors()[0]['loc'][0]}: {error.errors()[0]['msg']}")
    said = f"Answered: query {identity}"
    if not with_bus(nats, data, lambda bus: QueryBucket(bus).answer(event, identity, given, doing, said)):
        misused(f"there is no query {identity} about {event}", "kibitz queries list shows those that there are.")
    out.print(f"answered {escape(identity)}")


def _about(query: Query) -> str:
    named = f"board {query.number}" if query.number else f"round {query.round}" if query.round else "something else"
    return f"{named}, against {query.against}" if query.against else named
