"""An event scored as a whole: lines, matches and rankings by the scheme of the event, each by the method that fits."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from contracts.base import FileFormat
from contracts.facts import Facts
from contracts.findings import Finding
from contracts.standings import Method, Ranking, ScoredMatch
from services.scoring.domain.boards.adjusted_averages import AwardedPoints
from services.scoring.domain.boards.board_list import Board, BoardKey
from services.scoring.domain.boards.board_scores import BoardScores
from services.scoring.domain.boards.candidate_methods import ways_of
from services.scoring.domain.boards.line_methods import LineMethod, adds_up_like_acblscore, printed_rounding
from services.scoring.domain.boards.sections import may_be_apart, section_tops
from services.scoring.domain.chess.chess_scores import ChessScores
from services.scoring.domain.event.event_method import datums_of, method_of
from services.scoring.domain.matches.match_table import MatchTable, MatchWay, match_table
from services.scoring.domain.matches.penalties import without
from services.scoring.domain.matches.rulings import without_matches
from services.scoring.domain.rankings.ranking_lists import (
    Field,
    computed_rankings,
    pairwise_rankings,
    stated_rankings,
    winners_of,
)
from services.scoring.domain.rankings.scheme import Scheme, scheme_of
from services.scoring.domain.rankings.tallies import Points, Tallies
from services.scoring.domain.rankings.totals import name_of

Ranked = tuple[tuple[Ranking, ...], list[Finding]]
Scored = Callable[[LineMethod], dict[BoardKey, Points]]
"""The points of every board by a way, with awards as they are given here."""


@dataclass(frozen=True)
class Way:
    """How an event was scored, so that a part of it can be scored in the same way, whatever that part states.

    `lines` are compared with each other, within each section (`apart`); `stretched` says whether those who played fewer
    boards were brought to the number of the others, `own` whether awards follow the averages of their pairs (None where
    nobody has one), `byes` whether a bye without a score is worth something.
    """

    scheme: Scheme
    lines: LineMethod | None
    apart: bool = False
    stretched: bool = False
    own: bool | None = None
    matches: MatchWay | None = None
    byes: bool = True


@dataclass(frozen=True)
class EventScores:
    """What an event comes to.

    Attributes:
        boards: as they were compared: across the field, or a traveller for each section.
        points: of each line of each board.
        unit: of these points.
        datums: North-South's datum of each board, where scores are compared with one.
        compared: whether the points are ours, and not those that the files state.
        detected: whether what the files state asked for another method than the standard one.
        lines_compared: whether the lines of a board are compared with each other.
        missed: how much of what the files state is not what was computed.
        way: how it was scored; None for chess.
    """

    boards: Sequence[Board]
    points: dict[BoardKey, Points]
    unit: str
    datums: Mapping[BoardKey, Decimal | None]
    rankings: tuple[Ranking, ...]
    matches: tuple[ScoredMatch, ...]
    method: Method
    compared: bool
    detected: bool
    findings: list[Finding]
    lines_compared: bool
    missed: int
    way: Way | None = None


def score_event(
    facts: Facts, boards: Sequence[Board], cache: BoardScores, file_format: FileFormat, way: Way | None = None
) -> EventScores:
    """Score an event of bridge as it is now.

    Sections are compared across the field, unless more of what is stated is right when each is compared within itself
    (USEBIO 1.4, 4.1).

    Args:
        facts: what its files say together.
        boards: its travellers.
        cache: keeps the points of boards that do not change.
        file_format: of the newest file with results; it decides which method is the standard one.
        way: in which to score it; None for the one that fits what the files state.
    """
    if way is not None and way.apart:
        return _within_sections(facts, boards, cache, file_format, way)
    cache.tops = section_tops(facts)
    across = _score(facts, boards, cache, file_format, way)
    if way is not None or not across.missed or not across.lines_compared or not may_be_apart(facts):
        return across
    within = _within_sections(facts, boards, cache, file_format, None)
    return across if within.missed >= across.missed else within


def _within_sections(
    facts: Facts, boards: Sequence[Board], cache: BoardScores, file_format: FileFormat, known: Way | None
) -> EventScores:
    inner, split = cache.apart(boards)
    inner.tops = section_tops(facts, apart=True)
    within = _score(facts, split, inner, file_format, known)
    method = within.method.replace(field="section", detected=True)
    return replace(within, method=method, detected=True, way=within.way and replace(within.way, apart=True))


def score_chess_event(facts: Facts, scores: ChessScores, *, explain: bool = False) -> EventScores:
    """Score an event of chess as it is now, by points and tie-breaks.

    Args:
        facts: what its files say together.
        scores: keeps what a result does not touch.
        explain: whether every tie-break carries what it was summed from.
    """
    rankings, method, found = scores.score(facts, explain=explain)
    findings = [*found, *without_matches(facts)]
    return EventScores(
        boards=(),
        points={},
        unit="points",
        datums={},
        rankings=rankings,
        matches=(),
        method=method,
        compared=False,
        detected=False,
        findings=findings,
        lines_compared=False,
        missed=len(findings),
    )


def _score(
    facts: Facts, boards: Sequence[Board], cache: BoardScores, file_format: FileFormat, known: Way | None
) -> EventScores:
    scheme = scheme_of(facts) if known is None else known.scheme
    standard, tried = ways_of(scheme.lines or "", file_format, facts)
    way, stretched = known.lines if known is not None else _way(scheme, boards, cache, standard, tried), False
    points = cache.points(boards, way) if way else {board.key: board.as_stated for board in boards}
    awarded = AwardedPoints(boards, cache, in_matches=scheme.matches == "pairs", own=known.own if known else None)
    if way is not None:
        awarded.decide(way, points, as_stated=known is None)
    scored = awarded.points
    points = scored(way) if way is not None else points
    table = _matches(facts, scheme, boards, cache, way, points, scored, known) if scheme.matches else None
    if table is not None and way is None:
        points = table.line_points(boards, points)
    winners = winners_of(facts)
    if scheme.total == "matches" and table is not None:
        rankings, findings = _ranked_by_matches(facts, scheme, table)
        if known is None and table.byes is not None and findings:
            without_byes = _matches(facts, scheme, boards, cache, way, points, scored, None, byes=False)
            other = _ranked_by_matches(facts, scheme, without_byes)
            if len(other[1]) < len(findings):
                table, (rankings, findings) = without_byes, other
    elif scheme.total == "boards" and boards and way is not None:
        field = Field(facts, scheme.ranked, scheme.total_unit, winners)
        fitted = _ranked_by_boards(field, computed_rankings, boards, cache, way, known, scored)
        way, points, (rankings, findings) = fitted.way, fitted.points, fitted.ranked
        stretched = fitted.stretched
    else:
        rankings, findings = stated_rankings(facts if table is None else without(facts, table.penalties), scheme)
    findings = [*(table.findings if table is not None else without_matches(facts)), *findings]
    if scheme.ranked == "team" and way is not None and any(r.sides.ns for r in facts.results):
        of_pairs = Field(facts, "pair", "imps", 1)
        pairs = _ranked_by_boards(of_pairs, pairwise_rankings, boards, cache, way, known, scored)
        way, points = pairs.way, pairs.points
        rankings, findings = (*rankings, *pairs.ranked[0]), [*findings, *pairs.ranked[1]]
    detected = way != standard or (table is not None and table.detected)
    method = method_of(facts, scheme, way, table, winners)
    return EventScores(
        boards=boards,
        points=points,
        unit=scheme.unit,
        datums=datums_of(boards, way),
        rankings=rankings,
        matches=table.matches if table is not None else (),
        method=method.replace(
            detected=detected, totals="per-board" if stretched else None, awards="own average" if awarded.own else None
        ),
        compared=way is not None or (table is not None and bool(table.points)),
        detected=detected,
        findings=findings,
        lines_compared=way is not None,
        missed=len(findings) + (cache.wrong(boards, way) if way is not None else 0),
        way=Way(
            scheme,
            way,
            stretched=stretched,
            own=awarded.own,
            matches=table.way if table is not None else None,
            byes=table is None or table.by_rule,
        ),
    )


def _way(
    scheme: Scheme,
    boards: Sequence[Board],
    cache: BoardScores,
    standard: LineMethod | None,
    tried: Sequence[LineMethod],
) -> LineMethod | None:
    """The way that gives most of what is stated; of plain IMPs, None where it does not give half of them."""
    if standard is None:
        return None
    way = cache.detect(boards, standard, tried)[0]
    if scheme.lines == "imps":
        stated = sum(value is not None for s in cache.samples(boards) for pair in s.stated for value in pair)
        if 2 * cache.wrong(boards, way) > stated:
            return None
    return way


@dataclass(frozen=True)
class _Fitted:
    """A ranking by the sums of boards, as `Way` has it."""

    way: LineMethod
    points: dict[BoardKey, Points]
    stretched: bool
    ranked: Ranked


def _ranked_by_boards(
    field: Field,
    rank: Callable[[Field, Tallies], Ranked],
    boards: Sequence[Board],
    cache: BoardScores,
    way: LineMethod,
    known: Way | None,
    scored: Scored,
) -> _Fitted:
    """Rank by the sums of boards: of the points as printed, or by the average of a board, where that fits better."""

    def fit(method: LineMethod, *, stretched: bool) -> _Fitted:
        points = scored(method)
        ranked = rank(replace(field, stretched=stretched), cache.tallies(boards, method, points))
        return _Fitted(method, points, stretched, ranked)

    best = fit(way, stretched=known is not None and known.stretched)
    if known is not None or not best.ranked[1]:
        return best
    printed = _as_printed(boards, cache, way)
    others = [(printed, False)] if printed is not None else []
    if field.unit != "match_points":
        others.extend((method, True) for method in (way, printed) if method is not None)
    for method, brought in others:
        other = fit(method, stretched=brought)
        if len(other.ranked[1]) < len(best.ranked[1]):
            best = other
    return best


def _as_printed(boards: Sequence[Board], cache: BoardScores, way: LineMethod) -> LineMethod | None:
    """The same way with points rounded as the file prints them; None where nothing differs, as of ACBLscore."""
    rounding = None if adds_up_like_acblscore(way) else printed_rounding(cache.samples(boards))
    return None if rounding is None else replace(way, rounding=rounding)  # type: ignore[type-var]


def _ranked_by_matches(facts: Facts, scheme: Scheme, table: MatchTable) -> Ranked:
    field = Field(without(facts, table.penalties), scheme.ranked, table.method.unit, 1)
    return computed_rankings(field, table.tallies())


def _matches(
    facts: Facts,
    scheme: Scheme,
    boards: Sequence[Board],
    cache: BoardScores,
    way: LineMethod | None,
    points: Mapping[BoardKey, Points],
    scored: Scored,
    known: Way | None,
    *,
    byes: bool = True,
) -> MatchTable:
    """The matches, by the points of their lines; by the points as printed, where that fits better."""
    byes = byes and (known is None or known.byes)
    names = {p.id: name_of(p) for p in facts.participants if p.kind == scheme.ranked}

    def fit(of_boards: Mapping[BoardKey, Points]) -> MatchTable:
        by_line = {r.key: worth for b in boards for r, worth in zip(b.results, of_boards[b.key], strict=True)}
        of_matches = known.matches if known is not None else None
        return match_table(facts, scheme, boards, by_line, names, known=of_matches, byes=byes)

    table = fit(points)
    printed = _as_printed(boards, cache, way) if way is not None and table.findings else None
    if printed is None or scheme.matches != "pairs":
        return table
    other = fit(scored(printed))
    return other if len(other.findings) < len(table.findings) else table
