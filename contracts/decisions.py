"""What a director decides, as a file like any other: who said it, when, and about which event.

A file of decisions is JSON of the class `Decisions`. It goes through the intake, keeps its bytes and its time, and is
merged with the files of scoring programs, over which it always has the last word.
"""

from datetime import timedelta
from typing import Annotated, Literal, Self, get_args

from pydantic import Field, model_validator

from contracts.base import Compass, Contract, Exact, Instant, Name, Sha256, Slug
from contracts.facts import Exchanged, Meeting, NameShown, PublicPolicy, ScaleTable, Sides, SwissSettings

LONGEST_PERIOD = timedelta(days=31)
"""For corrections, after which provisional standings are official."""


class Decision(Contract, extra="forbid"):
    """One decision; a field that is not known is refused, because a decision is followed in whole or not at all.

    Attributes:
        decision: which kind of decision it is.
        reason: why, for desk and page.
    """

    reason: Name | None = None


Average = Literal["average plus", "average", "average minus"]
"""The artificial adjusted scores of Law 12C2 by name."""


class Weighted(Contract, extra="forbid"):
    """A part of a weighted ruling: so many per cent of these points, as North-South see them.

    Attributes:
        percent: the weight of these points.
        points: total points, as North-South see them.
    """

    percent: Exact = Field(gt=0, lt=100)
    points: int


class Awarded(Contract, extra="forbid"):
    """What a side gets on a board: total points as North-South see them, a percentage, an award, or several results.

    Attributes:
        weighted: results with weights of 100 per cent together (Law 12C1c).
        award: an average, which follows what the side has on its other boards (Law 12C2c), or that the board was not
            played.
        points: total points, as North-South see them.
        percent: of what the board can give, from 0 to 100.
    """

    points: int | None = None
    percent: Exact | None = Field(default=None, ge=0, le=100)
    award: Average | Literal["not played"] | None = None
    weighted: tuple[Weighted, ...] | None = Field(default=None, max_length=20)

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if sum(given is not None for given in (self.points, self.percent, self.award, self.weighted)) != 1:
            raise ValueError("a side gets points, a percentage, an award or weighted results, one of them")
        if self.weighted is not None and sum(part.percent for part in self.weighted) != 100:
            raise ValueError("the weights of a ruling are 100 per cent together")
        return self


class MatchAwarded(Contract, extra="forbid"):
    """What a side gets for a match: a score in the unit of the matches, or what an award is worth there.

    Attributes:
        award: "void" for a match that does not count, "director fault" for one that the director spoiled, an average,
            or what becomes of the score as played where the opponents were the wrong ones: "mismatch higher" for a side
            not at fault that met a higher one, "mismatch lower" for one at fault that met a lower one.
        score: in the unit of the matches: victory points, IMPs or boards.
    """

    score: Exact | None = None
    award: Average | Literal["void", "director fault", "mismatch higher", "mismatch lower"] | None = None

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if (self.score is None) == (self.award is None):
            raise ValueError("a side gets a score or an award, one of them")
        return self


class OfMatch(Decision):
    """A decision about a match, named by its two sides, and by its round where they met more than once.

    Attributes:
        session: name of the session; None for any of them.
        round: number of the round; None for any in which the two met.
        home: id of the side that the match names first.
        away: id of the other side.
    """

    session: Name | None = None
    round: int | None = Field(default=None, ge=1, le=10_000)
    home: Name = Field(min_length=1)
    away: Name = Field(min_length=1)

    @model_validator(mode="after")
    def _two_sides(self) -> Self:
        if self.home == self.away:
            raise ValueError("a match has two sides")
        return self


class RuleMatch(OfMatch):
    """What the sides of a match get for it; a side without an award keeps what was played.

    Attributes:
        home_gets: what the side named first gets; None for what was played.
        away_gets: the same of the other side.
    """

    decision: Literal["match"]
    home_gets: MatchAwarded | None = None
    away_gets: MatchAwarded | None = None

    @model_validator(mode="after")
    def _for_somebody(self) -> Self:
        if self.home_gets is None and self.away_gets is None:
            raise ValueError("a ruling on a match says what a side gets")
        return self


class RemoveBoard(OfMatch):
    """A board of a match of teams is taken out of it, and each side gets an average for it.

    Attributes:
        board: the board, as its lines name it.
        home_gets: the average of the side named first.
        away_gets: the average of the other side.
    """

    decision: Literal["removed"]
    board: Name = Field(min_length=1)
    home_gets: Average
    away_gets: Average


