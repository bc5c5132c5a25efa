"""What the reader has gathered from the lines of a file before its facts are put together."""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal, NamedTuple

from contracts.base import Place
from contracts.facts import Detail
from shared.formats.trf.columns import FIRST_ROUND, ROUND_STEP
from shared.formats.trf.dialects import Dialect
from shared.formats.trf.report import Report


class Cell(NamedTuple):
    """One round of one player.

    Attributes:
        opponent: 0 for none.
        colour: "w", "b", or None for a bye or a game against nobody.
        result: letters in upper case; None where the column is blank.
    """

    round: int
    opponent: int
    colour: str | None
    result: str | None

    @property
    def is_absence(self) -> bool:
        """Whether it says the same as a blank round: nobody was met, and nothing is brought."""
        return not self.opponent and self.result == "Z"


COLOURS: dict[str, Literal["w", "b"] | None] = {"w": "w", "b": "b", "-": None, " ": None}
"""What the letters in `Player.colours` say."""


@dataclass(slots=True)
class Player:
    """A line 001.

    Attributes:
        opponents, colours, results: column by column what each round holds, since a file has tens of thousands of
            rounds: 0 for no opponent, a blank where the colour or result is blank. A round is blank that has neither
            opponent nor result.
        unreadable: rounds that hold something that nobody can read, which is reported.
    """

    line: int
    number: int
    sex: str = ""
    title: str = ""
    name: str = ""
    rating: int | None = None
    federation: str = ""
    fide_id: str = ""
    birth_date: str | None = None
    points: Decimal | None = None
    rank: int | None = None
    opponents: list[int] = field(default_factory=list)
    colours: str = ""
    results: str = ""
    national: tuple[Detail, ...] = ()
    national_rating: int | None = None
    unreadable: tuple[int, ...] = ()

    @property
    def cells(self) -> list[Cell]:
        """The rounds that are not blank."""
        cells = (self.cell(round_) for round_ in range(1, self.last_round + 1))
        return [cell for cell in cells if cell is not None]

    def cell(self, round_: int) -> Cell | None:
        """A round; None for a blank one."""
        if round_ > len(self.results):
            return None
        at = round_ - 1
        opponent, result = self.opponents[at], self.results[at]
        if not opponent and result == " ":
            return None
        return Cell(round_, opponent, COLOURS[self.colours[at]], None if result == " " else result)

    @property
    def last_round(self) -> int:
        """The last round that is not blank; 0 for none."""
        return len(self.results)

    def place(self, round_: int) -> Place:
        """Where a round of this player stands."""
        first = FIRST_ROUND + ROUND_STEP * (round_ - 1)
        return Place(line=self.line, column=first, end_column=first + 7, path="001")


@dataclass(slots=True)
class Team:
    """A line 310, or 013 where there is no 310.

    Attributes:
        member_at: where each of the roster stands.
        at: the whole line.
        totals_at: its points and its rank.
    """

    line: int
    number: int
    code: str
    name: str = ""
    nickname: str = ""
    strength: Decimal | None = None
    match_points: Decimal | None = None
    game_points: Decimal | None = None
    rank: int | None = None
    members: list[int] = field(default_factory=list)
    member_at: dict[int, Place] = field(default_factory=dict)
    at: Place = field(default_factory=Place)
    totals_at: Place = field(default_factory=Place)


@dataclass(frozen=True, slots=True)
class Bye:
    """A bye of a player or team: "F", "H", "Z", or "U" for one that the pairing gives."""

    kind: str
    round: int
    participant: int
    place: Place


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A match that did not take place: "+-", "-+" or "--", White's team first."""

    kind: str
    round: int
    white: int
    black: int
    place: Place


@dataclass(frozen=True, slots=True)
class LineUp:
    """A team that does not play in the default order: its players by board, 0 for a board that nobody sits at."""

    round: int
    team: int
    opponent: int
    players: tuple[int, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Lent:
    """Fictitious points of accelerated rounds for a range of players or teams."""

    match_points: Decimal | None
    game_points: Decimal | None
    first_round: int
    last_round: int
    first: int
    last: int
    place: Place


@dataclass(frozen=True, slots=True)
class Abnormal:
    """Points that are not those of the scoring system.

    Attributes:
        kind: W D L F H Z + - as in record 299, or "" for points given or taken away.
        round: None for all rounds.
        participants: empty for everybody.
    """

    kind: str
    match_points: Decimal | None
    game_points: Decimal | None
    round: int | None
    participants: tuple[int, ...]
    place: Place


@dataclass
class Draft:
    """Everything read from one file.

    Attributes:
        texts: by code, the records that may stand once, with their line.
        listed: by code, those that may stand more than once.
        scoring: points by result, under the names that `EventFact.scoring_system` has.
        scored_at: where each of them stands.
        unfinished: the last line, where nothing ends it; 0 where it is ended.
        repeated: lines of players with a number that another line has before them.
        named: numbers of teams or players that records name, byes apart, with their columns.
        missing: numbers of players that others name as opponents, and nobody has.
        grouped: whether teams are those of players who meet others than the opponents of their team.
    """

    dialect: Dialect
    report: Report
    encoding: str = "utf-8"
    texts: dict[str, tuple[str, int]] = field(default_factory=dict)
    listed: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    scoring: dict[str, str] = field(default_factory=dict)
    scored_at: dict[str, Place] = field(default_factory=dict)
    players: dict[int, Player] = field(default_factory=dict)
    teams: dict[int, Team] = field(default_factory=dict)
    repeated: list[Player] = field(default_factory=list)
    old_teams: list[Team] = field(default_factory=list)
    byes: list[Bye] = field(default_factory=list)
    forfeits: list[Forfeit] = field(default_factory=list)
    line_ups: list[LineUp] = field(default_factory=list)
    lent: list[Lent] = field(default_factory=list)
    abnormal: list[Abnormal] = field(default_factory=list)
    absent: list[tuple[int, Place]] = field(default_factory=list)
    unfinished: int = 0
    named: list[tuple[int, Place]] = field(default_factory=list)
    team_of: dict[int, int] = field(default_factory=dict)
    missing: frozenset[int] = frozenset()
    grouped: bool = False

    @property
    def opponents(self) -> set[int]:
        """The numbers that lines name as opponents."""
        return set().union(*[player.opponents for player in self.players.values()]) - {0}

    @property
    def is_team_event(self) -> bool:
        """Whether teams are ranked: records 013 alone may also group the players of an individual tournament."""
        if any(team.code == "310" for team in self.teams.values()):
            return True
        stated = (self.texts.get("082", ("", 0))[0], self.texts.get("092", ("", 0))[0].casefold())
        return bool(self.teams) and stated[0] != "0" and "individual" not in stated[1] and not self.grouped
