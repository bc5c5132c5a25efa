"""Facts: the keyed statements that files make about an event, whatever format they came in.

A parser turns a file into one fragment per event; a fragment is a set of facts. Each fact has a `key`: two facts of
the same type with the same key speak of the same thing, and merging keeps one of them. A value that the file does not
give is `None`, never 0. Text that has no rule behind it travels in `details`; what the reader does not know, in
`Facts.extensions`; nothing is dropped.
"""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from contracts.base import Compass, Contract, Direction, Discipline, Exact, Instant, Name, Place, Text

Key = tuple[str | int | None, ...]
"""What identifies a fact among the facts of its type within one event."""


class Detail(Contract):
    """A named text that Kibitz carries without a rule of its own (`MASTER_POINT_SCALE`, `Site`, `012`)."""

    name: Name
    value: Text


class Fact(Contract):
    """A statement with the place in the file where it stands."""

    at: Place | None = None

    @property
    def key(self) -> Key:
        """What this fact speaks of."""
        return ()


class Organiser(Contract):
    """The club, federation or tournament that runs an event."""

    name: Name | None = None
    id: Name | None = None
    details: tuple[Detail, ...] = ()


class Stratum(Contract):
    """One stratum of a stratified event; `upper_limit` None means no limit."""

    number: int | None = None
    label: Name | None = None
    upper_limit: Exact | None = None
    pairs_ns: int | None = None
    pairs_ew: int | None = None
    pairs: int | None = None


class EventFact(Fact):
    """What a file says of the event as a whole.

    Attributes:
        kind: "pairs", "swiss_pairs", "teams", "swiss_teams", "individual", "knockout", "ladder", "players",
            "home_style".
        winners: 1 or 2 fields of ranking (two for a Mitchell movement without arrow switch).
        board_scoring: "match_points", "butler_imps", "cross_imps", "aggregate", "imps", "pab", "bam", "hybrid",
            "other".
        match_scoring: "vps", "imps", "percentage", "aggregate", "pab", "bam", "hybrid", "ximps", "imp_then_add",
            "add_then_imp", "add_then_mod_imp", "win_loss", "knockout", "other".
        results: what the stated totals stand for: "complete", "session_only", "to_date", "none".
        tie_breaks: codes of FIDE C.07 in order.
        scoring_system: chess points by result code, for example ("W", "1").
    """

    name: Name | None = None
    discipline: Discipline = Discipline.BRIDGE
    kind: Name | None = None
    organiser: Organiser | None = None
    external_id: Name | None = None
    tournament: Name | None = None
    tournament_id: Name | None = None
    start_date: Name | None = None
    end_date: Name | None = None
    start_time: Name | None = None
    end_time: Name | None = None
    city: Name | None = None
    federation: Name | None = None
    program: Name | None = None
    program_version: Name | None = None
    format_version: Name | None = None
    winners: Literal[1, 2] | None = None
    board_scoring: Name | None = None
    match_scoring: Name | None = None
    pairwise_scoring: Name | None = None
    vp_scale: Name | None = None
    team_size: int | None = None
    boards_played: int | None = None
    boards_per_round: int | None = None
    rounds: int | None = None
    results: Name | None = None
    results_type: Name | None = None
    stratification: Name | None = None
    strata: tuple[Stratum, ...] = ()
    label_names: tuple[Name, ...] = ()
    tie_breaks: tuple[Name, ...] = ()
    scoring_system: tuple[Detail, ...] = ()
    arrow_switch: Name | None = None
    details: tuple[Detail, ...] = ()


class SessionFact(Fact):
    """A session: boards with the same number in two sessions are different boards."""

    id: Name
    number: int | None = None
    name: Name | None = None
    date: Name | None = None
    start_time: Name | None = None
    end_time: Name | None = None
    results_type: Name | None = None
    hand_record_id: Name | None = None
    details: tuple[Detail, ...] = ()

    @property
    def key(self) -> Key:
        """The session's id."""
        return (self.id,)


class SectionFact(Fact):
    """A section of a session: the players who meet each other.

    Attributes:
        scored_with: name of the group of sections whose scores are compared; sections of one group share their tops.
        ranked_with: name of the group of sections that are ranked together.
        top: match points for beating everybody on a board, in the file's own scale.
        rounds, rounds_posted: how many there will be, how many are in.
    """

    session: Name | None = None
    id: Name
    scored_with: Name | None = None
    ranked_with: Name | None = None
    tables: int | None = None
    boards: int | None = None
    boards_per_round: int | None = None
    rounds: int | None = None
    rounds_posted: int | None = None
    top: Exact | None = None
    movement: Name | None = None
    details: tuple[Detail, ...] = ()

    @property
    def key(self) -> Key:
        """Session and section."""
        return (self.session, self.id)


