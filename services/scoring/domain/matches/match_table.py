"""The matches of an event, scored: by the method that fits what files state of them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from contracts.codes import scoring as codes
from contracts.facts import EventFact, Facts, Key
from contracts.findings import Finding
from contracts.standings import ScoredMatch
from services.scoring.domain.boards.board_list import Board, BoardKey
from services.scoring.domain.boards.imp_methods import CrossImpMethod
from services.scoring.domain.differences.boards_of_matches import compare_boards
from services.scoring.domain.differences.hybrid_boards import compare_hybrid
from services.scoring.domain.matches.candidate_methods import Side, fit_matches
from services.scoring.domain.matches.match_list import Match, matches_of, team_sides
from services.scoring.domain.matches.match_row import bye_score, scored_match
from services.scoring.domain.matches.match_scores import (
    MatchBoards,
    MatchMethod,
    Raw,
    match_boards,
    pairs_raw,
    probst_raw,
    team_raw,
)
from services.scoring.domain.matches.penalties import penalised
from services.scoring.domain.matches.rulings import of_lines, with_rulings, without_removed
from services.scoring.domain.rankings.scheme import Scheme, scoring_of
from services.scoring.domain.rankings.tallies import Points, Tallies
from shared.bridge.boards.artificial_scores import Artificial
from shared.bridge.boards.board_line import BoardLine
from shared.bridge.boards.cross_imps import CrossAverage
from shared.bridge.boards.matchpoints import LineMatchpoints
from shared.bridge.matches.teams_of_eight import EightMethod


@dataclass(frozen=True)
class MatchWay:
    """How the matches of an event are scored.

    Attributes:
        method: what a match gives.
        pool: which of the sums of its boards that is given for, of those that are tried.
        detected: whether what files state asked for another way than the standard one.
    """

    method: MatchMethod
    pool: int = 0
    detected: bool = False


@dataclass(frozen=True)
class MatchTable:
    """Every match of an event, scored.

    Attributes:
        matches: as they are published.
        scores: what counts for the totals: both sides' scores of each match, None where there is none.
        counted: how many boards of each match count as played.
        points: of each line, for its sides, from the comparison of the two tables of a team match.
        way: what a match gives, and for which sum of its boards.
        byes: what a bye is worth that no file gives a score for; None where there is none.
        by_rule: whether such a bye counts; False where the totals of the files leave it out.
        penalties: keys of those that are counted in matches.
    """

    matches: tuple[ScoredMatch, ...]
    scores: tuple[Side, ...]
    counted: tuple[int, ...]
    points: Mapping[Key, LineMatchpoints]
    way: MatchWay
    findings: tuple[Finding, ...]
    byes: Fraction | None = None
    by_rule: bool = True
    penalties: frozenset[Key] = frozenset()

    @property
    def method(self) -> MatchMethod:
        """What a match gives."""
        return self.way.method

    @property
    def detected(self) -> bool:
        """Whether what the files state asked for another method than the standard one."""
        return self.way.detected

    def line_points(self, boards: Sequence[Board], stated: Mapping[BoardKey, Points]) -> dict[BoardKey, Points]:
        """What the comparison of two tables gives each line; lines outside it keep what is stated."""
        return {
            board.key: tuple(
                self.points.get(result.key, worth)
                for result, worth in zip(board.results, stated[board.key], strict=True)
            )
            for board in boards
        }

    def tallies(self) -> Tallies:
        """What each side has of its matches."""
        tallies = Tallies(topped=False)
        for match, scores, boards in zip(self.matches, self.scores, self.counted, strict=True):
            for side, score in zip((match.home, match.away), scores, strict=True):
                if side is not None and score is not None:
                    tallies.count_match(side, match.session, score, boards)
        return tallies


def match_table(
    facts: Facts,
    scheme: Scheme,
    boards: Sequence[Board],
    points: Mapping[Key, LineMatchpoints],
    names: Mapping[str, str],
    *,
    known: MatchWay | None = None,
    byes: bool = True,
) -> MatchTable:
    """Score the matches of an event.

    Args:
        facts: of the event.
        scheme: how it is scored; its `matches` says between whom.
        boards: the travellers.
        points: of each line by its result's key, where lines are compared across the field.
        names: of the participants, by id.
        known: in which way to score them; None for the one that fits what files state.
        byes: whether a bye that no file gives a score for is worth something.
    """
    matches, ruled = with_rulings(facts, matches_of(facts, scheme.matches or "teams"))
    findings = list(ruled.findings)
    teams = {p.id: p.team for p in facts.participants if p.kind == "pair" and p.team}
    lines = {r.key: line for board in boards for r, line in zip(board.results, board.lines, strict=True)}
    compared: list[MatchBoards] = []
    if scheme.matches == "teams":
        way = (scheme.tables, scheme.eight, teams)
        compared = [match_boards(match, lines, *way, larger=scheme.larger, table=scheme.imps) for match in matches]
        for number, removed in ruled.removed.items():
            compared[number], found = without_removed(
                matches[number], compared[number], removed, scheme.tables, larger=scheme.larger
            )
            findings.extend(found)
        raws = [team_raw(match, found.whole) for match, found in zip(matches, compared, strict=True)]
    else:
        raws = [pairs_raw(match, points) for match in matches]
        findings.extend(of_lines(fact for removed in ruled.removed.values() for fact in removed))
    pools = [raws]
    if scheme.matches == "pairs" and scheme.lines == "cross_imps" and scheme.match_scoring == "vps":
        sums = _cross_sums(boards)
        pools.insert(0, [probst_raw(match, sums) for match in matches])
    if known is None:
        (raws, method), detected = fit_matches(scheme, matches, pools)
        known = MatchWay(method, next(n for n, pool in enumerate(pools) if pool is raws), detected)
    method, raws = known.method, pools[known.pool]
    with_penalties = penalised(facts, scheme, matches, raws)
    raws = with_penalties.raws
    rows = [
        scored_match(
            match,
            raw,
            method,
            names=names,
            raw_unit=scheme.raw_unit,
            ruling=ruled.whole.get(place),
            boards=compared[place] if compared else None,
            byes=byes,
        )
        for place, (match, raw) in enumerate(zip(matches, raws, strict=True))
    ]
    scored = tuple(row for row, _ in rows)
    free = (bye_score(match, raw, method) for match, raw in zip(matches, raws, strict=True))
    findings.extend(finding for _, found in rows for finding in found)
    findings.extend(compare_boards(facts.board_points, matches, compared))
    findings.extend(compare_hybrid(facts, scheme, matches, lines, teams))
    about_boards = _about_boards(facts.event, scheme, matches, raws)
    findings.extend(about_boards or _about_rulings(matches, compared, lines))
    if method.unit == "vps":
        findings.extend(_about_scale(scheme, method, raws))
    return MatchTable(
        matches=scored,
        scores=tuple((_exact(row.home_score), _exact(row.away_score)) for row in scored),
        counted=tuple(raw.boards or match.length for match, raw in zip(matches, raws, strict=True)),
        points=_line_points(matches, compared, teams),
        way=known,
        findings=tuple(findings),
        byes=next((worth for worth in free if worth is not None), None) if byes else None,
        by_rule=byes,
        penalties=with_penalties.counted,
    )


def _exact(value: Decimal | None) -> Fraction | None:
    return None if value is None else Fraction(value)


def _cross_sums(boards: Sequence[Board]) -> dict[Key, tuple[LineMatchpoints, int]]:
    way = CrossImpMethod(CrossAverage.SUM)
    return {
        result.key: (worth, board.expected)
        for board in boards
        for result, worth in zip(board.results, way.score(board.lines, 0), strict=True)
    }


def _about_boards(event: EventFact, scheme: Scheme, matches: Sequence[Match], raws: Sequence[Raw]) -> list[Finding]:
    """That the boards of matches are not compared, because no rule for them is known here."""
    without_table = scheme.larger and scheme.eight is EightMethod.ADD_THEN_MOD_IMP and scheme.imps is None
    known = scheme.tables is not None and not without_table
    played = sum(bool(match.results) for match in matches)
    if scheme.matches != "teams" or known or not played or any(raw.boards for raw in raws):
        return []
    scoring = scheme.match_scoring if without_table else scoring_of(event)
    return [
        codes.NOT_CHECKED.finding(
            f"the boards of {played} matches are scored by {scoring}, for which there is no rule here;"
            " the matches are shown as stated"
        )
    ]


def _about_rulings(
    matches: Sequence[Match], compared: Sequence[MatchBoards], lines: Mapping[Key, BoardLine]
) -> list[Finding]:
    """That boards with an artificial score have none in their match, because no rule says what it is worth there."""
    unvalued = []
    for match, boards in zip(matches, compared, strict=False):
        played: dict[str, list[BoardLine]] = {}
        for result in match.results:
            played.setdefault(result.board, []).append(lines[result.key])
        for board, found in boards.whole.items():
            scores = [score for line in played.get(board, ()) for score in (line.ns, line.ew)]
            ruled = None not in scores and any(isinstance(score, Artificial) for score in scores)
            if ruled and len(played.get(board, ())) % 2 == 0 and None in (found.team, found.opponents):
                unvalued.append((match, board))
    if not unvalued:
        return []
    match, board = unvalued[0]
    return [
        codes.NOT_CHECKED.finding(
            f"no rule here says what the artificial scores on {len(unvalued)} boards of matches are worth, first board"
            f" {board} of {match.home} against {match.away}; these boards count for nobody",
            subject=f"board {board}",
        )
    ]


def _about_scale(scheme: Scheme, method: MatchMethod, raws: Sequence[Raw]) -> list[Finding]:
    """That the scale was read from the file, or has no chart for some of the matches."""
    complete = [raw for raw in raws if raw.complete]
    blank = sum(None in method.score(raw) for raw in complete)
    named = (method.given and method.scale) or scheme.vp_scale or method.scale or "not named"
    if method.inferred is not None:
        message = (
            f"the scale ({named}) is none that is known; the victory points of {len(complete)} matches were compared"
            " with each other"
        )
    elif blank:
        halves = " half" if any(raw.half for raw in complete if None in method.score(raw)) else ""
        message = f"the scale ({named}) has no chart for the boards of {blank} of {len(raws)}{halves} matches"
    else:
        return []
    return [codes.SCALE_UNKNOWN.finding(message, stated=named)]


def _line_points(
    matches: Sequence[Match], compared: Sequence[MatchBoards], teams: dict[str, str]
) -> dict[Key, LineMatchpoints]:
    """For each line of a match, or of a part of one, of two tables, what its sides' teams won on the board."""
    points = {}
    for match, boards in zip(matches, compared, strict=False):
        for name, part in (match.parts() or {None: match}).items():
            won = boards.parts.get(name, boards.whole)
            tables = Counter(result.board for result in part.results)
            for result in part.results:
                if tables[result.board] > 2:
                    continue
                board = won[result.board]
                home_ns = team_sides(result, teams)[0] == match.home
                ns, ew = (board.team, board.opponents) if home_ns else (board.opponents, board.team)
                points[result.key] = LineMatchpoints(ns, ew, Fraction(0), Fraction(0))
    return points