class OfLine(Decision):
    """A decision about one line of a traveller, named as the line names itself.

    Attributes:
        session: name of the session, as the line has it.
        board: the board, as the line has it.
        sides: who sat where, as the line has it.
        part: as the line has it; 0 unless the same sides have several lines on the board.
    """

    session: Name | None = None
    board: Name
    sides: Sides
    part: int = 0


class VoidResult(OfLine):
    """The result does not count for anybody."""

    decision: Literal["void"]


class SetScore(OfLine):
    """The line has these scores, and, where points are of a contract, this contract.

    Attributes:
        contract: as PBN writes it ("4S", "3NTX", "Pass"); without one, nothing is known of what gave other points.
        tricks: declarer's.
        ns: what North-South get.
        ew: what East-West get.
        declarer: who played the contract.
        lead: the opening lead, as the file would have it.
    """

    decision: Literal["score"]
    ns: Awarded
    ew: Awarded
    contract: Name | None = None
    declarer: Compass | None = None
    lead: Name | None = None
    tricks: int | None = Field(default=None, ge=0, le=13)

    @model_validator(mode="after")
    def _of_one_result(self) -> Self:
        if self.contract is None and (self.declarer or self.lead or self.tricks is not None):
            raise ValueError("declarer, lead and tricks are of a contract")
        if self.contract is not None and (self.ns != self.ew or self.ns.points is None):
            raise ValueError("a contract gives both sides the same points")
        return self


PenaltyUnit = Literal["percent", "percent_of_board", "match_points", "imps", "vps", "points"]
PENALTY_UNITS: tuple[str, ...] = get_args(PenaltyUnit)
"""Per cent are of the session; of a board, of its top."""


class Adjust(Decision):
    """A penalty (negative) or a bonus, apart from any board.

    Attributes:
        participant: id of who gets it.
        kind: what the participant is.
        session: name of the session to which it belongs; None for the event as a whole.
        round: number of the round to which it belongs, if it belongs to one.
        amount: how much; less than 0 for a penalty.
        unit: of the amount; None for that of the totals. Per cent are of the session; of a board, of its top.
    """

    decision: Literal["adjustment"]
    participant: Name
    kind: Literal["player", "pair", "team"] = "pair"
    session: Name | None = None
    round: int | None = None
    amount: Exact
    unit: PenaltyUnit | None = None


class CarryForward(Decision):
    """What somebody carries forward from a qualifying stage: half of it, in the tops of the stage that follows.

    Attributes:
        session: of the final to which it is carried; None for the event as a whole.
        score: match points in the qualifying stage.
        maximum: the most that could be scored there.
        boards: played there.
        participant: id of who carries it.
        kind: what the participant is.
    """

    decision: Literal["carry"]
    participant: Name
    kind: Literal["player", "pair"] = "pair"
    session: Name | None = None
    score: Exact = Field(ge=0)
    maximum: Exact = Field(gt=0)
    boards: int = Field(ge=1, le=10_000)


GameResult = Literal["1-0", "½-½", "0-1", "+--", "--+", "---", "½-0", "0-½", "0-0"]
"""White's half and Black's; + and - of a game that was not played: a win and a loss by forfeit."""


class SetGame(Decision):
    """Who met in a round of chess, and what came of it; without a result it is open.

    Attributes:
        round: number of the round.
        white: id of the player with White.
        black: id of the player with Black.
        result: White's points and Black's; + and - where nobody played. None leaves the game open.
    """

    decision: Literal["game"]
    round: int = Field(ge=1, le=10_000)
    white: Name = Field(min_length=1)
    black: Name = Field(min_length=1)
    result: GameResult | None = None

    @model_validator(mode="after")
    def _two_players(self) -> Self:
        if self.white == self.black:
            raise ValueError("a game has two players")
        return self


class RetractFile(Decision):
    """A file does not count for this event, or counts again.

    Attributes:
        file: SHA-256 of its bytes.
        retracted: False has it count again.
    """

    decision: Literal["retract"]
    file: Sha256
    retracted: bool = True


class TakeFile(Decision):
    """A file is the whole truth about this event from now on, or counts in its own right again.

    Attributes:
        file: SHA-256 of its bytes.
        taken: False has it count in its own right, beside others.
    """

    decision: Literal["take"]
    file: Sha256
    taken: bool = True