class Person(Contract):
    """A human or robot player."""

    id: Name | None = None
    name: Name | None = None
    first_name: Name | None = None
    last_name: Name | None = None
    title: Name | None = None
    sex: Name | None = None
    birth_date: Name | None = None
    federation: Name | None = None
    national_id: Name | None = None
    club_id: Name | None = None
    rating: Exact | None = None
    holding: Exact | None = None
    status: Name | None = None
    rateable: bool | None = None
    details: tuple[Detail, ...] = ()


class Label(Contract):
    """A category of a participant, such as FLIGHT = B."""

    name: Name
    value: Name


class Participant(Fact):
    """Who is ranked or sits down: a player, a pair or a team.

    Attributes:
        id: unique within the event; how results, seats and totals name it.
        number: as it is shown to people ("7", "7NS"); the id when None.
        team: id of the team that a pair or player belongs to.
        members: ids of the pairs or players of a team, in registration order.
        standing: False for one who plays without being ranked.
    """

    id: Name
    kind: Literal["player", "pair", "team"]
    number: Name | None = None
    name: Name | None = None
    nickname: Name | None = None
    session: Name | None = None
    section: Name | None = None
    direction: Direction | None = None
    team: Name | None = None
    members: tuple[Name, ...] = ()
    players: tuple[Person, ...] = ()
    stratum: Name | None = None
    override_stratum: Name | None = None
    labels: tuple[Label, ...] = ()
    standing: bool = True
    phantom: bool = False
    seed: int | None = None
    rating: Exact | None = None
    details: tuple[Detail, ...] = ()

    @property
    def key(self) -> Key:
        """Kind and id: a team "1" and a pair "1" are two participants."""
        return (self.kind, self.id)


class BoardFact(Fact):
    """What a file says of a board apart from its results."""

    session: Name | None = None
    section: Name | None = None
    board: Name
    dealer: Compass | None = None
    vulnerable: Literal["None", "NS", "EW", "All"] | None = None
    datum: Exact | None = None
    details: tuple[Detail, ...] = ()

    @property
    def key(self) -> Key:
        """Session, section and board number."""
        return (self.session, self.section, self.board)


class WeightedPoints(Contract):
    """One part of a weighted ruling: `weight` of 1 for `points`."""

    weight: Exact
    points: int


class Score(Contract):
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


class StatedScore(Contract):
    """What the file itself computed for a line of a traveller, per side, in the unit of the event's board scoring."""

    ns: Exact | None = None
    ew: Exact | None = None
    unit: Name | None = None
    ns_percent: Exact | None = None
    ew_percent: Exact | None = None


class Sides(Contract):
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
        return (self.ns, self.ew, self.north, self.south, self.east, self.west, self.ns_team, self.ew_team)


class ResultFact(Fact):
    """One line of a traveller: a board played once.

    Attributes:
        contract: as the file writes it; the rules read it (`shared/bridge/contract.py`).
        ns_score, ew_score: what counts for each side; they differ after a split ruling.
        foul_group: 0 normally; results of another deal of the same board have another group.
        arrow_switched: the pairs sat the other way than their numbers say.
        multiplicity: how many results this line stands for.
        part: distinguishes results that would have the same key otherwise (a board played twice by the same sides).
    """

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
    details: tuple[Detail, ...] = ()

    @property
    def key(self) -> Key:
        """Session, board, sides and part; round and table are often left out by files, so they do not identify."""
        return (self.session, self.board, *self.sides.key, self.part)


class MatchFact(Fact):
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
        return (self.session, self.kind, self.round, sides[0], sides[1], self.first_board, self.sub_match)


class BoardPointsFact(Fact):
    """What a match report states for one of its boards, from the home side's view."""

    session: Name | None = None
    round: int | None = None
    home: Name
    away: Name | None = None
    board: Name
    home_points: Exact | None = None
    away_points: Exact | None = None
    unit: Name | None = None

    @property
    def key(self) -> Key:
        """Session, round, sides and board."""
        return (self.session, self.round, self.home, self.away, self.board)


