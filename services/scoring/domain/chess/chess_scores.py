"""Chess standings of an event by FIDE's regulations (C.07), beside what its files state."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache

from contracts.base import NAME_LENGTH
from contracts.codes import scoring as codes
from contracts.facts import Facts, Participant, StatedTotal
from contracts.findings import Finding
from contracts.standings import Method, Ranking, StandingRow, StatedRow, TieBreakTerm, TieBreakValue
from services.scoring.domain.boards.board_list import published
from services.scoring.domain.boards.line_methods import agrees
from services.scoring.domain.differences.chess import Places, compare_chess, compare_team_event
from services.scoring.domain.rankings.totals import name_of
from shared.chess.model import GAME, Entrant, Tournament
from shared.chess.points import byes_to_come
from shared.chess.running import Running, run
from shared.chess.standings import Row, Standings
from shared.chess.tie_breaks.codes import OF_TIED_GROUPS, TieBreak
from shared.chess.tie_breaks.values import Value
from shared.formats.trf.columns import Total

POINTS = "PTS"

Made = tuple[Row, Entrant, Participant, StatedTotal | None, Places, str, tuple[TieBreak, ...], int, Fraction]
"""What a published line was made of, the points of byes to come at the end; a line of the same is the same."""


class ChessScores:
    """The standings of one event while it goes on: a result costs what it touches."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._running: Running | None = None
        self._rows: dict[int, tuple[Made, StandingRow, list[Finding]]] = {}

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
        kind = "team" if tournament.team else "player"
        participants = {p.id: p for p in facts.participants if p.kind == kind}
        stated = {total.participant: total for total in facts.totals if total.kind == kind and total.session is None}
        shared = Counter(row.place for row in standings.rows)
        level = None if facts.event.tie_breaks else _level(tournament, standings)
        findings = [
            codes.NOT_CHECKED.finding(f"a tie-break was left out: {sentence}") for sentence in standings.unknown
        ]
        findings += [
            codes.NOT_CHECKED.finding(
                f"the tie-break {code.text} has no modifier {code.ignored}; it was applied without it"
            )
            for code in standings.codes
            if code.ignored
        ]
        findings += compare_team_event(facts, tournament)
        to_come = {} if tournament.team else byes_to_come(facts)
        rows = []
        for row in standings.rows:
            entrant = tournament.entrants[row.index]
            place = f"{row.place}=" if shared[row.place] > 1 else str(row.place)
            places = (row.place, row.place) if level is None else level[tournament.scores[row.index]]
            participant, total = participants[entrant.id], stated.get(entrant.id)
            made = (
                row,
                entrant,
                participant,
                total,
                places,
                place,
                standings.codes,
                tournament.scale,
                to_come.get(entrant.id, Fraction(0)),
            )
            line, differing = self._line(tournament, made)
            rows.append(line)
            findings.extend(differing)
        title = "Teams" if tournament.team else "Players"
        ranking = Ranking(id="overall", title=title, kind=kind, unit="points", rows=tuple(rows))
        method = Method(
            board_scoring="games",
            edition=str(tournament.edition.value),
            tie_breaks=tuple(code.text for code in standings.codes),
        )
        return (ranking,), method, findings

    def _line(self, tournament: Tournament, made: Made) -> tuple[StandingRow, list[Finding]]:
        """One line, and what is stated otherwise; the one made before where nothing of it differs."""
        known = self._rows.get(made[0].index)
        if known is not None and known[0] == made:
            return known[1], known[2]
        row, entrant, participant, total, places, place, order, _, to_come = made
        points = Fraction(tournament.scores[row.index][tournament.primary], tournament.scale)
        subject = f"{'team' if tournament.team else 'player'} {participant.number or participant.id}"
        # The score that ranks, and its field of TRF: game points, where these rank teams.
        by_games = tournament.team and tournament.primary == GAME
        field: Total = "points" if not tournament.team else "game_points" if by_games else "match_points"
        claim = None if total is None else total.game_points if by_games else total.total
        wrong = agrees(claim, points) is False and not agrees(claim, points + to_come)
        differing = compare_chess(subject, points, places, total, claim if wrong else None, field)
        line = StandingRow(
            id=participant.id,
            number=participant.number or participant.id,
            name=name_of(participant)[:NAME_LENGTH],
            players=tuple(person.name or "" for person in participant.players),
            place=place,
            rank=row.place,
            total=published(points),
            boards=sum(turn.played for turn in entrant.turns),
            tie_breaks=tuple(
                _tie_break(tournament, code, value)
                for code, value in zip(order, row.values, strict=True)
                if code.name != POINTS
            ),
            stated=StatedRow(place=total.place, total=claim) if total else None,
            agrees=not differing if total else None,
        )
        self._rows[row.index] = (made, line, differing)
        return line, differing


def _level(tournament: Tournament, standings: Standings) -> dict[tuple[int, int], tuple[int, int]]:
    """The first and the last place of those with equal points: where no tie-break is stated, each of them is right."""
    by_points: dict[tuple[int, int], list[int]] = {}
    for position, row in enumerate(standings.rows, 1):
        by_points.setdefault(tournament.scores[row.index], []).append(position)
    return {points: (positions[0], positions[-1]) for points, positions in by_points.items()}


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
