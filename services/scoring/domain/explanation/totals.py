"""What the totals of an event of bridge are made of: sessions with their boards or matches, and what comes to them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Literal, NamedTuple

from contracts.explanation import ExplainedLine, ExplainedMatch, ExplainedSession, Given
from contracts.facts import AdjustmentFact
from services.scoring.domain.boards.board_list import Board, BoardKey, sides_of
from services.scoring.domain.explanation.lines import LineNumbers, averages_of
from services.scoring.domain.explanation.listing import Listed, Parts
from services.scoring.domain.explanation.matches import ExplainedMatches, explained_line
from services.scoring.domain.explanation.origins import Origins
from services.scoring.domain.method.event_scores import BridgeEvent, totals_of, totals_of_pairs
from services.scoring.domain.method.scoring_method import ScoringMethod
from services.scoring.domain.rankings.acblscore_totals import full_totals, session_winners, without_carry_over
from services.scoring.domain.rankings.adjustments import Adjustments, Amount
from services.scoring.domain.rankings.carry_forward import adjustments_of_event
from services.scoring.domain.rankings.ranking_lists import Field
from services.scoring.domain.rankings.stated import is_as_stated
from services.scoring.domain.rankings.tallies import FullTotals, Points, Tallies

_ZERO = Fraction(0)

WHY = {
    ("boards", True): "The points of all boards, of the most that these could give.",
    ("boards", False): "The points of all boards, added up.",
    ("matches", False): "The scores of all matches, added up.",
}
"""How a total follows from its boards or matches, by whether it is a percentage."""

WHY_WINS = "The matches won; the place is that of the round reached, whatever matches were won by."


class _Totals(NamedTuple):
    """What the totals of a kind of participants are made of.

    Attributes:
        sessions: that are added up.
        of_event: they are totals of the event, with what comes to it as a whole.
        by_matches: they are sums of matches, not of boards.
        facts: what comes to them.
        adjustments: the same, sorted.
        full: what sessions are brought to.
        most: boards to which totals are brought; 0 where they are not.
    """

    field: Field
    tallies: Tallies
    sessions: tuple[str | None, ...]
    of_event: bool
    by_matches: bool
    facts: Sequence[AdjustmentFact]
    adjustments: Adjustments
    full: FullTotals | None
    most: int


@dataclass
class ExplainedTotals:
    """The totals of an event of bridge, explained one by one.

    Attributes:
        event: the boards as they are compared.
        method: by which it is scored.
        origins: of the facts.
    """

    event: BridgeEvent
    method: ScoringMethod
    origins: Origins
    _made: dict[tuple[str, str | None], _Totals] = field(default_factory=dict)

    @cached_property
    def _matches(self) -> ExplainedMatches | None:
        given = self.method.matches
        return None if given is None else ExplainedMatches(self.event, self.method, given, self.origins)

    def of(self, each: Listed) -> Parts:
        """What a total is made of."""
        totals = self._totals_in(each.kind, each.ranking.session)
        sessions = self._sessions(each, totals)
        bounds = self.event.facts.event.imp_bounds
        if self.method.scheme.total == "progress" and each.kind == self.method.scheme.ranked:
            return Parts(sessions, basis="wins", why=WHY_WINS, imp_bounds=bounds)
        scales = self._matches.scales(each.row.id) if self._matches is not None else ()
        if totals is None or is_as_stated(each.ranking):
            return Parts(sessions, scales=scales, imp_bounds=bounds)
        ranked = totals.sessions
        plain = totals.tallies.score_of(
            each.row.id, ranked, totals.adjustments, overall=totals.of_event, full=totals.full
        )
        sit_out = totals.field.sit_out
        score = plain.stretched(totals.most, sit_out) if totals.most else plain
        topped = totals.tallies.topped and not score.by_points and plain.possible > 0
        own = totals.tallies.by.get(each.row.id, {}).values()
        top = max((tally.top for tally in own), default=_ZERO)
        basis: Literal["matches", "boards"] = "matches" if totals.by_matches else "boards"
        return Parts(
            sessions,
            self._given(each, totals, None, plain.possible, top) if totals.of_event and None not in ranked else [],
            basis,
            WHY[basis, topped],
            plain.score,
            plain.possible if plain.possible > 0 else None,
            score.value,
            by_percentage=topped,
            stretched_to=totals.most if score is not plain else None,
            sit_out=sit_out if score is not plain else None,
            scales=scales,
            imp_bounds=bounds,
        )

    @cached_property
    def _by_kind(self) -> dict[str, tuple[Field, Tallies, bool]]:
        """Who is ranked by what, and whether they are those whom the event ranks."""
        table = self._matches.table if self._matches is not None else None
        of_pairs, of_event = totals_of_pairs(self.event, self.method), totals_of(self.event, self.method, table)
        both = ((of_pairs, False), (of_event, True))
        return {totals[0].kind: (*totals, is_ranked) for totals, is_ranked in both if totals is not None}

    def _totals_in(self, kind: str, session: str | None) -> _Totals | None:
        """What the totals of a ranking of the event, or of one of its sessions, are made of."""
        if kind not in self._by_kind:
            return None
        if (kind, session) not in self._made:
            self._made[kind, session] = self._make(*self._by_kind[kind], session)
        return self._made[kind, session]

    def _make(self, ranked: Field, tallies: Tallies, is_ranked: bool, session: str | None) -> _Totals:
        facts, carries_over = ranked.facts, tallies.acblscore and bool(session_winners(ranked.facts))
        # The only session that has come is ranked like the event, unless it has a ranking of its own beside that.
        of_event = session is None or not (carries_over or len(tallies.sessions) > 1)
        of_session = without_carry_over(facts) if carries_over else facts.adjustments
        given = (adjustments_of_event(facts, tallies) if of_event else of_session) if is_ranked else []
        adjustments, _ = ranked.adjustments(given, tallies.sessions)
        sessions = tuple(tallies.sessions) if of_event else (session,)
        full = full_totals(facts, ranked.kind, tallies) if is_ranked and tallies.acblscore else None
        by_matches = is_ranked and self.method.scheme.total == "matches"
        most = tallies.most_boards(sessions) if ranked.stretched and not by_matches else 0
        return _Totals(ranked, tallies, sessions, of_event, by_matches, given, adjustments, full, most)

    def _sessions(self, each: Listed, totals: _Totals | None) -> list[ExplainedSession]:
        """What somebody has in each session; where totals are as stated, whatever is known of its matches or boards."""
        name = each.row.id
        by_matches = self._matches is not None and (
            totals.by_matches if totals is not None else each.kind == self._matches.method.scheme.ranked
        )
        matches = self._matches.of(name) if by_matches and self._matches is not None else []
        lines = [] if by_matches else self._lines(name)
        found = dict.fromkeys((*(match.session for match in matches), *(session for session, _ in lines)))
        found |= dict.fromkeys(totals.tallies.by.get(name, {}) if totals is not None else ())
        given_in = {session for (who, session) in totals.adjustments.by if who == name} if totals is not None else set()
        order = totals.sessions if totals is not None else ()
        ordered = [session for session in order if session in found or session in given_in]
        if totals is None or totals.of_event:
            ordered += [session for session in found if session not in ordered]
        made = []
        for session in ordered:
            own_matches = tuple(match for match in matches if match.session == session)
            own = tuple(line for when, line in lines if when == session)
            points = sum((match.score for match in own_matches if match.score is not None), _ZERO)
            points += sum((line.points for line in own if line.counted and line.points is not None), _ZERO)
            possible = sum((line.top for line in own if line.counted and line.top is not None), _ZERO)
            made.append(self._session(each, totals, session, own, own_matches, points, possible))
        return made

    def _session(
        self,
        each: Listed,
        totals: _Totals | None,
        session: str | None,
        lines: tuple[ExplainedLine, ...],
        matches: tuple[ExplainedMatch, ...],
        points: Fraction,
        possible: Fraction,
    ) -> ExplainedSession:
        name = each.row.id
        full, score, given = None, points, []
        if totals is not None:
            if totals.full is not None and possible > 0:
                full = totals.full.get((name, session), possible)
                score = totals.tallies.score_of(name, (session,), Adjustments(), overall=False, full=totals.full).score
            tally = totals.tallies.by.get(name, {}).get(session)
            top = tally.top if tally is not None else _ZERO
            most = full if full is not None else tally.possible if tally is not None else _ZERO
            given = self._given(each, totals, session, most, top)
        return ExplainedSession(
            session=session,
            lines=lines,
            matches=matches,
            points=points,
            possible=possible if possible > 0 else None,
            full=full,
            score=score,
            given=tuple(given),
        )

    def _given(
        self, each: Listed, totals: _Totals, session: str | None, possible: Fraction, top: Fraction
    ) -> list[Given]:
        given = []
        for fact in totals.facts:
            if fact.participant != each.row.id or fact.participant_kind != each.kind:
                continue
            field, sessions = totals.field, totals.tallies.sessions
            sorted_, _ = field.adjustments([fact], sessions)
            given += [self._gift(fact, each, amount, possible, top) for amount in sorted_.of(each.row.id, session)]
        return given

    def _gift(self, fact: AdjustmentFact, each: Listed, amount: Amount, possible: Fraction, top: Fraction) -> Given:
        unit = "percent_of_board" if amount.of_board else "percent" if amount.percent else each.ranking.unit
        return Given(
            kind=fact.kind,
            amount=fact.amount,
            unit=unit,
            of=top if amount.of_board else possible if amount.percent else None,
            points=amount.points(possible, top),
            part=amount.part,
            round=fact.round,
            reason=fact.reason,
            rule=amount.part,
            where=self.origins.where("adjustments", fact),
        )

    @cached_property
    def _line_numbers(self) -> tuple[LineNumbers, Mapping[BoardKey, Points], Mapping[BoardKey, Points]]:
        lines, event = self.method.total_lines, self.event
        sizes = event.cache.sizes(event.boards, lines) if lines is not None else {}
        numbers = LineNumbers(lines, sizes, averages_of(self.method, lines))
        return numbers, event.points(lines, self.method), event.points(self.method.shown_lines, self.method)

    @cached_property
    def _where_played(self) -> Mapping[str, list[tuple[Board, int, bool]]]:
        played: dict[str, list[tuple[Board, int, bool]]] = {}
        for board in self.event.boards:
            for number, result in enumerate(board.results):
                for side, ns in zip(sides_of(result), (True, False), strict=True):
                    for name in side:
                        played.setdefault(name, []).append((board, number, ns))
        return played

    def _lines(self, name: str) -> list[tuple[str | None, ExplainedLine]]:
        """The lines of a participant, with the session whose total they are part of."""
        once = any(tallies.acblscore for _, tallies, _ in self._by_kind.values())
        met, lines = set(), []
        for board, number, ns in self._where_played.get(name, ()):
            numbers, points, shown = self._line_numbers
            about = numbers.of(board, number, points[board.key][number], ns=ns)
            counted = not (once and board.key in met)
            if about["points"] is not None:
                met.add(board.key)
            as_shown = shown[board.key][number]
            line = explained_line(board, number, about, self.origins, ns=ns, counted=counted, shown=as_shown)
            lines.append((board.key.session, line))
        return lines
