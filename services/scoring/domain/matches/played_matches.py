"""The matches of an event with what their boards add up to, before that gives anybody a score."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

from contracts.facts import Facts, Key, MatchRulingFact
from contracts.findings import Finding
from services.scoring.domain.boards.board_list import Board, BoardKey
from services.scoring.domain.boards.imp_methods import CrossImpMethod
from services.scoring.domain.boards.line_methods import agrees
from services.scoring.domain.matches.match_list import Match, matches_of
from services.scoring.domain.matches.match_scores import (
    MatchBoards,
    MatchMethod,
    Raw,
    match_boards,
    pairs_raw,
    probst_raw,
    team_raw,
)
from services.scoring.domain.matches.rulings import Side, awarded_percents, of_lines, with_rulings, without_removed
from services.scoring.domain.rankings.scheme import Scheme
from services.scoring.domain.rankings.tallies import Points
from shared.bridge.boards.board_line import BoardLine
from shared.bridge.boards.cross_imps import CrossAverage
from shared.bridge.matches.board_comparison import BoardMethod

Value = TypeVar("Value")


@dataclass(frozen=True)
class PlayedMatches:
    """Every match of an event.

    Attributes:
        scheme: how the event is scored.
        matches: in the order of session, round and sides.
        raws: what the boards of each add up to.
        compared: the boards of each match of teams, scored.
        lines: of the travellers, by the keys of their results.
        teams: the team of each pair.
        rulings: on matches as a whole, by the number of the match.
        findings: on rulings that could not be followed.
        boards: the travellers.
        removed: what both sides get for a board that was taken out of a match, in per cent, by number and board.
        unbalanced: the boards as in `compared`, before those of a knock-out are balanced.
    """

    scheme: Scheme
    matches: Sequence[Match]
    raws: Sequence[Raw]
    compared: Sequence[MatchBoards]
    lines: Mapping[Key, BoardLine]
    teams: dict[str, str]
    rulings: Mapping[int, MatchRulingFact]
    findings: Sequence[Finding]
    boards: Sequence[Board]
    removed: Mapping[tuple[int, str], tuple[Fraction | None, ...]] = field(default_factory=dict)
    unbalanced: Sequence[MatchBoards] = ()

    def sums(self, method: MatchMethod) -> Sequence[Raw]:
        """What the boards of each match add up to, for a method."""
        return self._probst_raws if method.probst else self.raws

    @cached_property
    def _probst_raws(self) -> list[Raw]:
        cross = CrossImpMethod(CrossAverage.SUM)
        sums = _by_result((board, cross.score(board.lines, 0)) for board in self.boards)
        scores = {result.key: board.expected for board in self.boards for result in board.results}
        return [probst_raw(match, sums, scores) for match in self.matches]

    def misses(self, method: MatchMethod, raws: Sequence[Raw] | None = None) -> int:
        """How many complete matches are stated with a score that a method does not give, for other sums if they are."""
        pairs = zip(self.matches, raws or self.sums(method), strict=True)
        return sum(missed_by(match, method.score(raw)) for match, raw in pairs if raw.complete)


def played_matches(
    facts: Facts, scheme: Scheme, boards: Sequence[Board], points: Mapping[BoardKey, Points]
) -> PlayedMatches:
    """Add up the boards of every match of an event.

    Args:
        facts: of the event.
        scheme: how it is scored; its `matches` says between whom.
        boards: the travellers.
        points: of their lines, where those are compared across the field.
    """
    matches, ruled = with_rulings(facts, matches_of(facts, scheme.matches or "teams"))
    findings = list(ruled.findings)
    teams = {p.id: p.team for p in facts.participants if p.kind == "pair" and p.team}
    lines = _by_result((board, board.lines) for board in boards)
    compared: list[MatchBoards] = []
    unbalanced = compared
    if scheme.matches == "teams":
        compared = [match_boards(match, scheme, lines, teams) for match in matches]
        for number, removed in ruled.removed.items():
            compared[number], not_followed = without_removed(
                matches[number], compared[number], removed, scheme.tables, larger=scheme.larger
            )
            findings.extend(not_followed)
        unbalanced = compared
        if scheme.knock_out and scheme.tables is BoardMethod.IMPS:
            compared = [of_match.balanced() for of_match in compared]
        raws = [team_raw(match, of_match.whole) for match, of_match in zip(matches, compared, strict=True)]
    else:
        by_line = _by_result((board, points[board.key]) for board in boards)
        raws = [pairs_raw(match, by_line) for match in matches]
        findings.extend(of_lines(fact for removed in ruled.removed.values() for fact in removed))
    of_removed = {
        (number, fact.board or ""): awarded_percents(fact, matches[number])
        for number, rulings in ruled.removed.items()
        for fact in rulings
    }
    whole = ruled.whole
    return PlayedMatches(scheme, matches, raws, compared, lines, teams, whole, findings, boards, of_removed, unbalanced)


def _by_result(columns: Iterable[tuple[Board, Sequence[Value]]]) -> dict[Key, Value]:
    return {result.key: value for board, values in columns for result, value in zip(board.results, values, strict=True)}


def agreed_with(match: Match, computed: Side) -> bool | None:
    """Whether what is stated of a match is what was computed; None where there is nothing to compare."""
    fact = match.fact
    if fact is None:
        return None
    checks = [agrees(fact.home_score, computed[0]), agrees(fact.away_score, computed[1])]
    known = [check for check in checks if check is not None]
    return all(known) if known else None


def missed_by(match: Match, computed: Side) -> bool:
    """Whether a method does not give what is stated: it gives something else, or nothing."""
    stated = match.fact is not None and match.fact.home_score is not None
    return stated and (computed[0] is None or agreed_with(match, computed) is False)
