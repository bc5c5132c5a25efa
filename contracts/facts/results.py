"""Facts about what was played: boards, lines of travellers, matches and games of chess."""

from dataclasses import replace
from functools import lru_cache
from operator import attrgetter
from typing import Annotated, Literal

from pydantic import Field

from contracts.base import Compass, Exact, Name, Place
from contracts.facts.base import Detail, FactModel, FactRecord, Key
from contracts.records import Record
from contracts.tables import Form, Packing


class BoardFact(FactModel):
    """What a file says of a board apart from its results."""

    session: Name | None = None
    section: Name | None = None
    board: Name
    dealer: Compass | None = None
    vulnerable: Literal["None", "NS", "EW", "All"] | None = None
    datum: Exact | None = None
    details: tuple[Detail, ...] = ()

    KEY = attrgetter("session", "section", "board")


class WeightedPoints(Record):
    """One part of a weighted ruling: `weight` of 1 for `points`."""

    weight: Exact
    points: int


class Score(Record):
    """The score of one side on one board, from that side's own line of the traveller (always North-South's view).

    Attributes:
        kind: "points" (total points), "artificial" (a percentage), "weighted" (a ruling of several results),
            "average" (Ave, Ave+, Ave- without a percentage), "late" (to be played later), "not_played",
            "not_in_play" (no such table in this round), "unknown" (the file leaves it blank).
        points: total points for North-South, also in East-West's score.
        percent: what this side is awarded, 0 to 100.
        text: as it stands in the file, where that says more.
    """

    kind: Literal["points", "artificial", "weighted", "average", "late", "not_played", "not_in_play", "unknown"]
    points: int | None = None
    percent: Exact | None = None
    parts: tuple[WeightedPoints, ...] = ()
    text: Name | None = None


class StatedScore(Record):
    """What the file itself computed for a line of a traveller, per side, in the unit of the event's board scoring."""

    ns: Exact | None = None
    ew: Exact | None = None
    unit: Name | None = None
    ns_percent: Exact | None = None
    ew_percent: Exact | None = None


class Sides(Record):
    """Who sat where: pairs (ns, ew), individuals (north..west), and the team of the North-South pair in a match."""

    ns: Name | None = None
    ew: Name | None = None
    north: Name | None = None
    south: Name | None = None
    east: Name | None = None
    west: Name | None = None
    ns_team: Name | None = None
    ew_team: Name | None = None

    @property
    def key(self) -> Key:
        """All eight names."""
        return tuple(self)


class ResultFact(FactRecord):
    """One line of a traveller: a board played once.

    Attributes:
        contract: as the file writes it; the rules read it (`shared/bridge/play/contract.py`).
        ns_score, ew_score: what counts for each side; they differ after a split ruling.
        foul_group: 0 normally; results of another deal of the same board have another group.
        arrow_switched: the pairs sat the other way than their numbers, or their match, say; `sides` has who sat where.
        multiplicity: how many results this line stands for.
        part: distinguishes results that would have the same key otherwise (a board played twice by the same sides).
        sub_match: that of the match in which the file has the line.
    """

    at: Place | None = None
    session: Name | None = None
    section: Name | None = None
    round: int | None = None
    table: Name | None = None
    room: Name | None = None
    board: Name
    sides: Sides
    contract: Name | None = None
    declarer: Name | None = None
    lead: Name | None = None
    tricks: int | None = None
    ns_score: Score
    ew_score: Score
    stated: StatedScore | None = None
    foul_group: int = 0
    arrow_switched: bool | None = None
    multiplicity: int = 1
    part: int = 0
    sub_match: Name | None = None
    details: tuple[Detail, ...] = ()

    @property
    def key(self) -> Key:
        """Session, board, sides and part: files often leave out round and table, so these do not identify a result."""
        return (self.session, self.board, *self.sides, self.part)


UNKNOWN_SCORE = Score(kind="unknown")
"""That of a line which leaves it blank."""


