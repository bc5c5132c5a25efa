"""What a reader gives and what a writer takes and gives; the same for every format."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from contracts.base import Instant
from contracts.facts import Facts, Scope
from contracts.findings import Finding
from contracts.messages import LossItem


@dataclass(frozen=True)
class ParsedEvent:
    """One event as a file states it.

    Attributes:
        event: the slug derived from the file by the format's rule.
        stated_at: the moment of calculation that the file states or implies, with its kind; None when it says nothing.
        findings: those of `Parsed.findings` that are about this event alone.
    """

    event: str
    facts: Facts
    scope: Scope
    stated_at: tuple[Instant, str] | None = None
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class Parsed:
    """A file read to its end: its events (at least one, or the reader raises `InputRejected`) and every finding."""

    events: tuple[ParsedEvent, ...]
    findings: tuple[Finding, ...] = field(default=())


@dataclass(frozen=True)
class Rendered:
    """A file made from an event.

    Attributes:
        found: what the format could not carry, or what finds it out: that takes as long as it took to write the file.
    """

    data: bytes
    name: str
    media_type: str
    found: tuple[LossItem, ...] | Callable[[], tuple[LossItem, ...]] = ()

    @cached_property
    def losses(self) -> tuple[LossItem, ...]:
        """What the format could not carry."""
        return self.found() if callable(self.found) else self.found
