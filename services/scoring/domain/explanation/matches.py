"""The matches of a participant: their boards, what these add up to, and what the match gives for that."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from contracts.base import Direction
from contracts.explanation import ExplainedLine, ExplainedMatch, ExplainedScale, Given, Outcome, TableResult
from contracts.facts import Key, ResultFact
from contracts.standings import ScoredMatch
from services.scoring.domain.boards.board_list import Board, published, sides_of
from services.scoring.domain.boards.imp_methods import CrossImpMethod
from services.scoring.domain.boards.line_methods import agrees
from services.scoring.domain.boards.lines import score_text
from services.scoring.domain.explanation.lines import LineNumbers, averages_of
from services.scoring.domain.explanation.origins import Origins
from services.scoring.domain.explanation.scales import explained_scale, scale_name
from services.scoring.domain.matches.match_list import Match, team_sides
from services.scoring.domain.matches.match_scores import MatchBoards, MatchMethod, Raw
from services.scoring.domain.matches.match_table import MatchTable
from services.scoring.domain.matches.played_matches import PlayedMatches
from services.scoring.domain.method.event_scores import BridgeEvent
from services.scoring.domain.method.scoring_method import ScoringMethod
from shared.bridge.boards.artificial_scores import Artificial
from shared.bridge.boards.board_line import BoardLine, Weighted, components
from shared.bridge.boards.cross_imps import CrossAverage
from shared.bridge.boards.matchpoints import LineMatchpoints
from shared.bridge.matches.board_comparison import BOARD_TOP


@dataclass
class ExplainedMatches:
    """The matches of an event of bridge, explained one by one.

    Attributes:
        event: the boards as they are compared.
        method: by which it is scored.
        given: what a match gives by it.
        origins: of the facts.
    """

    event: BridgeEvent
    method: ScoringMethod
    given: MatchMethod
    origins: Origins
    _scales: dict[tuple[int, bool], ExplainedScale | None] = field(default_factory=dict)

    @cached_property
    def table(self) -> MatchTable:
        """Every match, scored."""
        return self.event.match_table(self.method, self.given)

    @cached_property
    def _played(self) -> PlayedMatches:
        return self.event.matches(self.method)

    @cached_property
    def _line_numbers(self) -> tuple[LineNumbers, Mapping[Key, tuple[Board, int, LineMatchpoints]]]:
        """For matches of pairs: the lines whose points matches add up."""
        lines, event = self.method.match_lines, self.event
        if self.given.probst:
            cross = CrossImpMethod(CrossAverage.SUM)
            lines, points = cross, {board.key: tuple(cross.score(board.lines, 0)) for board in event.boards}
        else:
            points = event.points(lines, self.method)
        sizes = event.cache.sizes(event.boards, lines) if lines is not None else {}
        by_result = {
            result.key: (board, number, worth)
            for board in event.boards
            for number, (result, worth) in enumerate(zip(board.results, points[board.key], strict=True))
        }
        return LineNumbers(lines, sizes, averages_of(self.method, lines)), by_result

    @cached_property
    def _of(self) -> dict[str, list[int]]:
        of: dict[str, list[int]] = {}
        for number, row in enumerate(self.table.matches):
            for side in filter(None, dict.fromkeys((row.home, row.away))):
                of.setdefault(side, []).append(number)
        return of

    def of(self, participant: str) -> list[ExplainedMatch]:
        """The matches of a participant, in their order."""
        return [self._match(number, participant) for number in self._of.get(participant, ())]

    def scales(self, participant: str) -> tuple[ExplainedScale, ...]:
        """Those in which matches of a participant were looked up."""
        raws = (self.table.inside.raws[number] for number in self._of.get(participant, ()))
        asked = dict.fromkeys((raw.half, raw.length * self.table.method.tables) for raw in raws if raw.boards)
        return tuple(each for half, boards in asked if (each := self._scale(boards, half=half)) is not None)

    def _scale(self, boards: int, *, half: bool) -> ExplainedScale | None:
        if (boards, half) not in self._scales:
            scale = self.table.method.scale_for(half=half) if self.table.method.unit == "vps" else None
            self._scales[boards, half] = explained_scale(scale, boards) if scale is not None else None
        return self._scales[boards, half]

    def _match(self, number: int, participant: str) -> ExplainedMatch:
        row, match, raw = self.table.matches[number], self._played.matches[number], self.table.inside.raws[number]
        at_home = row.home == participant
        mine, theirs = (0, 1) if at_home else (1, 0)
        method, counted = self.table.method, self.table.scores[number]
        sums = (raw.home, raw.away)
        kind = self.method.scheme.ranked
        opponent = row.away if at_home else row.home
        stated = row.stated_home if at_home else row.stated_away
        scale = method.scale_for(half=raw.half) if method.unit == "vps" and raw.boards else None
        rule = self._rule(row, raw)
        return ExplainedMatch(
            session=row.session,
            round=row.round,
            table=row.table,
            against=None if opponent is None else self.origins.somebody(kind, opponent),
            lines=tuple(self._lines(number, match, participant)),
            given=tuple(self._penalties(number, participant)),
            sum=sums[mine],
            opponents_sum=sums[theirs],
            sum_unit=row.raw_unit,
            margin=None
            if scale is None or raw.home is None or raw.away is None
            else method.margins(raw.home, raw.away)[mine],
            scale=scale_name(scale) if scale is not None else None,
            looked_up=raw.length * method.tables if scale is not None else None,
            score=counted[mine],
            opponents_score=counted[theirs],
            rounded_to=self.method.score_rounding.step if rule == "match sum" else None,
            unit=row.unit,
            rule=rule,
            ruling=row.ruling,
            stated=stated,
            agrees=row.agrees,
            where=self.origins.where("matches", match.fact),
        )

    def _rule(self, row: ScoredMatch, raw: Raw) -> str:
        method = self.table.method
        if row.ruling is not None:
            return "ruling"
        if row.away is None:
            return "bye" if row.stated_home is None and row.home_score is not None else "as stated"
        if raw.boards and tuple(map(published, method.score(raw))) == (row.home_score, row.away_score):
            if method.unit == "vps":
                return "probst" if method.probst else "victory points"
            return "imps won" if method.won else "match sum"
        return "as stated"

    def _penalties(self, number: int, participant: str) -> list[Given]:
        inside = self.table.inside
        facts = self.event.facts.adjustments if inside.counted else ()
        return [
            Given(
                kind=fact.kind,
                amount=fact.amount,
                unit=fact.unit or "",
                points=Fraction(fact.amount if fact.participant == participant else -fact.amount),
                round=fact.round,
                reason=fact.reason,
                rule="in the match",
                where=self.origins.where("adjustments", fact),
            )
            for fact in facts
            if inside.counted.get(fact.key) == number
            and (fact.participant == participant or fact.key in inside.against)
        ]

    def _lines(self, number: int, match: Match, participant: str) -> list[ExplainedLine]:
        if self.method.scheme.matches == "teams":
            boards = self._played.compared[number]
            return [self._team_board(number, match, boards, board, participant) for board in boards.whole]
        numbers, by_result = self._line_numbers
        lines = []
        for result in match.results:
            board, at, worth = by_result[result.key]
            about = numbers.of(board, at, worth, ns=result.sides.ns == participant)
            both = worth.ns is not None and worth.ew is not None
            if self.given.probst:
                about |= {"scores": Fraction(board.expected)}
                both = both and board.expected > 1
            lines.append(
                explained_line(board, at, about, self.origins, ns=result.sides.ns == participant, counted=both)
            )
        return lines

    def _team_board(
        self, number: int, match: Match, boards: MatchBoards, board: str, participant: str
    ) -> ExplainedLine:
        """A board of a match of teams; of one that is balanced, what its tables give each side as well."""
        won = boards.whole[board]
        at_home = match.home == participant
        line = self._of_tables(number, match, board, participant)
        if won != self._played.unbalanced[number].whole[board]:
            theirs = self._of_tables(number, match, board, (match.away if at_home else match.home) or "")
            points = won.team if at_home else won.opponents
            line = line.replace(points=points, rule="balanced", of=(line, theirs), top=None, percent=None)
        return line.replace(counted=won.team is not None and won.opponents is not None)

    def _of_tables(self, number: int, match: Match, board: str, participant: str) -> ExplainedLine:
        """What both tables of a board give a team together, or a ruling on it."""
        before = self._played.unbalanced[number]
        at_home = match.home == participant
        points = before.whole[board].team if at_home else before.whole[board].opponents
        results = [result for result in match.results if result.board == board]
        scheme = self.method.scheme
        about: dict[str, Any] = {"rule": "no score"}
        tables = [self._table(result, participant, part=bool(before.parts)) for result in results]
        if points is not None and scheme.tables is not None:
            plain = len(tables) == 2 and len({table.side for table in tables}) == 2
            percents = self._played.removed.get((number, board))
            if percents is not None:
                about = {"rule": "removed board", "percent": percents[0 if at_home else 1]}
            elif scheme.larger and not plain:
                about = {"rule": f"larger teams {scheme.eight.lower()}"}
            else:
                awarded = any(table.percent is not None for table in tables)
                about = {"rule": "award" if awarded else f"teams {scheme.tables.value}"}
                owns = [table.own for table in tables]
                if not awarded and None not in owns:
                    about["difference"] = sum((own for own in owns if own is not None), Fraction(0))
            if about["rule"] in ("award", "removed board"):
                about["top"] = BOARD_TOP.get(scheme.tables)
        sides = [team_sides(result, self._played.teams) for result in results]
        section = results[0].section if results else None
        return ExplainedLine(
            board=board,
            session=match.session,
            section=section,
            round=match.round,
            against=tuple(
                self.origins.somebody("team", team)
                for team in dict.fromkeys(team for both in sides for team in both if team not in (None, participant))
                if team is not None
            ),
            points=points,
            tables=tuple(tables),
            where=tables[0].where if tables else None,
            **about,
        )

    def _table(self, result: ResultFact, participant: str, *, part: bool) -> TableResult:
        ns = team_sides(result, self._played.teams)[0] == participant
        line: BoardLine = self._played.lines[result.key]
        own = line.ns if ns else line.ew
        return TableResult(
            side=Direction.NS if ns else Direction.EW,
            score=score_text(result.ns_score, result.ew_score) or (str(line.ns) if isinstance(line.ns, int) else ""),
            own=Fraction(own) if isinstance(own, int) else None,
            outcomes=[Outcome(score=points, share=Fraction(share)) for points, share in components(own)]
            if isinstance(own, Weighted)
            else (),
            percent=own.percent if isinstance(own, Artificial) else None,
            part=result.sub_match if part else None,
            contract=result.contract,
            declarer=result.declarer,
            tricks=result.tricks,
            where=self.origins.where("results", result),
        )


def explained_line(
    board: Board,
    number: int,
    about: Mapping[str, Any],
    origins: Origins,
    *,
    ns: bool,
    counted: bool = True,
    shown: LineMatchpoints | None = None,
) -> ExplainedLine:
    """A line of a traveller from one side.

    Args:
        board: that was played.
        number: of the line on it.
        about: what it is worth and why (`LineNumbers.of`).
        origins: of the facts.
        ns: whether the side is North-South.
        counted: whether it is part of a total.
        shown: what the traveller has for it, where totals add up something else.
    """
    result, line = board.results[number], board.lines[number]
    sides = sides_of(result)
    kind = "pair" if result.sides.ns or result.sides.ew else "player"
    stated = board.stated[number][0 if ns else 1]
    text = score_text(result.ns_score, result.ew_score)
    return ExplainedLine(
        board=board.key.board,
        session=result.session,
        section=result.section,
        round=result.round,
        table=result.table,
        side=Direction.NS if ns else Direction.EW,
        against=tuple(origins.somebody(kind, other) for other in sides[1 if ns else 0]),
        contract=result.contract,
        declarer=result.declarer,
        tricks=result.tricks,
        score=text or (str(line.ns) if isinstance(line.ns, int) else ""),
        counted=counted and about["points"] is not None,
        stated=stated,
        agrees=agrees(stated, about["points"] if shown is None else shown.ns if ns else shown.ew),
        where=origins.where("results", result),
        **about,
    )
