"""What a director decides, as a file like any other: who said it, when, and about which event.

A file of decisions is JSON of the class `Decisions`. It goes through the intake, keeps its bytes and its time, and is
merged with the files of scoring programs, over which it always has the last word.
"""

from typing import Annotated, Literal, Self

from pydantic import ConfigDict, Field, model_validator

from contracts.base import Contract, Exact, Instant, Name, Sha256, Slug
from contracts.facts import ScaleTable, Sides


class Decision(Contract):
    """One decision; a field that is not known is refused, because a decision is followed in whole or not at all."""

    model_config = ConfigDict(extra="forbid")

    reason: Name | None = None


class Awarded(Contract):
    """What a side gets on a board: total points as North-South see them, or a percentage; one of them."""

    model_config = ConfigDict(extra="forbid")

    points: int | None = None
    percent: Exact | None = Field(default=None, ge=0, le=100)

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if (self.points is None) == (self.percent is None):
            raise ValueError("a side gets points or a percentage, one of them")
        return self


class OfLine(Decision):
    """A decision about one line of a traveller, named as the line names itself."""

    session: Name | None = None
    board: Name
    sides: Sides
    part: int = 0


class VoidResult(OfLine):
    """The result does not count for anybody."""

    decision: Literal["void"]


class SetScore(OfLine):
    """The line has these scores."""

    decision: Literal["score"]
    ns: Awarded
    ew: Awarded


class Adjust(Decision):
    """A penalty (negative) or a bonus, apart from any board."""

    decision: Literal["adjustment"]
    participant: Name
    kind: Literal["player", "pair", "team"] = "pair"
    session: Name | None = None
    round: int | None = None
    amount: Exact
    unit: Literal["percent", "match_points", "imps", "vps", "points"] | None = None


class RetractFile(Decision):
    """A file does not count for this event, or counts again."""

    decision: Literal["retract"]
    file: Sha256
    retracted: bool = True


class SetStatus(Decision):
    """The standings are official, or not any more; `outcome` says which standings are meant."""

    decision: Literal["status"]
    status: Literal["live", "provisional", "official"]
    outcome: Sha256 | None = None


class LockRound(Decision):
    """The seats of a round stay as they were published, or may move again."""

    decision: Literal["lock"]
    session: Name | None = None
    round: int | None = None
    locked: bool = True


class MoveFiles(Decision):
    """All files of the event, or one of them, belong to another event from now on.

    Attributes:
        file: None for all of them, those to come as well.
        to: the other event; None undoes what was decided before.
    """

    decision: Literal["move"]
    file: Sha256 | None = None
    to: Slug | None = None


class UseScale(Decision):
    """Matches give victory points by this scale, whatever their files call it."""

    decision: Literal["scale"]
    table: ScaleTable


class UseImps(Decision):
    """The boards of team matches are turned into IMPs by this table: what is worth 1, 2, 3, ... IMPs at least."""

    decision: Literal["imps"]
    lower_bounds: tuple[int, ...] = Field(min_length=1, max_length=200)


AnyDecision = Annotated[
    VoidResult | SetScore | Adjust | RetractFile | SetStatus | LockRound | MoveFiles | UseScale | UseImps,
    Field(discriminator="decision"),
]


class Decisions(Contract):
    """A file of decisions about one event.

    Attributes:
        kibitz: what the file is.
        event: identity of the event.
        at: when it was decided.
        by: who decided, as people there call them.
    """

    model_config = ConfigDict(extra="forbid")

    kibitz: Literal["decisions"] = "decisions"
    version: Literal[1] = 1
    event: Slug
    at: Instant
    by: Name = ""
    decisions: tuple[AnyDecision, ...] = Field(min_length=1, max_length=1_000)
