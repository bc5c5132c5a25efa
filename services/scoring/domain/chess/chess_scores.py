"""Chess standings of an event by FIDE's regulations (C.07), beside what its files state."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from contracts.base import NAME_LENGTH
from contracts.codes import scoring as codes
from contracts.facts import Facts, Participant, StatedTotal
from contracts.findings import Finding
from contracts.standings import Method, Ranking, StandingRow, StatedRow, TieBreakTerm, TieBreakValue
from services.scoring.domain.boards.board_list import published
from services.scoring.domain.boards.line_methods import agrees
from services.scoring.domain.differences.chess import Places, compare_chess, compare_team_event, one_order
from services.scoring.domain.differences.game_repair import misreported_games
from services.scoring.domain.rankings.totals import name_of
from shared.chess.model import GAME, Entrant, Tournament
from shared.chess.points import byes_to_come, team_byes_to_come
from shared.chess.running import Running, run
from shared.chess.standings import Row, Standings
from shared.chess.tie_breaks.codes import OF_TIED_GROUPS, TieBreak
from shared.chess.tie_breaks.values import Value
from shared.formats.trf.columns import Total

POINTS = "PTS"

_NOTHING = Fraction(0)

_Made = tuple[tuple[Value, ...], Entrant, Participant, StatedTotal | None, tuple[TieBreak, ...], int, Fraction]
"""What a published line was made of, apart from its place; at the end the scale and the points of byes to come."""

_Placed = tuple[int, Places, str]
"""The place of a line, the places that may be stated for it, and the place as it is published."""


class _Line(NamedTuple):
    """A published line, what it was made of, and what is stated otherwise."""

    made: _Made
    placed: _Placed
    row: StandingRow
    differing: list[Finding]


class ChessScores:
    """The standings of one event while it goes on: a result costs what it touches."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._running: Running | None = None
        self._rows: dict[int, _Line] = {}

    @property
    def tournament(self) -> Tournament | None:
        """The tournament as it was ranked last."""
        return self._running.ranked.tournament if self._running is not None else None

    def score(self, facts: Facts, *, explain: bool = False) -> tuple[tuple[Ranking, ...], Method, list[Finding]]:
        """Rank the event as it is now.

        Args:
            facts: of the event; its tie-breaks decide in the order that it states, a sensible default where it states
                none.
            explain: whether every tie-break carries what it was summed from.

        Returns:
            The ranking, how it was made, and where the files state something else.
        """
        self._running = run(facts, self._running, explain=explain)
        tournament, standings = self._running.ranked.tournament, self._running.ranked.standings
        findings = [
            codes.NOT_CHECKED.finding(
                f"the tie-break {code.text} has no modifier {code.ignored}; it was applied without it"
            )
            for code in standings.codes
            if code.ignored
        ]
        findings += compare_team_event(facts, tournament)
        kind = "team" if tournament.team else "player"
        stated = {total.participant: total for total in facts.totals if total.kind == kind and total.session is None}
        level = None if facts.event.tie_breaks else _level(tournament, standings)
        rows, differing = self._lines(facts, tournament, standings, stated, level)
        order = one_order(
            differing, stated, lambda: _level(tournament, standings), ", ".join(code.text for code in standings.codes)
        )
        if order is not None:
            differing = [order, *(finding for finding in differing if finding.code != codes.PLACE_DIFFERS.code)]
            if order.code == codes.PLACES_OF_ANOTHER_ORDER.code:
                # The column is no ranking, so only points can agree.
                wrong = {finding.subject for finding in differing}
                rows = [
                    row if row.agrees is None else row.replace(agrees=f"{kind} {row.number}" not in wrong)
                    for row in rows
                ]
        title = "Teams" if tournament.team else "Players"
        ranking = Ranking(id="overall", title=title, kind=kind, unit="points", rows=tuple(rows))
        method = Method(
            board_scoring="games",
            edition=str(tournament.edition.value),
            tie_breaks=tuple(code.text for code in standings.codes),
        )
        findings += differing
        return (ranking,), method, [*misreported_games(facts, findings), *findings]

    def _lines(
        self,
        facts: Facts,
        tournament: Tournament,
        standings: Standings,
        stated: Mapping[str, StatedTotal],
        level: Mapping[str, Places] | None,
    ) -> tuple[list[StandingRow], list[Finding]]:
        """The lines in their order, and what is stated otherwise in any of them."""
        kind = "team" if tournament.team else "player"
        participants = {p.id: p for p in facts.participants if p.kind == kind}
        shared = Counter(row.place for row in standings.rows)
        to_come = _to_come(facts, tournament)
        rows: list[StandingRow] = []
        findings: list[Finding] = []
        for row in standings.rows:
            entrant = tournament.entrants[row.index]
            own, place = entrant.id, row.place
            participant, total, coming = participants[own], stated.get(own), to_come.get(own, _NOTHING)
            made = (row.values, entrant, participant, total, standings.codes, tournament.scale, coming)
            shown = f"{place}=" if shared[place] > 1 else str(place)
            line = self._line(tournament, row, made, (place, (place, place) if level is None else level[own], shown))
            rows.append(line.row)
            findings.extend(line.differing)
        return rows, findings

    def _line(self, tournament: Tournament, row: Row, made: _Made, placed: _Placed) -> _Line:
        """A line: the one made before where nothing differs, and that with another place where nothing else does."""
        known = self._rows.get(row.index)
        same = known is not None and known.made == made
        if known is not None and same and known.placed == placed:
            return known
        _, entrant, participant, total, order, _, to_come = made
        rank, places, place = placed
        points = Fraction(tournament.scores[row.index][tournament.primary], tournament.scale)
        subject = f"{'team' if tournament.team else 'player'} {participant.number or participant.id}"
        # The score that ranks, and its field of TRF: game points, where these rank teams.
        by_games = tournament.team and tournament.primary == GAME
        field: Total = "points" if not tournament.team else "game_points" if by_games else "match_points"
        claim = None if total is None else total.game_points if by_games else total.total
        # A list of standings without rounds says nothing that its points could follow from, as its reader reports.
        wrong = tournament.rounds_in > 0 and agrees(claim, points) is False and not agrees(claim, points + to_come)
        differing = compare_chess(subject, points, places, total, claim if wrong else None, field)
        if known is not None and same:
            line = known.row
        else:
            line = StandingRow(
                id=participant.id,
                number=participant.number or participant.id,
                name=name_of(participant)[:NAME_LENGTH],
                players=tuple(person.name or "" for person in participant.players),
                total=published(points),
                boards=sum(turn.played for turn in entrant.turns),
                tie_breaks=tuple(
                    _tie_break(tournament, code, value)
                    for code, value in zip(order, row.values, strict=True)
                    if code.name != POINTS or code.score not in (None, tournament.primary)
                ),
                stated=StatedRow(place=total.place, total=claim) if total else None,
            )
        line = line.replace(place=place, rank=rank, agrees=not differing if total else None)
        self._rows[row.index] = _Line(made, placed, line, differing)
        return self._rows[row.index]


