"""What the reader has gathered about one event before its facts are put together."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from contracts.base import Direction
from contracts.facts import (
    AuctionFact,
    BoardFact,
    BoardPointsFact,
    DealFact,
    Detail,
    Hand,
    Key,
    LadderFact,
    MatchFact,
    MovementFact,
    Organiser,
    PlayFact,
    ResultFact,
    SectionFact,
    SessionFact,
    Sides,
    StatedScore,
)
from shared.formats.report import Extensions
from shared.formats.usebio.reader.fields import Fields
from shared.formats.usebio.reader.play.plain_lines import PlainLines
from shared.formats.usebio.report import Report


@dataclass(frozen=True)
class Where:
    """The part of the event in which an element stands.

    Attributes:
        path: XPath of the container by position, for findings.
        owner: XPath of the container by what identifies it, under which extensions are kept.
    """

    path: str
    owner: str
    session: str | None = None
    section: str | None = None


@dataclass(frozen=True, kw_only=True)
class Meeting:
    """Who meets whom in a match, for lines that leave it to the match.

    Attributes:
        ns, ew: the pairs of a Swiss pairs match.
        team, opponents: the teams; a line's DIRECTION says where `team` sat.
        sub_match: which of several matches of the same sides it is.
    """

    ns: str | None = None
    ew: str | None = None
    team: str | None = None
    opponents: str | None = None
    round: int | None = None
    sub_match: str | None = None


NO_MATCH = Meeting()


@dataclass
class Entry:
    """A participant as one PARTICIPANTS element lists it.

    Attributes:
        kind: "pair", "team" or "player".
        number: as written.
        where: the part of the event whose list this is.
        parent: the entry of the team, for a pair or player in a team.
        listed: False for a team that only a match names.
        id: how facts name the participant, once all are known.
    """

    kind: str
    number: str
    where: Where
    fields: Fields
    direction: Direction | None = None
    parent: Entry | None = None
    listed: bool = True
    id: str = ""


MeetingKey = tuple[str | None, int | None, str | None, str | None, str | None]
"""Session, round, the side that reports it, its opponents, and the first board."""


@dataclass
class Draft:
    """Everything read about one event.

    Attributes:
        version: of the file, (1, 4) for "1.4".
        lines: that were taken out of the document.
        team_of: the team of each pair that a list has in one.
        sides, stated: equal values are one object; thousands of lines share a few hundred of them.
        parts: for each board of a session, how often the same sides have been met on it.
        meetings: for each meeting of the same sides, the numbers of the matches that report it.
        met: how many matches of the same two sides there are, by session.
        second_reports: how many of the opponents' reports a side has reported as well.
        points_of: for each board of a meeting, the number of the statement about its points.
        reported: for each match, the range of its results.
        units: units in which lines state points, with how many lines use each.
    """

    report: Report
    version: tuple[int, int]
    version_text: str | None
    fields: Fields
    lines: PlainLines = field(default_factory=PlainLines)
    extensions: Extensions = field(default_factory=Extensions)
    organiser: Organiser | None = None
    entries: list[Entry] = field(default_factory=list)
    team_of: dict[str, str] = field(default_factory=dict)
    sessions: dict[str, SessionFact] = field(default_factory=dict)
    sections: dict[Key, SectionFact] = field(default_factory=dict)
    boards: list[BoardFact] = field(default_factory=list)
    results: list[ResultFact] = field(default_factory=list)
    matches: list[MatchFact] = field(default_factory=list)
    board_points: list[BoardPointsFact] = field(default_factory=list)
    deals: list[DealFact] = field(default_factory=list)
    lin_deals: dict[tuple[str | None, str], set[tuple[Hand | None, ...]]] = field(default_factory=dict)
    auctions: list[AuctionFact] = field(default_factory=list)
    plays: list[PlayFact] = field(default_factory=list)
    movements: list[MovementFact] = field(default_factory=list)
    ladder: list[LadderFact] = field(default_factory=list)
    details: list[Detail] = field(default_factory=list)
    in_play: str | None = None
    inner_types: dict[str, str] = field(default_factory=dict)
    sides: dict[tuple[str | None, ...], Sides] = field(default_factory=dict)
    stated: dict[tuple[str | None, ...], StatedScore] = field(default_factory=dict)
    parts: dict[tuple[str | None, str], dict[int, int]] = field(default_factory=dict)
    units: Counter[str] = field(default_factory=Counter)
    meetings: dict[MeetingKey, list[int]] = field(default_factory=dict)
    met: dict[tuple[str | None, ...], int] = field(default_factory=dict)
    second_reports: dict[MeetingKey, int] = field(default_factory=dict)
    points_of: dict[tuple[str | int | None, ...], int] = field(default_factory=dict)
    reported: dict[int | None, tuple[int, int]] = field(default_factory=dict)
    has_boards: bool = False
