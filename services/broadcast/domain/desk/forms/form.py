"""What a form of the desk is read from, and how it is refused."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from contracts.decisions import AnyDecision
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.channel import Channel

Fields = Mapping[str, str]


class Shown(NamedTuple):
    """What the pages of the desk show of an event when the form arrives.

    Attributes:
        event: its identity.
        tables: the channels of the page that the form is on, by their names.
        standings: of the event.
        now: when the form arrived.
    """

    event: str
    tables: Mapping[str, Channel]
    standings: Table
    now: datetime = datetime.min.replace(tzinfo=UTC)

    @property
    def meta(self) -> Mapping[str, Any]:
        """That of the standings."""
        return self.standings.meta

    def table(self, name: Callable[..., str], *parts: str) -> Table | None:
        """A channel of the event, by the function that names it."""
        return self.tables.get(name(self.event, *parts))


class Unclear(Exception):
    """A form cannot be followed; the message says what to write instead."""


def whole_number(text: str) -> int | None:
    """A whole number of at most five digits that somebody typed; None for anything else."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def round_of(fields: Fields) -> int:
    """The round that a form names.

    Raises:
        Unclear: it is none.
    """
    number = whole_number(fields.get("round", ""))
    if number is None or not 0 < number <= 10_000:
        raise Unclear("Write the round as a number from 1 on.")
    return number


Reader = Callable[[Fields, Shown], tuple[AnyDecision, ...]]
"""The decisions of a form.

Raises:
    Unclear: a field is missing, or is none of what it may be.
    ValidationError: the same, as the contract of a decision says it.
"""