class SetStatus(Decision):
    """The standings are official, or not any more; `outcome` says which standings are meant.

    Attributes:
        corrections_until: when provisional standings become official by themselves.
        status: how final the standings are.
        outcome: digest of the places and totals that are meant; None for whatever they are.
    """

    decision: Literal["status"]
    status: Literal["live", "provisional", "official"]
    outcome: Sha256 | None = None
    corrections_until: Instant | None = None

    @model_validator(mode="after")
    def _of_provisional_standings(self) -> Self:
        if self.corrections_until is not None and self.status != "provisional":
            raise ValueError("a correction period is of provisional standings")
        return self


class OfPublic(PublicPolicy, extra="forbid"):
    """What the public sees; a setting that is not known is refused, because it would hide nothing."""


class SetPublic(Decision):
    """What the public sees of the event from now on: the newest such decision counts, as a whole.

    Attributes:
        policy: all settings; one that is absent has its default.
    """

    decision: Literal["public"]
    policy: OfPublic


class ShowNames(Decision, NameShown):
    """How the public sees the name of one person, however it is written, or of everybody; the stricter of both counts.

    It is a decision of its own beside what is public, so that releasing results names nobody who asked not to be named.

    Attributes:
        name: the person, by any form of the name; None for everybody.
        shown: how much of the name the public sees; "full" takes back what was decided before.
    """

    decision: Literal["names"]


class LockRound(Decision):
    """The seats of a round stay as they were published, or may move again.

    Attributes:
        session: name of the session; None for any of them.
        round: number of the round; None for all of them.
        locked: False lets the seats move again.
    """

    decision: Literal["lock"]
    session: Name | None = None
    round: int | None = None
    locked: bool = True


class ReassignFiles(Decision):
    """Files of the event belong to another event from now on: one, those of one name, or all; those to come as well.

    Attributes:
        file: by its bytes.
        name, sender: what files are called, and who sends them; without a sender, those of which none is known.
        to: the other event; None undoes what was decided before.
    """

    decision: Literal["reassign"]
    file: Sha256 | None = None
    name: Name | None = Field(default=None, min_length=1)
    sender: Name | None = None
    to: Slug | None = None

    @model_validator(mode="after")
    def _one_way_to_say_which(self) -> Self:
        if self.file is not None and self.name is not None:
            raise ValueError("files are named by their bytes or by their name, not both")
        if self.sender is not None and self.name is None:
            raise ValueError("a sender goes with the name of the files")
        return self


class Seated(Meeting, extra="forbid"):
    """Who met whom in the round that is in play.

    Attributes:
        table: its name; None where it has none.
        home: id of one side; in chess, of White.
        away: id of the other side.
    """


class StartRoundEarly(Decision):
    """The round is drawn now, although tables of the one before it are still playing; or when that is in, as usual.

    Attributes:
        playing: the seats of the round before it, as they were published.
        session: name of the session; None for any of them.
        round: number of the round that is drawn.
        early: False waits for the round before it, as usual.
    """

    decision: Literal["early_start"]
    session: Name | None = None
    round: int = Field(ge=1, le=10_000)
    early: bool = True
    playing: tuple[Seated, ...] = Field(default=(), max_length=10_000)


class SetPresence(Decision):
    """Somebody is away, or there, from a round on, or in one round alone.

    Attributes:
        lasting: from the round on; False for the round alone.
        kind, name: of somebody whom no file names, and who comes.
        rating, title, federation: the same of a player; by the rating a newcomer is seeded.
        participant: id of who is meant; of a newcomer, a new one.
        session: name of the session; None for any of them.
        round: number of the first round, or of the only one.
        present: True for somebody who is there.
        bye: what the round is worth to somebody who is away: half a point, a full one, or none.
    """

    decision: Literal["presence"]
    participant: Name = Field(min_length=1)
    session: Name | None = None
    round: int = Field(ge=1, le=10_000)
    lasting: bool = True
    present: bool
    bye: Literal["H", "F", "Z"] | None = None
    kind: Literal["player", "pair", "team"] | None = None
    name: Name | None = None
    rating: int | None = Field(default=None, ge=1, le=9_999)
    title: Name | None = None
    federation: Name | None = None

    @model_validator(mode="after")
    def _goes_together(self) -> Self:
        if self.bye is not None and (self.present or self.lasting):
            raise ValueError("a bye is for somebody who is away in one round")
        if (self.kind or self.name) and not self.present:
            raise ValueError("kind and name are of somebody who comes")
        if self.name and not self.kind:
            raise ValueError("a name needs its kind: player, pair or team")
        if (self.rating or self.title or self.federation) and self.kind != "player":
            raise ValueError("rating, title and federation are of a player")
        return self


