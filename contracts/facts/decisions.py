"""Facts that a director decides about an event as a whole: which files count, how final it is, who sits and how."""

from operator import attrgetter
from typing import Literal

from pydantic import Field

from contracts.base import Contract, Exact, Instant, Name, PublicPolicy, Sha256, Slug
from contracts.facts.base import FactModel, Key


class RetractionFact(FactModel):
    """Whether what a file says counts for this event; False gives it back its say."""

    file: Sha256
    retracted: bool = True
    reason: Name | None = None

    @property
    def key(self) -> Key:
        """The file."""
        return (self.file,)


class TakeFact(FactModel):
    """Whether a file is the whole truth about this event, from the moment of the decision on."""

    file: Sha256
    taken: bool = True
    reason: Name | None = None

    @property
    def key(self) -> Key:
        """The file."""
        return (self.file,)


class MatchRulingFact(FactModel):
    """What the director gives the sides of a match, or of one board of it, instead of what was played.

    Attributes:
        board: of the match, which is taken out of it; None for the match as a whole.
        home_award, away_award: "void", "director fault", "average plus", "average", "average minus", "mismatch higher"
            or "mismatch lower"; None for what was played, or for a score.
        home_score, away_score: in the unit of what matches give.
    """

    session: Name | None = None
    round: int | None = None
    home: Name
    away: Name
    board: Name | None = None
    home_award: Name | None = None
    away_award: Name | None = None
    home_score: Exact | None = None
    away_score: Exact | None = None
    reason: Name | None = None

    @property
    def key(self) -> Key:
        """Session, round, the two sides in either order, and board."""
        return (self.session, self.round, *sorted((self.home, self.away)), self.board)


class ReassignmentFact(FactModel):
    """To which event files of this one belong; without `to`, back where they came from.

    Attributes:
        file: one by its bytes.
        name, sender: those that are called so and come from there, those to come as well; without file and name, all.
        of: the event whose files are meant, once the fact was passed on with them; None for the event of its fragment.
    """

    file: Sha256 | None = None
    name: Name | None = None
    sender: Name | None = None
    to: Slug | None = None
    of: Slug | None = None
    reason: Name | None = None

    KEY = attrgetter("of", "file", "name", "sender")


class StatusFact(FactModel):
    """How final the standings are, as the director declares it.

    Attributes:
        outcome: the digest of places and totals that was declared official (`Standings.outcome`); None for whatever
            they are.
        corrections_until: when provisional standings become official by themselves.
    """

    status: Literal["live", "provisional", "official"]
    outcome: Sha256 | None = None
    corrections_until: Instant | None = None
    reason: Name | None = None


class PublicFact(FactModel):
    """What the public sees, as the director decides it."""

    policy: PublicPolicy
    reason: Name | None = None


Naming = Literal["full", "initials", "none"]
"""How a name is shown to the public."""


class NameShown(Contract):
    """How the public sees the name of one person, or without a name of everybody in the event."""

    name: Name | None = Field(default=None, min_length=1)
    shown: Naming


class NameShownFact(FactModel):
    """The same, as the director decides it; "full" takes back what was decided before."""

    name: Name | None = None
    shown: Naming
    reason: Name | None = None

    @property
    def of(self) -> Literal["everybody", "one"]:
        """Whether it is about everybody or one person."""
        return "everybody" if self.name is None else "one"

    KEY = attrgetter("of", "name")


class LockFact(FactModel):
    """Whether the seats of a round stay as they were published, whatever is corrected afterwards."""

    session: Name | None = None
    round: int | None = None
    locked: bool = True

    KEY = attrgetter("session", "round")


class Meeting(Contract):
    """Two who meet at a table of a round, whatever their sides: pairs, teams, or players of chess."""

    table: Name | None = None
    home: Name
    away: Name


class EarlyStartFact(FactModel):
    """Whether the next round is drawn although tables of the one before it are still playing.

    Attributes:
        round: that is to be drawn.
        playing: who met whom in the round before it, as it was seated: no file has a table that is still playing.
    """

    session: Name | None = None
    round: int
    early: bool = True
    playing: tuple[Meeting, ...] = ()
    reason: Name | None = None

    KEY = attrgetter("session", "round")


class PresenceFact(FactModel):
    """Whether somebody is there, from a round on or in one round alone.

    Attributes:
        lasting: until another word about a later round; False for this round alone, which then counts before lasting
            words.
        bye: chess: the letter of the bye that is given for an absence, H or F; None for one without points.
    """

    participant: Name
    session: Name | None = None
    round: int
    lasting: bool = True
    present: bool
    bye: Literal["H", "F", "Z"] | None = None
    reason: Name | None = None

    KEY = attrgetter("participant", "session", "round", "lasting")


Exchanged = Literal["participants", "tables"]
"""What two exchange their places: participants, or all who sit at two tables."""


class ExchangeFact(FactModel):
    """Whether two take each other's places in the seats of a round.

    Attributes:
        first, second: ids of participants, or tables behind their section.
        decided, number: when, and as which decision of its file: exchanges are made one after the other.
    """

    session: Name | None = None
    round: int
    what: Exchanged = "participants"
    first: Name
    second: Name
    exchanged: bool = True
    decided: Instant
    number: int = 0
    reason: Name | None = None

    @property
    def key(self) -> Key:
        """Session, round, what, and the two in either order."""
        return (self.session, self.round, self.what, *sorted((self.first, self.second)))


class SwissSettings(Contract):
    """How a Swiss draws its rounds.

    Attributes:
        odd: what becomes of an odd number.
        first_round: who meets when nobody has.
        lot: the text that decides a lot.
        tables: who gets which table.
        second_bye_before_rematch: what comes first where one of them has to be.
    """

    odd: Literal["bye", "short_triple", "long_triple"] = "bye"
    first_round: Literal["halves", "ranked", "lot"] = "halves"
    lot: Name = ""
    tables: Literal["leaders", "home", "stay"] = "leaders"
    second_bye_before_rematch: bool = True


class SystemFact(FactModel):
    """By which system the event is seated, whatever its files say.

    Attributes:
        system: its name; None for what the files say.
        rounds: of a movement that is made.
        swiss: of a Swiss or Danish draw.
    """

    system: Name | None = None
    rounds: int | None = None
    swiss: SwissSettings = SwissSettings()
    reason: Name | None = None