@lru_cache(maxsize=4_096)
def total_points(points: int) -> Score:
    """A score of total points; equal scores are one object."""
    return Score(kind="points", points=points)


def packed_score(score: Score) -> int | Score | None:
    """A score as columns have it: total points as a number, None for a blank one."""
    if score.kind == "points" and score.percent is None and score.text is None and not score.parts:
        return score if score.points is None else score.points
    return None if score == UNKNOWN_SCORE else score


def _unpacked(score: int | Score | None) -> Score:
    return UNKNOWN_SCORE if score is None else total_points(score) if isinstance(score, int) else score


_SCORE = Packing(int | Score | None, packed_score, _unpacked)

RESULTS = Form(
    ResultFact,
    "The lines of travellers: the place in the file, the sides, the line, and what is stated of it. In ns_score a"
    " number is total points, null a blank score; ew_score is left out where every score is that of North-South.",
    {"at": "", "sides": "", "stated": "stated_"},
    {"ns_score": _SCORE, "ew_score": replace(_SCORE, same_as="ns_score")},
)
"""Lines of travellers as columns."""


class MatchFact(FactModel):
    """A match of several boards, or a team match of chess: home against away.

    Attributes:
        kind: "pairs", "teams" or "chess_teams".
        away: None for a bye.
        home_score, away_score: in `unit` ("vps", "imps", "percentage", "match_points", ...).
        sub_match: for matches reported in several parts that all carry the whole score.
        forfeit: "home", "away" or "both", for the side that did not show up.
    """

    session: Name | None = None
    section: Name | None = None
    kind: Literal["pairs", "teams", "chess_teams"]
    round: int | None = None
    table: Name | None = None
    division: Name | None = None
    date: Name | None = None
    home: Name
    away: Name | None = None
    first_board: Name | None = None
    last_board: Name | None = None
    boards: int | None = None
    home_score: Exact | None = None
    away_score: Exact | None = None
    unit: Name | None = None
    home_imps: Exact | None = None
    away_imps: Exact | None = None
    home_game_points: Exact | None = None
    away_game_points: Exact | None = None
    home_line_up: tuple[Name, ...] = ()
    away_line_up: tuple[Name, ...] = ()
    sitting_out: tuple[Name, ...] = ()
    forfeit: Literal["home", "away", "both"] | None = None
    sub_match: Name | None = None
    details: tuple[Detail, ...] = ()

    @property
    def key(self) -> Key:
        """Session, round, the two sides in either order, first board and part."""
        sides = sorted((self.home, self.away or ""))
        return (self.session, self.kind, self.round, *sides, self.first_board, self.sub_match)


class BoardPointsFact(FactModel):
    """What a match report states for one of its boards, from the home side's view.

    Attributes:
        home_imps, away_imps: IMPs that are stated beside points of another kind, as hybrid scoring has both.
        sub_match: that of the match which states it.
    """

    session: Name | None = None
    round: int | None = None
    home: Name
    away: Name | None = None
    board: Name
    home_points: Exact | None = None
    away_points: Exact | None = None
    home_imps: Exact | None = None
    away_imps: Exact | None = None
    unit: Name | None = None
    sub_match: Name | None = None

    KEY = attrgetter("session", "round", "home", "away", "board", "sub_match")


class GameFact(FactRecord):
    """A chess game, bye or absence of one player in one round, as that player's line states it.

    Attributes:
        opponent: None for a bye or absence.
        colour: "w", "b" or None.
        result: the letter of the record: 1 = 0 + - W D L H F U Z, or blank for a game without a result yet.
        board: 1 for the first board of a team match.
    """

    at: Place | None = None
    round: int
    player: Name
    opponent: Name | None = None
    colour: Literal["w", "b"] | None = None
    result: Annotated[str, Field(max_length=1)] | None = None
    board: int | None = None

    @property
    def key(self) -> Key:
        """Round and player: each player states the game, so that contradictions stay visible."""
        return (self.round, self.player)


GAMES = Form(GameFact, "The games of a tournament.", {"at": ""})
"""Games as columns."""
