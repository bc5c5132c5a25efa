"""Facts about the event as a whole, its sessions and its sections."""

from operator import attrgetter
from typing import Literal

from pydantic import Field

from contracts.base import Contract, Discipline, Exact, Name
from contracts.facts.base import Detail, FactModel, Key


class Organiser(Contract):
    """The club, federation or tournament that runs an event."""

    name: Name | None = None
    id: Name | None = None
    details: tuple[Detail, ...] = ()


class Stratum(Contract):
    """One stratum of a stratified event.

    Attributes:
        upper_limit: the greatest holding; None means no limit, or one in words.
        limit_in_words: a limit that is no number of points; nobody can be placed by it.
    """

    number: int | None = None
    label: Name | None = None
    upper_limit: Exact | None = None
    limit_in_words: Name | None = None
    pairs_ns: int | None = None
    pairs_ew: int | None = None
    pairs: int | None = None


class ScaleChart(Contract):
    """One chart of a scale of victory points.

    Attributes:
        boards: the fewest and the most boards of a match to which it applies.
        rows: of a scale for IMPs: the first margin, the winner's victory points and the loser's.
        up_to: of a scale for percentages: the greatest percentage that is worth `ScaleTable.middle`, one more and
            so on.
    """

    boards: tuple[int, int]
    rows: tuple[tuple[int, Exact, Exact], ...] = Field(default=(), max_length=1_000)
    up_to: tuple[Exact, ...] = Field(default=(), max_length=1_000)


class ScaleTable(Contract):
    """A scale of victory points that is given as data.

    Attributes:
        unit: of what is turned into victory points.
        middle: the victory points of a draw, for percentages.
        charts: none where Kibitz has the scale of this name.
    """

    name: Name
    unit: Literal["imps", "percent"]
    middle: int | None = None
    charts: tuple[ScaleChart, ...] = Field(max_length=200)


class EventFact(FactModel):
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
        vp_table: the scale of victory points, where somebody gives it as data.
        imp_bounds: the table of IMPs by which the boards of team matches are converted, where it is not that of the
            laws: the smallest difference in points that is worth 1, 2, 3, ... IMPs.
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
    vp_table: ScaleTable | None = None
    imp_bounds: tuple[int, ...] = ()
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


class SessionFact(FactModel):
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


class SectionFact(FactModel):
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

    KEY = attrgetter("session", "id")
