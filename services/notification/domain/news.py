"""What is news for a participant: what holds now, held against what it was told.

1. A notice follows from what somebody was told (`Told`) and the newest state, and from nothing else. So a message that
   comes twice tells nothing twice, and after a restart the newest state tells whatever was missed.
2. What a newer state has overtaken before it was told is not told.
3. Seats: the participant's table, side, opponents or boards of a round are others than those told last.
4. Result: it has more results than before, and another round is complete; where rounds are not known, more results.
5. Correction: a result of its own is another one, or was taken back, or its penalties are others.
6. Final: the standings have become provisional, official or corrected; each is told once, and is the result as well.
7. While the organiser holds anything back seats alone are told, and the rest when it is released; under a delay it is
   told so much later (`EventNews`).
8. Names, places and totals are told as the public sees them; penalties with those computed.
"""

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated, Literal

from contracts.base import Contract, Exact, Excerpt, Name, Shown, Slug
from contracts.facts import NameShown, PublicPolicy
from contracts.seating import RoundAssignment, SeatAssignment
from contracts.standings import (
    LINES,
    ROUND_GAMES,
    Progress,
    Ranking,
    ScoredGame,
    StandingRow,
    Status,
    TravellerLine,
    is_all_in,
)
from shared.person_names import NOBODY, ShownNames, is_seat, people_of
from shared.public_values import public_rankings

NAME_CUT = 120
"""Letters of a name in a notice, which has to fit into one message of a push service with all others."""

HUNDREDTH = Decimal("0.01")

PENALTIES = "penalties"

Kind = Literal["seat", "result", "correction", "final"]

Side = Literal["NS", "EW", "N", "S", "E", "W", "white", "black", "out"]

Results = Mapping[str, Mapping[str, str]]
"""Scores by participant, and by what distinguishes its lines of one board or round."""


class StandingsState(Excerpt, title="Standings"):
    """Who is where, and how far the event is."""

    name: Shown
    status: Status = Status.LIVE
    progress: Progress
    rankings: tuple[Ranking, ...] = ()
    names: tuple[NameShown, ...] = ()
    public: PublicPolicy = PublicPolicy()


class EventState(Excerpt, title="EventMerged"):
    """The standings at a moment of the event."""

    event: Slug
    standings: StandingsState


class BoardLines(Excerpt, title="ScoredBoard"):
    """Who has which score on a board."""

    event: Slug
    id: Slug
    lines: Annotated[Sequence[TravellerLine], LINES] = ()

    def results(self) -> Results:
        """The scores of all pairs, individuals and teams; a team has a board twice, once at each table."""
        own: defaultdict[str, dict[str, str]] = defaultdict(dict)
        for line in self.lines:
            for side, ids, team in (("NS", line.ns, line.ns_team), ("EW", line.ew, line.ew_team)):
                score = line.ew_score if side == "EW" and line.ew_score is not None else line.score
                if score:
                    for identity in (ids or "").split("+"):
                        own[identity][f"{line.part or 0}"] = score
                    if team is not None:
                        own[team][f"{line.part or 0}{side}"] = score
        return own


class RoundGames(Excerpt, title="ScoredRound"):
    """The games of a round of chess."""

    event: Slug
    round: int
    games: Annotated[Sequence[ScoredGame], ROUND_GAMES] = ()

    @property
    def id(self) -> str:
        """The token of the round, as of a board."""
        return str(self.round)

    def results(self) -> Results:
        """The results of all players that have one."""
        played = [game for game in self.games if game.result is not None]
        return {
            player: {"": str(game.result)}
            for game in played
            for player in (game.white, game.black)
            if player is not None
        }


class BoardState(Excerpt, title="BoardScored"):
    """A traveller."""

    board: BoardLines


class RoundState(Excerpt, title="RoundScored"):
    """A round of chess."""

    round: RoundGames


class Told(Contract):
    """What somebody was told.

    Attributes:
        seat: the identity of the seat.
        boards, rounds: results of its own, and complete rounds of the event.
        results: its own, by board or round and what distinguishes its lines, and its penalties.
        statuses: of the standings.
    """

    seat: Name = ""
    boards: int = 0
    rounds: int | None = None
    results: dict[str, str] = {}
    statuses: tuple[Status, ...] = ()


class Notice(Contract):
    """One piece of news for a participant, in values: the page puts it into words.

    Attributes:
        id: equal for equal news.
        title: of the event.
        side: "out" for a participant without a table.
        boards: that are to be played, "9–11".
        of, was, now: the board or round of a corrected result, or "penalties"; `now` is None if it was taken back.
    """

    id: Name
    kind: Kind
    event: Slug
    title: Shown
    participant: Name
    stage: Shown | None = None
    round: int | None = None
    table: Shown | None = None
    side: Side | None = None
    opponents: Shown | None = None
    boards: Shown | None = None
    place: Name | None = None
    entries: int | None = None
    total: Exact | None = None
    percentage: Exact | None = None
    unit: Shown | None = None
    status: Status | None = None
    of: Shown | None = None
    was: Shown | None = None
    now: Shown | None = None

    @property
    def topic(self) -> str:
        """What it is about, as a name that gives nothing away: a newer notice takes the place of an older one."""
        about = f"{self.event} {self.participant} {self.kind} {self.of or ''}"
        return hashlib.sha256(about.encode()).hexdigest()[:32]


