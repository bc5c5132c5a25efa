"""What is written of a merged event: our values or those of its files."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from contracts.facts import BoardPointsFact, MatchFact, ResultFact, Score, StatedScore, StatedTotal, total_points
from contracts.messages import EventMerged
from contracts.standings import ScoredBoard, ScoredMatch, StandingRow, TravellerLine
from shared.formats.losses import Losses
from shared.formats.written_numbers import rounded

PAIRS_OF_TEAMS = "pairs"
"""The ranking of the pairs of a team event."""

_WHOLE = re.compile(r"-?\d{1,5}", re.ASCII)

_UNITS_OF_BOARDS = ("match_points", "butler_imps", "cross_imps", "aggregate")
"""Methods that name what the boards of an event give; for any other it is the unit of the board itself."""

_STRATUM = re.compile("stratum-([0-9]{1,4})(?:-NS|-EW)?", re.ASCII)
"""The id of the ranking of a stratum, of everybody who plays in it."""


@dataclass(frozen=True)
class Totals:
    """What is written for a participant in one list.

    Attributes:
        carried: what is brought over and is not in the total, in its unit; None where it is in per cent.
        handicap: of a computed total, which does not include it; in per cent beside a percentage.
        adjustment: penalties and bonuses in a computed total.
    """

    place: str | None = None
    total: Decimal | None = None
    maximum: Decimal | None = None
    percentage: Decimal | None = None
    boards: int | None = None
    wins: Decimal | None = None
    section_place: str | None = None
    carried: Decimal | None = None
    handicap: Decimal | None = None
    adjustment: Decimal | None = None


class Values:
    """Totals and points of an event, computed or stated.

    Computed values stand where Kibitz has them; for a participant or line that it has not scored the stated values are
    written, and that is counted as a loss.
    """

    def __init__(self, merged: EventMerged, computed: bool, losses: Losses) -> None:
        self.computed = computed
        self._losses = losses
        self._stated = {total.key: total for total in merged.facts.totals}
        sessions = {session.id for session in merged.facts.sessions}
        self._strata = {participant.key: participant.stratum for participant in merged.facts.participants}
        self._apart = len({section.ranked_with for section in merged.facts.sections}) > 1
        self._only = next(iter(sessions)) if len(sessions) == 1 else None
        self._rows: dict[tuple[str | None, str | None, str], StandingRow] = {}
        self._section_places: dict[tuple[str | None, str | None, str], str] = {}
        self._pair_imps: dict[str, Decimal | None] = {}
        self._stratum_places: dict[tuple[str, str], str | None] = {}
        for ranking in merged.standings.rankings:
            for row in ranking.rows:
                key = (ranking.kind, ranking.session, row.id)
                if ranking.id == PAIRS_OF_TEAMS:
                    self._pair_imps[row.id] = row.total
                elif stratum := _STRATUM.fullmatch(ranking.id):
                    self._stratum_places[stratum[1], row.id] = row.place
                elif ranking.section is None:
                    self._rows.setdefault(key, row)
                elif row.place:
                    self._section_places.setdefault(key, row.place)
        self._matches: dict[tuple[object, ...], list[ScoredMatch]] = {}
        for match in merged.standings.matches if computed else ():
            self._matches.setdefault((match.session, match.round, match.home, match.away), []).append(match)
        self._lines: dict[tuple[object, ...], list[tuple[ScoredBoard, TravellerLine]]] = {}
        self._boards = merged.boards
        self._sums: dict[str, Totals] | None = None
        for board in merged.boards:
            for line in board.lines:
                names = (line.ns or line.ns_team, line.ew or line.ew_team)
                key_of_line = (line.session or board.session, board.board, *names)
                self._lines.setdefault(key_of_line, []).append((board, line))
        self.board_scoring = merged.facts.event.board_scoring
        self._pairwise = merged.standings.method.pairwise
        # Points of a score that is compared with its own entry too are percentages, in whatever format.
        self._compared_with_itself = merged.standings.method.factoring == "whole-field"
        self._own_averages = computed and merged.standings.method.awards is not None

    def stated_total(self, kind: str, participant: str, session: str | None) -> StatedTotal | None:
        """What the newest file states for a participant in a session, or over all."""
        return self._stated.get((kind, participant, session))

    def totals(self, kind: str, participant: str, session: str | None) -> Totals | None:
        """What is written for a participant; None when nothing is known."""
        stated = self._stated.get((kind, participant, session))
        row = self.row(kind, participant, session) if self.computed else None
        if row is None or (stated is not None and (row.total or None, row.percentage, row.place) == (None, None, None)):
            if stated is None:
                return None
            if self.computed and stated.pair_imps is None:
                self._losses.add("computed totals", "not scored by Kibitz; the stated values are written")
            return Totals(
                stated.place,
                stated.total,
                stated.maximum,
                stated.percentage,
                stated.boards_played,
                stated.wins,
                stated.section_place,
            )
        return Totals(
            place=row.place,
            total=rounded(row.total),
            maximum=rounded(row.maximum),
            percentage=rounded(_percentage(row)),
            boards=row.boards or None,
            wins=row.wins,
            section_place=self._section_places.get((kind, session, participant))
            or self._section_places.get((None, session, participant)),
            carried=_carried(row),
            handicap=row.handicap,
            adjustment=row.adjustment,
        )

    def sum_of_boards(self, participant: str) -> Totals | None:
        """What the boards of a participant add up to, as their points are written, with the most that they can give."""
        if self._sums is None:
            self._sums = _sums_of_boards(self._boards)
        return self._sums.get(participant)

    def row(self, kind: str, participant: str, session: str | None) -> StandingRow | None:
        """What we computed for a participant in a session, or over all."""
        when = (session, None) if session == self._only else (session,)
        # Standings of an older service do not say who is ranked.
        keys = ((who, session, participant) for session in when for who in (kind, None))
        return next((self._rows[key] for key in keys if key in self._rows), None)

    def pair_imps(self, stated: StatedTotal) -> Decimal | None:
        """The IMPs of a pair of a team that states some, or is stated to have some."""
        if stated.pair_imps is None or not self.computed:
            return stated.pair_imps
        return rounded(self._pair_imps.get(stated.participant, stated.pair_imps))

    def stratum_place(self, stated: StatedTotal) -> str | None:
        """The place in the own stratum of somebody who is stated to have one; in the first it is that of the list.

        It is one of the event; what is stated where sections are ranked apart is one of theirs, and is lost.
        """
        if self._apart and not self.computed:
            self._losses.add(
                "stratum place of totals",
                "it is one of the sections",
                int(stated.stratum_place is not None),
                of=("totals.stratum_place",),
            )
            return None
        own = self._strata.get((stated.kind, stated.participant))
        if stated.stratum_place is None or not self.computed or own is None:
            return stated.stratum_place
        if (own, stated.participant) in self._stratum_places:
            return self._stratum_places[own, stated.participant]
        row = self.row(stated.kind, stated.participant, stated.session)
        return row.place if row is not None and own == "1" else stated.stratum_place

    def match(self, fact: MatchFact) -> MatchFact:
        """A match with the scores that are written; parts of one match all have the score of the whole."""
        scored = self._scored(fact)
        if scored is None or scored.home_score is None:
            return fact
        home, away = rounded(scored.home_score), rounded(scored.away_score)
        return fact.replace(home_score=home, away_score=away, unit=scored.unit)

    def with_imps(self, fact: MatchFact) -> MatchFact:
        """A match with the IMPs that its boards give, where no file states them."""
        scored = self._scored(fact)
        if scored is None or fact.home_imps is not None or scored.raw_unit != "imps":
            return fact
        return fact.replace(home_imps=rounded(scored.home_raw), away_imps=rounded(scored.away_raw))

    def match_board(self, fact: MatchFact, board: str, stated: BoardPointsFact | None) -> BoardPointsFact | None:
        """What a board of a match gives both sides; of several matches or parts, each its own boards."""
        scored = self._scored(fact)
        found = next((b for b in scored.by_board if b.board == board), None) if scored is not None else None
        if scored is None or found is None:
            return stated
        part = next((part for part in found.parts if part.sub_match == fact.sub_match), None)
        won = (found.home, found.away) if part is None else (part.home, part.away)
        balanced = scored.raw_unit == "imps" and won[0] == -won[1]
        return BoardPointsFact(
            home=fact.home,
            away=fact.away,
            board=board,
            unit=scored.raw_unit,
            home_points=rounded(won[0]),
            away_points=None if balanced else rounded(won[1]),
        )

    def _scored(self, fact: MatchFact) -> ScoredMatch | None:
        found = self._matches.get((fact.session, fact.round, fact.home, fact.away), [])
        if len(found) < 2:
            return found[0] if found else None
        stated = (fact.home_score, fact.away_score)
        return next((match for match in found if (match.stated_home, match.stated_away) == stated), None)

    def points(self, result: ResultFact) -> StatedScore | None:
        """The points of a line for each side."""
        if not self.computed:
            return result.stated
        found = self._line_of(result)
        if found is not None and result.ns_score.kind == result.ew_score.kind == "not_played":
            return None  # what a file states of it was for the result that is void
        if found is None or found[1].ns_points is None:
            if result.stated is not None:
                self._losses.add("computed board points", "not scored by Kibitz; the stated values are written")
            return result.stated
        board, line = found
        unit = self.board_scoring if self.board_scoring in _UNITS_OF_BOARDS else board.unit
        stated = result.stated or StatedScore()
        only_percent = self._compared_with_itself
        return StatedScore(
            ns=None if only_percent else rounded(line.ns_points),
            ew=None if only_percent else rounded(line.ew_points),
            unit=unit,
            ns_percent=rounded(line.ns_percent) if stated.ns_percent is not None or only_percent else None,
            ew_percent=rounded(line.ew_percent) if stated.ew_percent is not None or only_percent else None,
        )

    def worked_out(self, result: ResultFact) -> ResultFact:
        """A line with the score that follows from its contract, where no file states one."""
        if not result.ns_score.kind == result.ew_score.kind == "unknown":
            return result
        found = self._line_of(result)
        if found is None or _WHOLE.fullmatch(found[1].score) is None:
            return result
        score = total_points(int(found[1].score))
        return result.replace(ns_score=score, ew_score=score)

    def awarded(self, result: ResultFact) -> ResultFact:
        """A line whose awards by name that followed other boards, and weighted rulings, are what they became."""
        scores = {"ns_score": result.ns_score, "ew_score": result.ew_score}
        kinds = {*(["average"] if self._own_averages else []), *(["weighted"] if self.computed else [])}
        replaced = {side: score.kind for side, score in scores.items() if score.kind in kinds}
        found = self._line_of(result) if replaced else None
        if found is None:
            return result
        became = {"ns_score": found[1].ns_percent, "ew_score": found[1].ew_percent}
        changed: dict[str, Any] = {
            side: Score(kind="artificial", percent=became[side]) for side in replaced if became[side] is not None
        }
        if changed and "weighted" in replaced.values():
            self._losses.add(
                "weighted score",
                "its percentages are written, which move the points of nobody else",
                of=("results.ns_score", "results.ew_score"),
            )
        return result.replace(**changed)

    def _line_of(self, result: ResultFact) -> tuple[ScoredBoard, TravellerLine] | None:
        sides = result.sides
        ns = sides.ns or _individuals(sides.north, sides.south) or sides.ns_team
        ew = sides.ew or _individuals(sides.east, sides.west) or sides.ew_team
        lines = self._lines.get((result.session, result.board, ns, ew), ())
        return lines[result.part] if result.part < len(lines) else None

    def pair_points(self, result: ResultFact) -> StatedScore | None:
        """The points of the pairs of a line between teams; none where only the boards of the teams are scored."""
        points = self.points(result)
        if points is None or points is result.stated:
            return points
        return points.replace(unit=self._pairwise) if self._pairwise else None


def _sums_of_boards(boards: Iterable[ScoredBoard]) -> dict[str, Totals]:
    sums: dict[str, tuple[Decimal, Decimal, int]] = {}
    for board in boards:
        for line in board.lines:
            for side, points in ((line.ns, line.ns_points), (line.ew, line.ew_points)):
                for name in (side or "").split("+") if points is not None and board.top else ():
                    total, most, count = sums.get(name, (Decimal(0), Decimal(0), 0))
                    sums[name] = (total + (rounded(points) or 0), most + (board.top or 0), count + 1)
    return {
        name: Totals(total=rounded(total), maximum=most, percentage=rounded(100 * total / most), boards=count)
        for name, (total, most, count) in sums.items()
    }


def with_carried(totals: Totals) -> Decimal | None:
    """The total with what is brought over."""
    return totals.total if totals.total is None else totals.total + (totals.carried or 0)


def _percentage(row: StandingRow) -> Decimal | None:
    """Of the total, without what is brought over: a row has none beside points that were scored elsewhere."""
    if row.percentage is None and row.total is not None and row.maximum:
        return 100 * row.total / row.maximum
    return row.percentage


def _carried(row: StandingRow) -> Decimal | None:
    """What is brought over, where it is added to the total and not to the percentage."""
    if row.carry_forward is None or row.total is None:
        return None
    added = row.total + row.carry_forward + (row.handicap or 0)
    return row.carry_forward if row.final == added else None


def _individuals(first: str | None, second: str | None) -> str | None:
    """Two individuals as a line of a scored board names them."""
    return "+".join(one for one in (first, second) if one) or None
