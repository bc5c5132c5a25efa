"""Questions of one service to another and their answers: they pass over the bus, which does not keep them.

What is asked for is worked out anew from what the bus keeps, so that nothing has to be stored for whoever might ask.
"""

from typing import Literal, Self

from pydantic import Field, model_validator

from contracts.base import Contract, Instant, Name, Sha256, Slug, Text
from contracts.standings import Standings


class StandingsAsked(Contract):
    """How the standings of an event were at a time, or are after a round; without either, as they are now.

    Attributes:
        as_of: as they were published then.
        after_round: what is known of the rounds up to this one, corrections that came later included.
        session: of which it is a round; None for the last that has begun.
    """

    event: Slug
    as_of: Instant | None = None
    after_round: int | None = Field(default=None, ge=1, le=10_000)
    session: Name | None = None

    @model_validator(mode="after")
    def _of_a_round(self) -> Self:
        if self.session is not None and self.after_round is None:
            raise ValueError("a session says which round is meant: name the round as well")
        return self


class Refusal(Contract):
    """Why there are no such standings."""

    code: Literal["no-event", "too-early", "no-rounds", "no-session", "no-round"]
    message: Text
    advice: Text = ""


class EarlierStandings(Contract):
    """Standings of an earlier time or round.

    Attributes:
        digest: SHA-256 of the standings alone; equal standings have equal digests.
        calculated_at: when the newest of the files was true.
        accepted: files that had been accepted then; `accepted_today` until now.
        last_accepted_at: when the newest of those that are in was accepted.
    """

    standings: Standings
    digest: Sha256
    calculated_at: Instant
    accepted: int = Field(ge=1)
    accepted_today: int = Field(ge=1)
    last_accepted_at: Instant


class StandingsAnswered(Contract):
    """The standings that were asked for, or why there are none; one of them."""

    asked: StandingsAsked
    found: EarlierStandings | None = None
    refusal: Refusal | None = None