def _to_come(facts: Facts, tournament: Tournament) -> dict[str, Fraction]:
    """What byes of rounds to come add to the score that ranks."""
    if not tournament.team:
        return byes_to_come(facts)
    return {team: given[tournament.primary] for team, given in team_byes_to_come(facts, tournament.boards).items()}


def _level(tournament: Tournament, standings: Standings) -> dict[str, Places]:
    """The first and the last place of those with as many points as each: without tie-breaks, any of them is right."""
    points = [tournament.scores[row.index][tournament.primary] for row in standings.rows]
    first, count = {value: place for place, value in reversed([*enumerate(points, 1)])}, Counter(points)
    return {
        tournament.entrants[row.index].id: (first[value], first[value] + count[value] - 1)
        for row, value in zip(standings.rows, points, strict=True)
    }


_IN_POINTS = frozenset({"AOB", "SSSC"}) | OF_TIED_GROUPS
"""Tie-breaks whose value is no plain sum of their terms, an average or a place; the terms are points."""


def _tie_break(tournament: Tournament, code: TieBreak, value: Value) -> TieBreakValue:
    if not value.terms:
        return _plain(code.text, value.units, value.divisor)
    return TieBreakValue(code=code.text, value=published(value.amount), terms=_terms(tournament, code, value))


@lru_cache(maxsize=16_384)
def _plain(code: str, units: int | None, divisor: int) -> TieBreakValue:
    """Few values of a tie-break are had by many players."""
    return TieBreakValue(code=code, value=None if units is None else published(Fraction(units, divisor)))


def _terms(tournament: Tournament, code: TieBreak, value: Value) -> tuple[TieBreakTerm, ...]:
    unit = tournament.scale if code.name in _IN_POINTS else value.divisor
    return tuple(
        TieBreakTerm(
            round=term.round,
            opponent=tournament.entrants[term.opponent].id if term.opponent >= 0 else None,
            amount=published(Fraction(term.amount, unit)),
            cut=term.cut,
        )
        for term in value.terms
    )
