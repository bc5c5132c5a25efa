"""Facts about totals: adjustments, what files state, awards and ladders."""

from operator import attrgetter
from typing import Literal

from contracts.base import Exact, Name, Place
from contracts.facts.base import Detail, FactModel, FactRecord


class AdjustmentFact(FactModel):
    """A penalty, bonus, handicap or carry-over of a participant, apart from any board.

    Attributes:
        kind: "penalty", "handicap", "carry_forward", "acceleration", "free_points", "bye".
        unit: "percent", "match_points", "imps", "vps", "points", "boards".
        counted: whether the stated totals of the same file include it; None when the file does not say.
        number: tells several of one kind apart, such as two penalties in one session; 0 for the first.
    """

    kind: Name
    participant: Name
    participant_kind: Literal["player", "pair", "team"] = "pair"
    session: Name | None = None
    round: int | None = None
    amount: Exact
    unit: Name | None = None
    counted: bool | None = None
    reason: Name | None = None
    number: int = 0

    KEY = attrgetter("kind", "participant_kind", "participant", "session", "round", "number")


class StatedTotal(FactRecord):
    """The total, percentage and place that a file itself gives a participant; never overwritten, never trusted.

    Attributes:
        session: None for the file's overall results.
        place: as written ("3=", "=3").
        maximum: the total of somebody who wins everything.
        pair_imps: pair-wise IMPs of a pair within a team.
    """

    at: Place | None = None
    participant: Name
    kind: Literal["player", "pair", "team"]
    session: Name | None = None
    section: Name | None = None
    total: Exact | None = None
    maximum: Exact | None = None
    percentage: Exact | None = None
    unfactored: Exact | None = None
    place: Name | None = None
    section_place: Name | None = None
    stratum_place: Name | None = None
    places: tuple[Detail, ...] = ()
    boards_played: int | None = None
    wins: Exact | None = None
    average: Exact | None = None
    game_points: Exact | None = None
    pair_imps: Exact | None = None
    details: tuple[Detail, ...] = ()

    KEY = attrgetter("kind", "participant", "session")


class AwardFact(FactModel):
    """Master points, a prize or a qualification, published as given."""

    kind: Literal["master_points", "prize", "qualification"]
    participant: Name
    participant_kind: Literal["player", "pair", "team"] = "pair"
    person: Name | None = None
    session: Name | None = None
    amount: Exact | None = None
    colour: Name | None = None
    text: Name | None = None

    KEY = attrgetter("kind", "participant_kind", "participant", "person", "session", "colour")


class LadderFact(FactModel):
    """A line of a ladder: a member's award and percentage, for a session or over all.

    Attributes:
        name: of the member, where the file lists its members.
    """

    member: Name
    name: Name | None = None
    session: Name | None = None
    master_points: Exact | None = None
    percentage: Exact | None = None

    KEY = attrgetter("member", "session")