class ExchangeSeats(Decision):
    """Two take each other's places in a round, whatever is drawn again; or those at two tables do, or not any more.

    Attributes:
        what: whether the two are participants, who may also be each other's opponents, or tables.
        first, second: ids of participants; tables as the seats name them, behind their section.
        session: name of the session; None for any of them.
        round: number of the round.
        exchanged: False takes the exchange back.
    """

    decision: Literal["exchange"]
    session: Name | None = None
    round: int = Field(ge=1, le=10_000)
    what: Exchanged = "participants"
    first: Name = Field(min_length=1)
    second: Name = Field(min_length=1)
    exchanged: bool = True

    @model_validator(mode="after")
    def _two_of_them(self) -> Self:
        if self.first == self.second:
            raise ValueError("an exchange is of two")
        return self


class OfSwiss(SwissSettings, extra="forbid"):
    """The settings of a Swiss or Danish draw."""


class ChooseSystem(Decision):
    """The event is seated by this system, whatever its files say; without one, by what they say.

    Attributes:
        system: its name; None for what the files say.
        rounds: how many rounds a movement has.
        swiss: settings of a Swiss or Danish draw.
    """

    decision: Literal["system"]
    system: Name | None = None
    rounds: int | None = Field(default=None, ge=1, le=10_000)
    swiss: OfSwiss = OfSwiss()


class NameEvent(Decision):
    """The event is called this, whatever its files say.

    Attributes:
        name: what it is called.
    """

    decision: Literal["name"]
    name: Name = Field(min_length=1)


class UseScale(Decision):
    """Matches give victory points by this scale, whatever their files call it: one that Kibitz has, or a table.

    Attributes:
        name: of one that Kibitz has (`shared.bridge.matches.victory_points`).
        table: a scale that is given as data.
    """

    decision: Literal["scale"]
    name: Name | None = None
    table: ScaleTable | None = None

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if (self.name is None) == (self.table is None):
            raise ValueError("give either the name of a scale or its table")
        return self

    @property
    def called(self) -> str:
        """What the scale is called."""
        return self.table.name if self.table is not None else self.name or ""


class UseImps(Decision):
    """The boards of team matches are turned into IMPs by this table: what is worth 1, 2, 3, ... IMPs at least.

    Attributes:
        lower_bounds: the smallest differences that are worth 1, 2, 3, ... IMPs, in points, rising.
    """

    decision: Literal["imps"]
    lower_bounds: tuple[int, ...] = Field(min_length=1, max_length=200)


AnyDecision = Annotated[
    VoidResult
    | SetScore
    | RuleMatch
    | RemoveBoard
    | Adjust
    | CarryForward
    | SetGame
    | RetractFile
    | TakeFile
    | SetStatus
    | SetPublic
    | ShowNames
    | LockRound
    | ReassignFiles
    | StartRoundEarly
    | SetPresence
    | ExchangeSeats
    | ChooseSystem
    | NameEvent
    | UseScale
    | UseImps,
    Field(discriminator="decision"),
]


class Decisions(Contract, extra="forbid"):
    """A file of decisions about one event.

    Attributes:
        kibitz: what the file is.
        event: identity of the event.
        at: when it was decided.
        by: who decided, as people there call them.
        version: of the format.
        decisions: one or more, about the event.
    """

    kibitz: Literal["decisions"] = "decisions"
    version: Literal[1] = 1
    event: Slug
    at: Instant
    by: Name = ""
    decisions: tuple[AnyDecision, ...] = Field(min_length=1, max_length=1_000)

    @model_validator(mode="after")
    def _periods_end(self) -> Self:
        for decision in self.decisions:
            until = decision.corrections_until if isinstance(decision, SetStatus) else None
            if until is not None and not self.at < until <= self.at + LONGEST_PERIOD:
                raise ValueError(f"a correction period ends within {LONGEST_PERIOD.days} days of its decision")
        return self
