"""Sending decisions to a running server: a file of decisions, like any other file."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import typer
from pydantic import ValidationError

from contracts.decisions import AnyDecision, Decisions
from kibitz.commands.live.send import send_one
from kibitz.commands.options import AsJson, By, Data, Intake, Page, Reason, Token
from kibitz.console import Exit, misused
from kibitz.running_server import address_of
from kibitz.scoreboard import event_named
from shared.formats.decisions.reader import written


@dataclass(frozen=True)
class Delivery:
    """The options with which a director decides and the decision is sent."""

    reason: Reason = None
    by: By = ""
    to: Intake = None
    token: Token = None
    data: Data = None
    as_json: AsJson = False

    def complete(self, arguments: dict[str, Any]) -> None:
        """Put the whole name of an event in the place of its beginning."""
        if arguments.get("event") and (page := self.page_of_names()):
            arguments["event"] = event_named(page, arguments["event"], self.token)

    def page_of_names(self) -> str | None:
        """The scoreboard that knows the names of events; None for an intake elsewhere, whose scoreboard is unknown."""
        return None if self.to else address_of("page", None, self.data)

    def send(self, event: str, *decisions: AnyDecision) -> None:
        """Send a file of decisions about an event, and report what became of it; an error ends the command."""
        given = tuple(decision.replace(reason=self.reason) for decision in decisions)
        try:
            document = Decisions(event=event, at=datetime.now(UTC), by=self.by, decisions=given)
        except ValidationError:
            misused(f"{event} is not the identity of an event", "kibitz events list shows the events.")
        name = f"{event}-{decisions[0].decision}-{document.at:%Y%m%dT%H%M%S}.json"
        outcome = send_one(self.intake, name, name, written(document), self.token, as_json=self.as_json)
        if outcome is not Exit.FINE:
            raise typer.Exit(outcome)

    @property
    def intake(self) -> str:
        """The address of the intake."""
        return address_of("intake", self.to, self.data)


@dataclass(frozen=True)
class DeliveryByScoreboard(Delivery):
    """The same for a decision about something that the scoreboard shows."""

    page: Page = None

    def page_of_names(self) -> str | None:
        """The scoreboard that is asked anyway."""
        return self.scoreboard

    @property
    def scoreboard(self) -> str:
        """The address of the scoreboard."""
        return address_of("page", self.page, self.data)