class GameFact(Fact):
    """A chess game, bye or absence of one player in one round, as that player's line states it.

    Attributes:
        opponent: None for a bye or absence.
        colour: "w", "b" or None.
        result: the letter of the record: 1 = 0 + - W D L H F U Z, or blank for a game without a result yet.
        board: 1 for the first board of a team match.
    """

    round: int
    player: Name
    opponent: Name | None = None
    colour: Literal["w", "b"] | None = None
    result: Annotated[str, Field(max_length=1)] | None = None
    board: int | None = None

    @property
    def key(self) -> Key:
        """Round and player: each player states the game for himself, so that contradictions stay visible."""
        return (self.round, self.player)


class Hand(Contract):
    """The cards of one seat by suit, ranks A K Q J T 9 .. 2; None where the hand is not given."""

    spades: Name = ""
    hearts: Name = ""
    diamonds: Name = ""
    clubs: Name = ""


class DealFact(Fact):
    """The cards of a board; end positions have fewer than thirteen a hand."""

    session: Name | None = None
    section: Name | None = None
    board: Name
    dealer: Compass | None = None
    vulnerable: Literal["None", "NS", "EW", "All"] | None = None
    north: Hand | None = None
    east: Hand | None = None
    south: Hand | None = None
    west: Hand | None = None
    set_id: Name | None = None
    double_dummy: tuple[Detail, ...] = ()
    details: tuple[Detail, ...] = ()

    @property
    def key(self) -> Key:
        """Session, section, board and set of hands."""
        return (self.session, self.section, self.board, self.set_id)


class Call(Contract):
    """A call of an auction: "1S", "Pass", "X", "XX", "AP", "-" no turn yet, "*" broken off, "+" to be continued."""

    call: Name
    alert: Name | None = None
    note: Text | None = None
    glyphs: tuple[int, ...] = ()
    irregularity: Name | None = None


class AuctionFact(Fact):
    """The auction of one board at one table."""

    session: Name | None = None
    board: Name
    table: Name | None = None
    room: Name | None = None
    sides: Sides = Sides()
    first: Compass | None = None
    calls: tuple[Call, ...] = ()
    notes: Text | None = None
    source: Name | None = None

    @property
    def key(self) -> Key:
        """Session, board, table, room and sides."""
        return (self.session, self.board, self.table, self.room, *self.sides.key)


class PlayedCard(Contract):
    """A card of the play, suit before rank ("SA"), "-" when it is not known or was not played."""

    card: Name
    note: Text | None = None
    glyphs: tuple[int, ...] = ()
    irregularity: Name | None = None


class PlayFact(Fact):
    """The play of one board at one table, in the order of the columns, or of play where `order` is "played"."""

    session: Name | None = None
    board: Name
    table: Name | None = None
    room: Name | None = None
    sides: Sides = Sides()
    first: Compass | None = None
    order: Literal["columns", "played"] = "columns"
    cards: tuple[PlayedCard, ...] = ()
    claimed: int | None = None
    notes: Text | None = None

    @property
    def key(self) -> Key:
        """Session, board, table, room and sides."""
        return (self.session, self.board, self.table, self.room, *self.sides.key)


class MovementLine(Contract):
    """Who meets whom at one table in one round, on which boards."""

    round: int
    table: Name
    sides: Sides
    first_board: Name | None = None
    last_board: Name | None = None


class MovementFact(Fact):
    """A movement: pairs, individuals or teams through tables and rounds."""

    id: Name
    session: Name | None = None
    section: Name | None = None
    kind: Literal["pairs", "individual", "teams"]
    name: Name | None = None
    winners: Literal[1, 2] | None = None
    tables: int | None = None
    rounds: int | None = None
    lines: tuple[MovementLine, ...] = ()
    details: tuple[Detail, ...] = ()

    @property
    def key(self) -> Key:
        """Session, section and id."""
        return (self.session, self.section, self.id)


class SeatFact(Fact):
    """Where a participant sits at the start, or at the start of the next session or round.

    Attributes:
        stage: "start" of this session, "next" session, stage or round.
        round: None when the stage says it all.
        resigned: the participant does not go on.
    """

    participant: Name
    kind: Literal["player", "pair", "team"] = "pair"
    session: Name | None = None
    stage: Literal["start", "next"]
    round: int | None = None
    section: Name | None = None
    table: Name | None = None
    direction: Name | None = None
    opponent: Name | None = None
    colour: Literal["w", "b"] | None = None
    resigned: bool = False
    text: Name | None = None

    @property
    def key(self) -> Key:
        """Session, stage, round, kind and participant."""
        return (self.session, self.stage, self.round, self.kind, self.participant)


