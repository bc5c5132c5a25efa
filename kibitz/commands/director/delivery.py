"""Sending decisions to a running server: a file of decisions, like any other file."""

from datetime import UTC, datetime
from pathlib import Path

import typer
from pydantic import ValidationError

from contracts.decisions import AnyDecision, Decisions
from kibitz.commands.live.send import send_one
from kibitz.console import Exit, misused
from kibitz.running_server import address_of
from shared.formats.decisions.reader import written


def send_decisions(
    event: str,
    by: str,
    decisions: AnyDecision | tuple[AnyDecision, ...],
    to: str | None,
    token: str | None,
    data: Path | None,
    *,
    as_json: bool,
    leave: bool = True,
) -> None:
    """Send a file of decisions about one event, and report what became of it.

    Args:
        event: that it is about.
        by: name of the director.
        decisions: one decision, or several that are one file.
        to: address of the intake, if the user gives one.
        token: of the sender.
        data: the data folder, if the user names one.
        as_json: JSON instead of a line for people.
        leave: end the command; otherwise it ends only where something went wrong.
    """
    every = decisions if isinstance(decisions, tuple) else (decisions,)
    try:
        document = Decisions(event=event, at=datetime.now(UTC), by=by, decisions=every)
    except ValidationError:
        misused(f"{event} is not the identity of an event", "kibitz events list shows the events.")
    name = f"{event}-{every[0].decision}-{document.at:%Y%m%dT%H%M%S}.json"
    outcome = send_one(address_of("intake", to, data), name, name, written(document), token, as_json=as_json)
    if leave or outcome is not Exit.FINE:
        raise typer.Exit(outcome)