class Entries:
    """The entries of an event as its newest state has them."""

    def __init__(self, state: EventState) -> None:
        """Look at each line once, for whoever may be asked about."""
        self.event = state.event
        self.names = ShownNames(state.standings.names)
        self.title = self.names.prose(state.standings.name)[:NAME_CUT]
        self.status = state.standings.status
        self.rounds = state.standings.progress.rounds_complete
        progress, public = state.standings.progress, state.standings.public
        over = is_all_in(self.status, progress.complete, progress.all_met)
        policy = public.now(complete=over, begun=progress.rounds_begun)
        self.withheld, self.delay = policy.replace(delay=0).withholds, timedelta(minutes=policy.delay)
        self.has_penalties = public.values != "stated"
        self._lines: dict[str, tuple[StandingRow, Ranking]] = {}
        for ranking in public_rankings(state.standings.rankings, public.values):
            for row in ranking.rows:
                self._lines.setdefault(row.id, (row, ranking))
        rows = [row for row, ranking in self._lines.values() if ranking.kind == "team"]
        self._teams = {row.name for row in rows if len(people_of(row.name)) == 1}

    def __contains__(self, participant: str) -> bool:
        return participant in self._lines

    def name(self, participant: str) -> str:
        """Its name, or its id where it has none and that is no name itself that might not be shown."""
        if participant in self:
            return self._lines[participant][0].name
        return participant if not self.names or is_seat(participant) else NOBODY

    def shown(self, names: str) -> str:
        """Names as the public sees them."""
        return self.names.cell(names, is_team=names in self._teams)

    def line(self, participant: str) -> tuple[StandingRow, Ranking] | None:
        """Its line in the first ranking that has it."""
        return self._lines.get(participant)

    def notice(self, kind: Kind, participant: str, identity: object, **values: object) -> Notice:
        """A notice of the event; `identity` is what makes it another one."""
        about = f"{kind} {self.event} {participant} {identity}"
        common = {"kind": kind, "event": self.event, "title": self.title, "participant": participant}
        return Notice.model_validate({"id": hashlib.sha256(about.encode()).hexdigest()[:16], **common, **values})


News = tuple[Told, tuple[Notice, ...]]
"""What is told after it, and the notices."""


def news_of_event(told: Told, entries: Entries, participant: str) -> News:
    """What a state of the event tells."""
    found = entries.line(participant)
    if found is None:
        return told, ()
    row, ranking = found
    notices: tuple[Notice, ...] = ()
    if entries.has_penalties:
        told, notices = news_of_results(told, entries, participant, PENALTIES, {"": str(row.adjustment or 0)})
    standing = {
        "place": row.place,
        "entries": sum(1 for other in ranking.rows if other.place is not None),
        "total": row.total if row.final is None or row.percentage is not None else row.final,
        "percentage": None if row.percentage is None else row.percentage.quantize(HUNDREDTH, ROUND_HALF_UP),
        "unit": ranking.unit,
        "round": entries.rounds,
        "status": entries.status,
    }
    another_round = entries.rounds is None or entries.rounds > (told.rounds or 0)
    if entries.status is not Status.LIVE and entries.status not in told.statuses:
        told = told.replace(statuses=(*told.statuses, entries.status), boards=row.boards, rounds=entries.rounds)
        notices += (entries.notice("final", participant, entries.status, **standing),)
    elif row.boards > told.boards and row.place is not None and another_round:
        told = told.replace(boards=row.boards, rounds=entries.rounds)
        notices += (entries.notice("result", participant, row.boards, **standing),)
    return told, notices


def news_of_results(told: Told, entries: Entries, participant: str, of: str, own: Mapping[str, str]) -> News:
    """What the participant's results of one board or round tell: only what was known before can be corrected."""
    start = f"{of} "
    before = {key: score for key, score in told.results.items() if key.startswith(start)}
    now = {start + line: score for line, score in own.items()}
    if before == now:
        return told, ()
    others = {key: score for key, score in told.results.items() if key not in before}
    notices = tuple(
        entries.notice("correction", participant, (key, was, now.get(key)), of=of, was=was, now=now.get(key))
        for key, was in before.items()
        if now.get(key) != was
    )
    return told.replace(results=others | now), notices


def news_of_seats(told: Told, entries: Entries, participant: str, assignment: RoundAssignment) -> News:
    """What seats tell."""
    when = {"stage": assignment.stage, "round": assignment.round}
    own = next((seat for table in assignment.tables for seat in _seats(table) if participant == seat[2]), None)
    if own is not None:
        table, side, _, against, names = own
        first, last = table.first_board, table.last_board
        boards = first if last in (None, first) else f"{first}–{last}"
        number = f"{table.section or ''}{table.table or ''}" or None
        opponents = entries.shown(names or " & ".join(map(entries.name, against)))[:NAME_CUT]
        identity: tuple[object, ...] = (number, side, *against, boards)
        values = {**when, "table": number, "side": side, "opponents": opponents, "boards": boards}
    elif participant in assignment.sitting_out:
        identity, values = ("out",), {**when, "side": "out"}
    else:
        return told, ()
    notice = entries.notice("seat", participant, (assignment.session, *when.values(), *identity), **values)
    return (told, ()) if notice.id == told.seat else (told.replace(seat=notice.id), (notice,))


def _seats(table: SeatAssignment) -> list[tuple[SeatAssignment, Side, str, tuple[str, ...], str]]:
    """The seats of a table: what each is called, who sits there, who is against them, and their names."""
    everybody: tuple[tuple[Side, str | None, tuple[str | None, ...], str], ...] = (
        ("white", table.white, (table.black,), table.ew_names),
        ("black", table.black, (table.white,), table.ns_names),
        ("NS", table.ns, (table.ew,), table.ew_names),
        ("EW", table.ew, (table.ns,), table.ns_names),
        ("N", table.north, (table.east, table.west), table.ew_names),
        ("S", table.south, (table.east, table.west), table.ew_names),
        ("E", table.east, (table.north, table.south), table.ns_names),
        ("W", table.west, (table.north, table.south), table.ns_names),
    )
    return [(table, side, who, tuple(filter(None, against)), names) for side, who, against, names in everybody if who]
