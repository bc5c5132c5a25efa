"""Standings and travellers: an event scored again by Kibitz, beside what its files state."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from contracts.base import (
    Compass,
    Contract,
    Direction,
    Discipline,
    Exact,
    Instant,
    Name,
    Sha256,
    Shown,
    ShownText,
    Slug,
)
from contracts.facts import Detail, Hand, NameShown, PublicPolicy
from contracts.findings import Finding
from contracts.records import Record
from contracts.tables import Form


class Status(StrEnum):
    """How final standings are (Law 79C gives a time for corrections)."""

    LIVE = "live"
    PROVISIONAL = "provisional"
    OFFICIAL = "official"
    CORRECTED = "corrected"


class Declaration(Contract):
    """What the director declared last of how final the standings are.

    Attributes:
        at: when.
        outcome: of the standings that were made official (`Standings.outcome`).
        corrections_until: when provisional standings become official by themselves.
    """

    at: Instant
    outcome: Sha256 | None = None
    corrections_until: Instant | None = None


class StatedRow(Record):
    """What the newest file states for a participant."""

    place: Name | None = None
    total: Exact | None = None
    percentage: Exact | None = None


class TieBreakTerm(Contract):
    """One part of what a tie-break was summed from.

    Attributes:
        round: in which the part was earned; 0 for points given apart from any round.
        opponent: id of the participant it comes from; None for none.
        amount: points, products of points, a count or a rating, as the tie-break sums them.
        cut: left out by a modifier.
    """

    round: int
    opponent: Shown | None = None
    amount: Exact
    cut: bool = False


class TieBreakValue(Contract):
    """A tie-break of chess.

    Attributes:
        code: of C.07 with modifiers.
        value: None where it cannot be had.
        terms: what it was summed from, where somebody asked for it.
    """

    code: Shown
    value: Exact | None = None
    terms: tuple[TieBreakTerm, ...] = ()


class StandingRow(Record):
    """A participant's line in a ranking.

    Attributes:
        id: of the participant, unique in the event.
        place: as it is shown: "1", "2="; None for one without standing or without a score yet.
        rank: 1 for the leader; those who are tied have the same.
        total: in the unit of the standings, after adjustment, without handicap and carry-forward.
        maximum: the total of somebody who wins everything on the same boards.
        adjustment: penalties (negative) and bonuses, in the unit of the total.
        handicap, carry_forward: in per cent where there is a percentage, else in the unit of the total.
        final: what decides the place: the percentage, or the total where there is none, with handicap and carry-forward
            in it; None where there is neither.
        boards: boards with a result, adjusted scores included; games of chess that were played.
        title, rating, federation: of a player of chess, as the event lists them.
        tie_breaks: of chess, in the order in which they decide.
        agrees: whether the stated values are those computed; None when nothing is stated.
    """

    id: Name
    number: Name
    name: Name
    players: tuple[Name, ...] = ()
    section: Name | None = None
    direction: Direction | None = None
    place: Name | None = None
    rank: int | None = None
    total: Exact | None = None
    maximum: Exact | None = None
    percentage: Exact | None = None
    adjustment: Exact | None = None
    handicap: Exact | None = None
    carry_forward: Exact | None = None
    final: Exact | None = None
    boards: int = 0
    wins: Exact | None = None
    title: Name | None = None
    rating: Exact | None = None
    federation: Name | None = None
    tie_breaks: tuple[TieBreakValue, ...] = ()
    stated: StatedRow | None = None
    agrees: bool | None = None


ROWS = Form(StandingRow, "The rows of a ranking, and what is stated beside them.", {"stated": "stated_"})
"""Rows of rankings as columns."""


AS_STATED = ", as stated"
"""Ending of the title of a ranking that is not scored again: its places and totals are those that files state."""


class Ranking(Contract):
    """One list of who leads.

    Attributes:
        id: "overall", "NS", "EW", "section-A", "session-1-NS"; a slug-like name, stable over the event.
        kind: of those who are ranked.
        unit: of the totals: "match_points", "imps", "vps", "points", "percent", "wins" of a knock-out.
    """

    id: Shown
    title: Shown
    kind: Literal["player", "pair", "team"] | None = None
    unit: Shown
    session: Shown | None = None
    section: Shown | None = None
    direction: Direction | None = None
    rows: Annotated[Sequence[StandingRow], ROWS] = ()


class SectionProgress(Contract):
    """How far a section of a session is; None where nothing says what is to come.

    Attributes:
        tables: of its fullest round.
        rounds_complete: rounds of which every table is in.
        boards: with a result.
        results, results_expected: lines of travellers.
    """

    session: Shown | None = None
    section: Shown | None = None
    tables: int | None = None
    rounds: int | None = None
    rounds_complete: int | None = None
    boards: int = 0
    boards_expected: int | None = None
    results: int = 0
    results_expected: int | None = None
    complete: bool | None = None


class SlowTable(Contract):
    """A table, a match or a game that something is still to come from.

    Attributes:
        table: as the files name it; where they do not, who sits North-South, or both sides.
        behind: others have begun a later round; False for one of which nothing of the newest round is in.
        missing: boards of the round without a result, held against the fullest table; None where that is not known.
        boards: which of them are listed without a score, in order.
    """

    session: Shown | None = None
    section: Shown | None = None
    round: int
    table: Shown
    behind: bool = False
    missing: int | None = None
    boards: tuple[Shown, ...] = ()


class Progress(Contract):
    """How far an event is; None where nothing says what is to come.

    Attributes:
        rounds_complete: rounds of which every table is in.
        rounds_over: the same with rounds that are still in play, where the director has called the one after; None
            where that makes no difference.
        rounds_begun: the newest round of which a result is in, rounds counted session by session; None where a result
            names no round.
        results, results_expected: lines of travellers, or games of chess.
        all_met: everybody has played every board and met everybody, so that nothing is to come although no file says
            so; None where that is not so, or not asked: where no board waits for its last table.
        text: all of it in a few words, for people.
        sections: of events that are not chess, each with what is in and what is to come.
        slow: tables that something is still to come from, the oldest round first; at most 40 of `slow_total`.
    """

    rounds: int | None = None
    rounds_complete: int | None = None
    rounds_over: int | None = None
    rounds_begun: int | None = None
    boards: int = 0
    boards_expected: int | None = None
    results: int = 0
    results_expected: int | None = None
    complete: bool | None = None
    all_met: bool | None = None
    text: Shown = ""
    sections: tuple[SectionProgress, ...] = ()
    slow: tuple[SlowTable, ...] = ()
    slow_total: int = 0


def is_all_in(status: object, complete: object, all_met: object) -> bool:
    """Whether no board waits for results any more: by what files say, by who has met, or by what the director says."""
    return complete is True or all_met is True or status in (Status.PROVISIONAL, Status.OFFICIAL, Status.CORRECTED)


class Method(Contract):
    """How the standings were scored, so that anybody can do it again.

    Attributes:
        board_scoring: "match_points", "imps", ...
        scale: points for a better, equal and worse score: "2-1-0" or "1-½-0".
        factoring: what was done about boards with fewer results ("neuberg", "neuberg_ebu", "none", "scale").
        rounding: of the points of boards: "exact", "acblscore", "printed-1" for one decimal, or "cut-1".
        datum: of Butler scoring, in words; "as stated" where the file's own was taken.
        average: by what a sum of cross-IMPs is divided: "comparisons", "scores", or "sum" for not at all.
        average_plus: IMPs of an average plus.
        field: "section" where scores are compared within each section although the files do not say so; "round" where
            boards were dealt anew for each round.
        awards: "own average" where average plus and minus follow what their pairs have on the other boards.
        totals: "per-board" where those who played fewer boards are brought to the number of the others;
            "sit-out-50" where boards that they have not played count a percentage of the top;
            "matches-exact" or "matches-printed-1" where scores of matches are added so, and not rounded to hundredths.
        winners: 1 or 2.
        match_scoring: what a match gives: "vps", "imps", "pab", ...
        vp_scale: the scale of victory points that was used.
        bye: victory points of a bye that the files give no score for.
        edition: of the regulations of chess (FIDE C.07), by year.
        tie_breaks: of chess, points among them, in the order in which they decide.
        pairwise: how pairs of teams are scored beside their teams: "cross_imps" or "butler_imps".
        detected: True when the file leaves the method open and it was found by fit.
    """

    board_scoring: Shown
    scale: Shown | None = None
    factoring: Shown | None = None
    rounding: Shown | None = None
    datum: Shown | None = None
    average: Shown | None = None
    average_plus: Exact | None = None
    field: Shown | None = None
    awards: Shown | None = None
    totals: Shown | None = None
    winners: Literal[1, 2] | None = None
    match_scoring: Shown | None = None
    vp_scale: Shown | None = None
    bye: Exact | None = None
    pairwise: Shown | None = None
    edition: Shown | None = None
    tie_breaks: tuple[Shown, ...] = ()
    detected: bool = False


class Source(Contract):
    """A file that the standings rest on."""

    fragment: Shown
    file: Sha256
    name: Shown
    format: Shown
    as_of: Instant
    scope: Shown


class PartBoard(Contract):
    """What a board of one part of a match gives each side."""

    sub_match: Shown | None = None
    home: Exact
    away: Exact


class MatchBoard(Contract):
    """What a board of a match of teams gives each side.

    Attributes:
        parts: of a match that is told in parts, what the tables of each give, in the order of the parts.
    """

    board: Shown
    home: Exact
    away: Exact
    parts: tuple[PartBoard, ...] = ()


class ScoredMatch(Contract):
    """A match between two pairs or teams, scored by us and as stated.

    Attributes:
        home, away: ids of the participants; `away` is None for a bye.
        boards: how many both sides have a score on.
        cancelled: how many are over without that, because they were not played or have no worth.
        length: boards of the whole match, as the file says, else as seen; while `boards` and `cancelled` are less it is
            being played.
        raw_unit: of what the boards add up to: "imps", "points", or "percent" of the match points.
        home_raw, away_raw: what the boards add up to.
        home_score, away_score: what the match gives, in `unit`; the stated score where it cannot be computed.
        agrees: None when nothing is stated, or nothing could be computed.
        ruling: what the director gives for the match, in words; None where its boards count.
        by_board: of a match of teams, in `raw_unit`: the boards that both sides have a score on, in order.
    """

    session: Shown | None = None
    section: Shown | None = None
    round: int | None = None
    table: Shown | None = None
    home: Shown
    away: Shown | None = None
    home_name: Shown = ""
    away_name: Shown = ""
    boards: int = 0
    cancelled: int = 0
    length: int | None = None
    raw_unit: Shown | None = None
    home_raw: Exact | None = None
    away_raw: Exact | None = None
    home_score: Exact | None = None
    away_score: Exact | None = None
    unit: Shown
    stated_home: Exact | None = None
    stated_away: Exact | None = None
    agrees: bool | None = None
    ruling: Shown | None = None
    by_board: tuple[MatchBoard, ...] = ()


class ScoredGame(Record):
    """A game of a round of chess, each side as its own line of the record states it; or somebody's bye or absence.

    Attributes:
        table: number of the board in the round, of a team event that of the match; None for a bye or an absence.
        board: of the match, in a team event.
        white, black: ids of the players; of a bye or absence `white` has it and `black` is None.
        white_title, black_title, white_rating, black_rating: as the event lists them.
        white_team, black_team: ids of the teams that they play for.
        result: as people write it: "1-0", "½-½", "+--"; None until there is one.
        white_points, black_points: what it brings; None where nothing is stated.
        bye: "U" given by the pairing, "F" a full point, "H" half a point, "Z" none, an absence too.
        uncoloured: nothing says who has White.
    """

    table: int | None = None
    board: int | None = None
    white: Name
    black: Name | None = None
    white_name: Name = ""
    black_name: Name = ""
    white_title: Name | None = None
    black_title: Name | None = None
    white_rating: Exact | None = None
    black_rating: Exact | None = None
    white_team: Name | None = None
    black_team: Name | None = None
    result: Name | None = None
    white_points: Exact | None = None
    black_points: Exact | None = None
    bye: Literal["U", "F", "H", "Z"] | None = None
    uncoloured: bool = False


ROUND_GAMES = Form(ScoredGame, "The games of a round of chess, by their boards, and after them byes and absences.")
"""Games of a round as columns."""


class ScoredRound(Contract):
    """A round of chess: who plays whom, and what came of it."""

    event: Slug
    round: int = Field(ge=1)
    games: Annotated[Sequence[ScoredGame], ROUND_GAMES] = ()

    @property
    def id(self) -> str:
        """The token of the round in subjects."""
        return str(self.round)


class BoardRef(Contract):
    """A traveller that exists: its token, number and session."""

    id: Slug
    board: Shown
    session: Shown | None = None


SOURCES_LISTED = 20
"""Files that standings name; the merged event names all."""


class About(Contract):
    """What is known of an event besides its results: where and when it is played, and who runs it.

    Attributes:
        city: where it is played.
        federation: under which it is played.
        venue: the house or the club.
        end_date: of an event of several days.
        system: how rounds are paired, as the file says.
        players, teams: how many are entered, of a tournament of chess.
        time_control: of a game of chess.
        arbiter, deputies: names, as the file has them: official, not those of participants.
        round_dates: round and day.
    """

    city: Shown | None = None
    federation: Shown | None = None
    venue: Shown | None = None
    end_date: Shown | None = None
    system: Shown | None = None
    players: int | None = None
    teams: int | None = None
    time_control: Shown | None = None
    arbiter: Shown | None = None
    deputies: tuple[Shown, ...] = ()
    round_dates: tuple[tuple[int, Shown], ...] = ()


class Standings(Contract):
    """An event to date: every ranking and match, how far it is, which travellers there are, on which files it rests."""

    event: Slug
    name: Shown
    discipline: Discipline = Discipline.BRIDGE
    organiser: Shown | None = None
    date: Shown | None = None
    kind: Shown | None = None
    about: About | None = Field(default=None, description="what is known besides results")
    status: Status = Status.LIVE
    status_reason: Shown | None = None
    outcome: Sha256 | None = Field(default=None, description="digest of places and totals: what may be made official")
    declared: Declaration | None = None
    method: Method
    progress: Progress
    rankings: tuple[Ranking, ...] = ()
    matches: tuple[ScoredMatch, ...] = ()
    boards: tuple[BoardRef, ...] = ()
    sources: tuple[Source, ...] = Field(default=(), description="the newest files that count, the newest last")
    sources_total: int = Field(default=0, description="how many files count, those of the director too")
    exports_total: int = Field(default=0, description="how many of them are of scoring programs")
    findings: tuple[Finding, ...] = ()
    findings_total: int = 0
    differences: int = Field(default=0, description="how many stated values are not those computed")
    reassigned_to: tuple[Slug, ...] = Field(
        default=(), description="of an event without files: where a director moved them"
    )
    names: tuple[NameShown, ...] = Field(default=(), description="names that the public does not see in full")
    public: PublicPolicy = Field(default=PublicPolicy(), description="what the public may be shown of all this")
    public_of_new: bool = Field(default=False, description="whether that is the policy of new events, until a decision")


class TravellerLine(Record):
    """A board played once, scored by us and as stated.

    Attributes:
        ns, ew: ids of the pairs, or of two individuals with "+" between them; None where a file names teams alone.
        ns_names, ew_names: of the players, else of the team.
        ns_team, ew_team: ids of the teams that the sides play for.
        teams_of_pairs: whether one of those is known of the pair alone, and not named by the line.
        part: which of several lines of the same sides on this board; None for the first.
        score: as people write it: "420", "-50", "A6040", "PASS".
        ns_points, ew_points: computed; in the unit of the event's board scoring.
        stated_ns, stated_ew: as the file gives them.
        agrees: None when nothing is stated.
        calls: the auction, from the dealer's turn on: "1NT", "-" for a turn that nobody could take; a call that was
            alerted or explained has "!" behind it, and after a space what was said of it ("2C! asks for majors").
        cards: in the order of play ("SA"), from the opening lead to the last one that can be followed.
        claimed: the tricks that declarer has by a claim that ended the play.
        broken_off: why calls and cards go no further, if a file has more of them than can be followed.
    """

    session: Name | None = None
    section: Name | None = None
    round: int | None = None
    table: Name | None = None
    ns: Name | None = None
    ew: Name | None = None
    ns_names: Name = ""
    ew_names: Name = ""
    ns_team: Name | None = None
    ew_team: Name | None = None
    contract: Name | None = None
    declarer: Name | None = None
    lead: Name | None = None
    tricks: int | None = None
    score: Name = ""
    ew_score: Name | None = None
    ns_points: Exact | None = None
    ew_points: Exact | None = None
    ns_percent: Exact | None = None
    ew_percent: Exact | None = None
    stated_ns: Exact | None = None
    stated_ew: Exact | None = None
    agrees: bool | None = None
    teams_of_pairs: bool | None = None
    part: int | None = None
    calls: tuple[ShownText, ...] = ()
    cards: tuple[Name, ...] = ()
    claimed: int | None = None
    broken_off: ShownText | None = None


LINES = Form(TravellerLine, "The lines of a traveller, from the best North-South score.")
"""Lines of travellers as columns."""


class BoardDeal(Contract):
    """The cards of a board, as far as they are known."""

    north: Hand | None = None
    east: Hand | None = None
    south: Hand | None = None
    west: Hand | None = None


class ScoredBoard(Contract):
    """A traveller: every result of one board of one session, scored together.

    Attributes:
        id: token of the board in subjects and channels: "7", or "2-7" for board 7 of the second session.
        top: what beating everybody is worth.
        double_dummy: what the file states of the deal's analysis, as in `DealFact`; None where it states nothing.
        complete: whether every table that plays the board has; None where that is not stated, or nothing waits for it.
    """

    event: Slug
    id: Slug
    session: Shown | None = None
    board: Shown
    dealer: Compass | None = None
    vulnerable: Literal["None", "NS", "EW", "All"] | None = None
    unit: Shown
    top: Exact | None = None
    datum: Exact | None = None
    deal: BoardDeal | None = None
    double_dummy: tuple[Detail, ...] | None = None
    complete: bool | None = None
    lines: Annotated[Sequence[TravellerLine], LINES] = ()