class AdjustmentFact(Fact):
    """A penalty, bonus, handicap or carry-over of a participant, apart from any board.

    Attributes:
        kind: "penalty", "handicap", "carry_forward", "acceleration", "free_points", "bye".
        unit: "percent", "match_points", "imps", "vps", "points", "boards".
        counted: whether the stated totals of the same file include it; None when the file does not say.
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

    @property
    def key(self) -> Key:
        """Kind, participant, session and round."""
        return (self.kind, self.participant_kind, self.participant, self.session, self.round)


class StatedTotal(Fact):
    """The total, percentage and place that a file itself gives a participant; never overwritten, never trusted.

    Attributes:
        session: None for the file's overall results.
        place: as written ("3=", "=3").
        maximum: the total of somebody who wins everything.
        pair_imps: pair-wise IMPs of a pair within a team.
    """

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

    @property
    def key(self) -> Key:
        """Kind, participant and session."""
        return (self.kind, self.participant, self.session)


class AwardFact(Fact):
    """Master points, a prize or a qualification, published as given."""

    kind: Literal["master_points", "prize", "qualification"]
    participant: Name
    participant_kind: Literal["player", "pair", "team"] = "pair"
    person: Name | None = None
    session: Name | None = None
    amount: Exact | None = None
    colour: Name | None = None
    text: Name | None = None

    @property
    def key(self) -> Key:
        """Kind, participant, person, session and colour."""
        return (self.kind, self.participant_kind, self.participant, self.person, self.session, self.colour)


class LadderFact(Fact):
    """A line of a ladder: a member's award and percentage, for a session or over all."""

    member: Name
    session: Name | None = None
    master_points: Exact | None = None
    percentage: Exact | None = None

    @property
    def key(self) -> Key:
        """Member and session."""
        return (self.member, self.session)


class Extension(Fact):
    """What the reader does not know, kept as it stands.

    Attributes:
        kind: "element", "attribute", "tag", "section", "record", "bytes", "comment", "directive".
        owner: where it hangs, in the words of the format ("/USEBIO/EVENT", "game 3").
        value: text, or base64 for bytes.
    """

    kind: Name
    owner: Name
    name: Name
    value: Text = ""
    index: int = 0

    @property
    def key(self) -> Key:
        """Kind, owner, name and number among its like."""
        return (self.kind, self.owner, self.name, self.index)


class Facts(Contract):
    """Everything a fragment, or a merged event, states; each list in the order of the file or of its keys."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "events", "sessions", "sections", "participants", "boards", "results", "matches", "board_points", "games",
        "deals", "auctions", "plays", "movements", "seats", "adjustments", "totals", "awards", "ladder", "extensions",
    )  # fmt: skip

    events: tuple[EventFact, ...] = ()
    sessions: tuple[SessionFact, ...] = ()
    sections: tuple[SectionFact, ...] = ()
    participants: tuple[Participant, ...] = ()
    boards: tuple[BoardFact, ...] = ()
    results: tuple[ResultFact, ...] = ()
    matches: tuple[MatchFact, ...] = ()
    board_points: tuple[BoardPointsFact, ...] = ()
    games: tuple[GameFact, ...] = ()
    deals: tuple[DealFact, ...] = ()
    auctions: tuple[AuctionFact, ...] = ()
    plays: tuple[PlayFact, ...] = ()
    movements: tuple[MovementFact, ...] = ()
    seats: tuple[SeatFact, ...] = ()
    adjustments: tuple[AdjustmentFact, ...] = ()
    totals: tuple[StatedTotal, ...] = ()
    awards: tuple[AwardFact, ...] = ()
    ladder: tuple[LadderFact, ...] = ()
    extensions: tuple[Extension, ...] = ()

    @property
    def event(self) -> EventFact:
        """The statement about the event as a whole, an empty one when the file makes none."""
        return self.events[0] if self.events else EventFact()


class Scope(Contract):
    """What part of an event a fragment covers; None means "all that there is" in that dimension.

    Attributes:
        whole: the fragment is the whole of this scope: an older fact inside it that it does not repeat is withdrawn.
        rounds, boards: of the sessions named.
    """

    whole: bool = False
    sessions: tuple[Name, ...] | None = None
    sections: tuple[Name, ...] | None = None
    rounds: tuple[int, ...] | None = None
    boards: tuple[Name, ...] | None = None


class AsOf(Contract):
    """The moment at which a fragment was true, and how it is known."""

    at: Instant
    source: Literal["stated", "modified", "end_time", "file_time", "arrival"]
