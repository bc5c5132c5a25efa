"""The journal of a server: what was done that is no file, by whom, by which way, and what undoes it.

Decisions are files, with their own list and their own undoing. Here stands the rest: access, screens, announcements,
timers, private links, answers to players, webhooks, the policy of new events.
"""

from datetime import datetime
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, StringConstraints

from contracts.access.grants import GrantId
from contracts.base import Contract, Instant, ShownText, Slug
from contracts.corrections.queries import Answer, QueryId, Right
from contracts.decisions import OfPublic
from contracts.screens.screen import Screens

Way = Literal["desk", "program", "command"]
"""From the pages of the desk, by a program with a token, or on the command line."""

Doer = Annotated[str, StringConstraints(max_length=64)]


class Doing(NamedTuple):
    """Somebody does something.

    Attributes:
        by: who.
        undoes: what the journal says of what this undoes, or does again; "": it does neither.
    """

    by: str
    way: Way
    at: datetime
    undoes: str = ""

    def text(self, text: str) -> str:
        """What the journal says of it."""
        if not self.undoes:
            return text
        undone = self.undoes.removeprefix(UNDONE)
        return f"{DONE_AGAIN}{undone}" if undone != self.undoes else f"{UNDONE}{self.undoes.removeprefix(DONE_AGAIN)}"


UNDONE, DONE_AGAIN = "Undone: ", "Done again: "


class OfAccess(Contract):
    """A grant was made or given back, or it was revoked."""

    kind: Literal["access"] = "access"
    grant: GrantId
    revoked: bool


class OfScreens(Contract):
    """Screens, announcements and timers as they were and as they are since, as far as these differ."""

    kind: Literal["screens"] = "screens"
    before: Screens
    after: Screens


class OfLinks(Contract):
    """The private links of an event are others."""

    kind: Literal["links"] = "links"
    event: Slug
    before: int
    after: int


class OfAnswer(Contract):
    """A query has another answer.

    Attributes:
        right: findings that were noted to be right with it.
    """

    kind: Literal["answer"] = "answer"
    event: Slug
    query: QueryId
    before: Answer | None = None
    after: Answer | None = None
    right: tuple[Right, ...] = ()


class OfRight(Contract):
    """A finding counts as right, or does not any more."""

    kind: Literal["right"] = "right"
    event: Slug
    right: Right
    accepted: bool


class OfNewEvents(Contract):
    """The public sees something else of new events."""

    kind: Literal["new_events"] = "new_events"
    before: OfPublic
    after: OfPublic


AnyChange = Annotated[OfAccess | OfScreens | OfLinks | OfAnswer | OfRight | OfNewEvents, Field(discriminator="kind")]


class Act(Contract):
    """Something that was done.

    Attributes:
        events: which it is about; none: about no event, or all.
        text: what was done, in a sentence.
        change: what undoing it has to turn back; None: it cannot be undone.
        undone: whether it was.
    """

    at: Instant
    by: Doer
    way: Way
    events: tuple[Slug, ...] = Field(default=(), max_length=50)
    text: ShownText
    change: AnyChange | None = None
    undone: bool = False
