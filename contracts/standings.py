"""Standings and travellers: an event scored again by Kibitz, beside what its files state."""

from enum import StrEnum
from typing import Literal

from pydantic import Field

from contracts.base import Compass, Contract, Direction, Discipline, Exact, Instant, Name, Sha256, Slug
from contracts.facts import Hand
from contracts.findings import Finding


class Status(StrEnum):
    """How final standings are (Law 79C gives a time for corrections)."""

    LIVE = "live"
    PROVISIONAL = "provisional"
    OFFICIAL = "official"
    CORRECTED = "corrected"


class StatedRow(Contract):
    """What the newest file states for a participant."""

    place: Name | None = None
    total: Exact | None = None
    percentage: Exact | None = None


class StandingRow(Contract):
    """A participant's line in a ranking.

    Attributes:
        id: of the participant, unique in the event.
        place: as it is shown: "1", "2="; None for one without standing or without a score yet.
        rank: 1 for the leader; those who are tied have the same.
        total: in the unit of the standings, after adjustment.
        maximum: the total of somebody who wins everything on the same boards.
        boards: boards with a result, adjusted scores included.
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
    carry_forward: Exact | None = None
    boards: int = 0
    wins: Exact | None = None
    stated: StatedRow | None = None
    agrees: bool | None = None


class Ranking(Contract):
    """One list of who leads.

    Attributes:
        id: "overall", "NS", "EW", "section-A", "session-1-NS"; a slug-like name, stable over the event.
        unit: of the totals: "match_points", "imps", "vps", "points", "percent".
    """

    id: Name
    title: Name
    unit: Name
    session: Name | None = None
    section: Name | None = None
    direction: Direction | None = None
    rows: tuple[StandingRow, ...] = ()


class Progress(Contract):
    """How far an event is; None where nothing says what is to come.

    Attributes:
        rounds_complete: rounds of which every table is in.
        results, results_expected: lines of travellers.
    """

    rounds: int | None = None
    rounds_complete: int | None = None
    boards: int = 0
    boards_expected: int | None = None
    results: int = 0
    results_expected: int | None = None
    complete: bool | None = None
    text: Name = ""


class Method(Contract):
    """How the standings were scored, so that anybody can do it again.

    Attributes:
        board_scoring: "match_points", "imps", ...
        scale: points for a better, equal and worse score: "2-1-0" or "1-½-0".
        factoring: what was done about boards with fewer results ("neuberg", "neuberg_ebu", "none", "scale").
        rounding: "exact" or "acblscore".
        winners: 1 or 2.
        detected: True when the file leaves the method open and it was found by fit.
    """

    board_scoring: Name
    scale: Name | None = None
    factoring: Name | None = None
    rounding: Name | None = None
    winners: Literal[1, 2] | None = None
    vp_scale: Name | None = None
    detected: bool = False


class Source(Contract):
    """A file that the standings rest on."""

    fragment: Name
    file: Sha256
    name: Name
    format: Name
    as_of: Instant
    scope: Name


class BoardRef(Contract):
    """A traveller that exists: its token, number and session."""

    id: Slug
    board: Name
    session: Name | None = None


class Standings(Contract):
    """An event to date: every ranking, how far it is, which travellers there are, and which files it rests on."""

    event: Slug
    name: Name
    discipline: Discipline = Discipline.BRIDGE
    organiser: Name | None = None
    date: Name | None = None
    kind: Name | None = None
    status: Status = Status.LIVE
    method: Method
    progress: Progress
    rankings: tuple[Ranking, ...] = ()
    boards: tuple[BoardRef, ...] = ()
    sources: tuple[Source, ...] = ()
    findings: tuple[Finding, ...] = ()
    findings_total: int = 0
    differences: int = Field(default=0, description="how many stated values are not those computed")


class TravellerLine(Contract):
    """A board played once, scored by us and as stated.

    Attributes:
        score: as people write it: "420", "-50", "A6040", "PASS".
        ns_points, ew_points: computed; in the unit of the event's board scoring.
        stated_ns, stated_ew: as the file gives them.
        agrees: None when nothing is stated.
    """

    session: Name | None = None
    section: Name | None = None
    round: int | None = None
    table: Name | None = None
    ns: Name | None = None
    ew: Name | None = None
    ns_names: Name = ""
    ew_names: Name = ""
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
    """

    event: Slug
    id: Slug
    session: Name | None = None
    board: Name
    dealer: Compass | None = None
    vulnerable: Literal["None", "NS", "EW", "All"] | None = None
    unit: Name
    top: Exact | None = None
    datum: Exact | None = None
    deal: BoardDeal | None = None
    lines: tuple[TravellerLine, ...] = ()
