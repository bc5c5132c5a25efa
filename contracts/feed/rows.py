"""The rows of the live feed: for each kind of channel, its columns in their order and what their cells are.

Decimal numbers are text, so that nobody rounds them. The clients have these types too, made from here by
`contracts.generate`.
"""

from collections.abc import Mapping
from typing import NotRequired, TypedDict


class EventRow(TypedDict):
    """An event that has standings; the id of the row is the event's.

    Attributes:
        kind: "pairs", "teams", "individuals", "swiss" and so on, as far as the files say.
        status: "live", "provisional" or "official".
        progress: how far it is, in words.
        rounds, results_expected: None where nothing says how many there will be.
        rounds_complete, results, complete, leader, updated: None where the organiser holds them back.
        leader: names of who leads.
        updated: when its standings changed last, with its UTC offset.
    """

    name: str
    organiser: str | None
    date: str | None
    kind: str | None
    status: str
    progress: str
    rounds: int | None
    rounds_complete: int | None
    results: int | None
    results_expected: int | None
    complete: bool | None
    leader: str | None
    updated: str | None


class StandingsRow(TypedDict):
    """A participant in one of the event's rankings.

    Attributes:
        ranking: id of the ranking; `meta.rankings` has their titles and units.
        place: as it is shown: "1", "2="; None for one without standing or without a score yet.
        rank: 1 for the leader; those who are tied have the same.
        total: in the unit of the standings, after adjustment, without handicap and carry-forward.
        boards: boards with a result; games of chess that were played.
        final: what decides the place where there is a handicap or something is carried forward.
        tie_breaks: of chess, in the order in which they decide: "BH 12.5".
        agrees: whether the stated values are those computed; None when nothing is stated.
        stated_place, stated_total, stated_percentage: as the file of the organiser has them.
    """

    ranking: str
    number: str
    name: str
    section: str | None
    direction: str | None
    place: str | None
    rank: int | None
    total: str | None
    percentage: str | None
    boards: int
    adjustment: str | None
    carry: str | None
    handicap: str | None
    final: str | None
    title: str | None
    rating: str | None
    federation: str | None
    tie_breaks: list[str] | None
    agrees: bool | None
    stated_place: str | None
    stated_total: str | None
    stated_percentage: str | None


class MatchRow(TypedDict):
    """A match between two pairs or teams.

    Attributes:
        away: None for a bye.
        boards: how many both sides have a score on; `length` is that of the whole match.
        raw_unit: of what the boards add up to: "imps", "points", or "percent" of the match points.
        home_score, away_score: what the match gives, in `unit`.
        stated_home, stated_away: as the file has them.
        ruling: what the director gives for the match, in words; None where its boards count.
    """

    session: str | None
    section: str | None
    round: int | None
    table: str | None
    home: str
    away: str | None
    home_name: str
    away_name: str
    boards: int
    cancelled: int
    length: int | None
    raw_unit: str | None
    home_raw: str | None
    away_raw: str | None
    home_score: str | None
    away_score: str | None
    unit: str
    stated_home: str | None
    stated_away: str | None
    agrees: bool | None
    ruling: str | None


class GameRow(TypedDict):
    """A game of chess, a bye or an absence.

    Attributes:
        table: number of the board in the round, of a team event that of the match; None for a bye or an absence.
        board: of the match, in a team event.
        white, black: ids of the players; of a bye or absence `white` has it and `black` is None.
        white_team, black_team: ids of the teams that they play for.
        result: as people write it: "1-0", "½-½", "+--"; None until there is one.
        bye: "U" given by the pairing, "F" a full point, "H" half a point, "Z" none, an absence too.
        uncoloured: nothing says who has White.
    """

    round: int
    table: int | None
    board: int | None
    white: str
    black: str | None
    white_name: str
    black_name: str
    white_title: str | None
    black_title: str | None
    white_rating: str | None
    black_rating: str | None
    white_team: str | None
    black_team: str | None
    result: str | None
    white_points: str | None
    black_points: str | None
    bye: str | None
    uncoloured: bool


class BoardRow(TypedDict):
    """A board of bridge; the id of the row is that of its channel.

    Attributes:
        results: tables with a score.
        low, high, common: scores for North-South: lowest, highest, most frequent; `times` says how frequent. A score
            that stands alone on its board is not frequent.
        plays: tables that recorded their auction or play.
        par: for North-South, if the deal was analysed.
    """

    session: str | None
    board: str
    dealer: str | None
    vulnerable: str | None
    results: int
    low: int | None
    high: int | None
    common: int | None
    times: int | None
    plays: int
    par: int | None


class LineRow(TypedDict):
    """A board played once.

    Attributes:
        ns, ew: ids of the pairs, or of two individuals with "+" between them; None where a file names teams alone.
        score: as people write it: "420", "-50", "A6040", "PASS".
        ns_points, ew_points: in the unit of the event's board scoring.
        stated_ns, stated_ew: as the file gives them.
        part: which of several lines of the same sides on this board; None for the first.
        calls: with the three after it, only of a board of which a table recorded its auction or play: from the dealer's
            turn on: "1NT", "-" for a turn that nobody could take; a call that was alerted or explained has "!" behind
            it, and after a space what was said of it.
        cards: in the order of play, from the opening lead to the last one that can be followed: "SA".
        claimed: the tricks that declarer has by a claim.
        broken_off: why calls and cards go no further.
    """

    session: str | None
    section: str | None
    round: int | None
    table: str | None
    ns: str | None
    ew: str | None
    ns_names: str
    ew_names: str
    ns_team: str | None
    ew_team: str | None
    contract: str | None
    declarer: str | None
    lead: str | None
    tricks: int | None
    score: str
    ew_score: str | None
    ns_points: str | None
    ew_points: str | None
    ns_percent: str | None
    ew_percent: str | None
    stated_ns: str | None
    stated_ew: str | None
    agrees: bool | None
    teams_of_pairs: bool | None
    part: int | None
    calls: NotRequired[list[str]]
    cards: NotRequired[list[str]]
    claimed: NotRequired[int | None]
    broken_off: NotRequired[str | None]


class AnalysisRow(TypedDict):
    """The double-dummy tricks of one declarer; the id of the row is the seat: "N"."""

    notrump: int
    spades: int
    hearts: int
    diamonds: int
    clubs: int


class SeatRow(TypedDict):
    """A table of the next round.

    Attributes:
        ns, ew: pairs or teams; chess has `white` and `black`, individuals the four seats.
        reason: why they meet, in one sentence; None where the organiser holds results back.
    """

    section: str | None
    table: str | None
    ns: str | None
    ns_names: str
    ew: str | None
    ew_names: str
    north: str | None
    east: str | None
    south: str | None
    west: str | None
    white: str | None
    black: str | None
    first_board: str | None
    last_board: str | None
    reason: str | None


ROWS: Mapping[str, type] = {
    "events": EventRow,
    "standings": StandingsRow,
    "matches": MatchRow,
    "games": GameRow,
    "boards": BoardRow,
    "board": LineRow,
    "analysis": AnalysisRow,
    "seats": SeatRow,
}
"""By kind of channel."""


def columns_of(row: type) -> tuple[str, ...]:
    """The columns of a kind of row, in their order."""
    return tuple(row.__annotations__)
