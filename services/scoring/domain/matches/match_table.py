"""The matches of an event, scored by a method, as they are published."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from contracts.codes import scoring as codes
from contracts.facts import EventFact, Facts, Key, MatchRulingFact
from contracts.findings import Finding
from contracts.standings import MatchBoard, PartBoard, ScoredMatch
from services.scoring.domain.boards.board_list import Board, BoardKey, published
from services.scoring.domain.differences.boards_of_matches import compare_boards
from services.scoring.domain.differences.hybrid_boards import compare_hybrid
from services.scoring.domain.differences.matches import match_differs, ruled_in_file
from services.scoring.domain.matches.match_list import Match, team_sides
from services.scoring.domain.matches.match_scores import MatchBoards, MatchMethod, Raw
from services.scoring.domain.matches.penalties import Penalised, carried_into, penalised
from services.scoring.domain.matches.played_matches import PlayedMatches, agreed_with, missed_by
from services.scoring.domain.matches.rulings import Side, ruled_score, stated_ruling
from services.scoring.domain.rankings.method_words import unit_in_words
from services.scoring.domain.rankings.scheme import Scheme, scoring_of
from services.scoring.domain.rankings.tallies import Points, Tallies
from shared.bridge.boards.artificial_scores import Artificial
from shared.bridge.boards.board_line import BoardLine
from shared.bridge.boards.matchpoints import LineMatchpoints
from shared.bridge.matches.board_comparison import TeamBoard
from shared.bridge.matches.match_awards import bye
from shared.bridge.matches.teams_of_eight import EightMethod
from shared.bridge.rounding import HUNDREDTHS, RoundingFamily


@dataclass(frozen=True)
class MatchTable:
    """Every match of an event, scored.

    Attributes:
        matches: as they are published.
        scores: what counts for the totals: both sides' scores of each match, rounded; None where there is none.
        counted: how many boards of each match count as played.
        points: of each line, for its sides, from the comparison of the two tables of a team match.
        method: what a match gives.
        byes: what a bye is worth that no file gives a score for; None where there is none.
        inside: what matches add up to with the penalties in them.
    """

    matches: tuple[ScoredMatch, ...]
    scores: tuple[Side, ...]
    counted: tuple[int, ...]
    points: Mapping[Key, LineMatchpoints]
    method: MatchMethod
    findings: tuple[Finding, ...]
    byes: Fraction | None = None
    inside: Penalised = field(default_factory=lambda: Penalised([]))

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
    played: PlayedMatches,
    method: MatchMethod,
    names: Mapping[str, str],
    *,
    byes: bool = True,
    rounding: RoundingFamily = HUNDREDTHS,
) -> MatchTable:
    """Score the matches of an event.

    Args:
        facts: of the event.
        played: its matches, with what their boards add up to.
        method: what a match gives for that.
        names: of the participants, by id.
        byes: whether a bye that no file gives a score for is worth something.
        rounding: of scores that totals add up.
    """
    matches, scheme = played.matches, played.scheme
    inside = penalised(facts, scheme, matches, played.sums(method))
    inside = carried_into(facts, scheme, matches, inside, method)
    raws = inside.raws
    rows = [
        scored_match(
            match,
            raw,
            method,
            names=names,
            raw_unit=scheme.raw_unit,
            ruling=played.rulings.get(number),
            boards=played.compared[number] if played.compared else None,
            byes=byes,
        )
        for number, (match, raw) in enumerate(zip(matches, raws, strict=True))
    ]
    free = (bye_score(match, raw, method) for match, raw in zip(matches, raws, strict=True))
    findings = [*played.findings, *(finding for _, _, of_row in rows for finding in of_row)]
    findings.extend(compare_boards(facts.board_points, matches, played.compared))
    findings.extend(compare_hybrid(facts, scheme, matches, played.lines, played.teams))
    findings.extend(_about_boards(facts.event, scheme, matches, raws) or _about_rulings(played))
    if method.unit == "vps":
        findings.extend(_about_scale(scheme, method, raws))
    return MatchTable(
        matches=tuple(row for row, _, _ in rows),
        scores=tuple((_rounded(home, rounding), _rounded(away, rounding)) for _, (home, away), _ in rows),
        counted=tuple(raw.boards or match.length for match, raw in zip(matches, raws, strict=True)),
        points=_line_points(played),
        method=method,
        findings=tuple(findings),
        byes=next((worth for worth in free if worth is not None), None) if byes else None,
        inside=inside,
    )


def scored_match(
    match: Match,
    raw: Raw,
    method: MatchMethod,
    *,
    names: Mapping[str, str],
    raw_unit: str,
    boards: MatchBoards | None = None,
    ruling: MatchRulingFact | None = None,
    byes: bool = True,
) -> tuple[ScoredMatch, Side, list[Finding]]:
    """A match as it is published, its exact scores, and findings: stated otherwise than its boards give, ruled upon.

    A match of which boards are missing keeps what is stated; without that, it counts to date. A bye without a score is
    worth what `match_awards` says, where a scale of victory points is known.

    Args:
        match: as files have it.
        raw: what its boards add up to.
        method: what a match gives for that.
        names: of the participants, by id.
        raw_unit: of what the boards add up to.
        boards: of a match of teams, scored.
        ruling: of the director, on the match as a whole.
        byes: whether a bye without a score is worth something.
    """
    fact = match.fact
    stated = (fact.home_score, fact.away_score) if fact else (None, None)
    counted = _counted(match, raw, method, ruling, byes=byes)
    home, away = (published(c) if c is not None else s for c, s in zip(counted.scores, stated, strict=True))
    exact = tuple(c if c is not None else _exact(s) for c, s in zip(counted.scores, stated, strict=True))
    row = ScoredMatch(
        session=match.session,
        section=fact.section if fact else None,
        round=match.round,
        table=fact.table if fact else None,
        home=match.home,
        away=match.away,
        home_name=names.get(match.home, ""),
        away_name=names.get(match.away or "", ""),
        boards=raw.boards,
        cancelled=raw.cancelled,
        length=match.length or None,
        raw_unit=raw_unit,
        home_raw=published(raw.home),
        away_raw=published(raw.away),
        home_score=home,
        away_score=away,
        unit=method.unit,
        stated_home=stated[0],
        stated_away=stated[1],
        agrees=counted.agrees,
        ruling=counted.ruling,
        by_board=() if boards is None else _by_board(boards),
    )
    findings = list(counted.findings)
    if counted.agrees is False and fact is not None:
        findings.append(match_differs(row, match, (home, away), method.score(raw)))
    return row, (exact[0], exact[1]), findings


class _Counted(NamedTuple):
    """What counts of a match: the scores of its boards or of a ruling; None for those that are stated."""

    scores: Side
    agrees: bool | None
    ruling: str | None = None
    findings: Sequence[Finding] = ()


def _counted(match: Match, raw: Raw, method: MatchMethod, ruling: MatchRulingFact | None, *, byes: bool) -> _Counted:
    fact = match.fact
    computed = method.score(raw)
    stated = (fact.home_score, fact.away_score) if fact else (None, None)
    exact = (_exact(stated[0]), _exact(stated[1]))
    counts = computed if raw.complete or stated == (None, None) else (None, None)
    if ruling is not None:
        home, away = (ours if ours is not None else theirs for ours, theirs in zip(counts, exact, strict=True))
        scores, words, findings = ruled_score(match, raw, (home, away), method, ruling)
        return _Counted(scores, None, words, findings)
    agrees = agreed_with(match, computed) if raw.complete else None
    if method.inferred is not None and raw.complete and missed_by(match, computed):
        agrees = False
    if agrees is False and (words_in_file := stated_ruling(raw, exact, computed, method)):
        return _Counted((None, None), True, words_in_file, [ruled_in_file(match, stated, words_in_file)])
    if byes and match.away is None and stated == (None, None):
        return _Counted((bye_score(match, raw, method), None), agrees)
    return _Counted(counts, agrees)


def _exact(value: Decimal | None) -> Fraction | None:
    return None if value is None else Fraction(value)


def _rounded(value: Fraction | None, rounding: RoundingFamily) -> Fraction | None:
    return None if value is None else rounding.apply(value)


def bye_score(match: Match, raw: Raw, method: MatchMethod) -> Fraction | None:
    """What a bye is worth that no file gives a score for; None for a match, and where no scale says it."""
    if match.away is not None or (match.fact is not None and match.fact.home_score is not None):
        return None
    maximum = method.maximum(raw)
    return None if maximum is None else bye(maximum)


def _by_board(boards: MatchBoards) -> tuple[MatchBoard, ...]:
    """The boards that both sides have a score on."""

    def sides(compared: TeamBoard) -> dict[str, Decimal] | None:
        home, away = published(compared.team), published(compared.opponents)
        return None if home is None or away is None else {"home": home, "away": away}

    return tuple(
        MatchBoard(
            board=board,
            **won,
            parts=tuple(
                PartBoard(sub_match=name, **of_part)
                for name, part in boards.parts.items()
                if board in part and (of_part := sides(part[board])) is not None
            ),
        )
        for board, compared in boards.whole.items()
        if (won := sides(compared)) is not None
    )


def _about_boards(event: EventFact, scheme: Scheme, matches: Sequence[Match], raws: Sequence[Raw]) -> list[Finding]:
    """That the boards of matches are not compared, because no rule for them is known here."""
    without_table = scheme.larger and scheme.eight is EightMethod.ADD_THEN_MOD_IMP and scheme.imps is None
    known = scheme.tables is not None and not without_table
    played = sum(bool(match.results) for match in matches)
    if scheme.matches != "teams" or known or not played or any(raw.boards for raw in raws):
        return []
    scoring = (scheme.match_scoring if without_table else None) or scoring_of(event)
    number = "1 match is" if played == 1 else f"{played} matches are"
    text = f"Kibitz does not score matches of teams by {unit_in_words(scoring)}; {number} shown as the file states"
    return [codes.NOT_CHECKED.finding(text)]


def _about_rulings(played: PlayedMatches) -> list[Finding]:
    """That boards with an artificial score have none in their match, because no rule says what it is worth there."""
    unvalued = []
    for match, boards in zip(played.matches, played.compared, strict=False):
        lines: dict[str, list[BoardLine]] = {}
        for result in match.results:
            lines.setdefault(result.board, []).append(played.lines[result.key])
        for board, compared in boards.whole.items():
            scores = [score for line in lines.get(board, ()) for score in (line.ns, line.ew)]
            ruled = None not in scores and any(isinstance(score, Artificial) for score in scores)
            if ruled and len(lines.get(board, ())) % 2 == 0 and None in (compared.team, compared.opponents):
                unvalued.append((match, board))
    if not unvalued:
        return []
    match, board = unvalued[0]
    more = f" and on {len(unvalued) - 1} more" if len(unvalued) > 1 else ""
    text = f"the artificial scores on board {board} of {match.home} against {match.away}{more} have no known value;"
    text += " such boards count for neither side"
    return [codes.NOT_CHECKED.finding(text, subject=f"board {board}")]


def _about_scale(scheme: Scheme, method: MatchMethod, raws: Sequence[Raw]) -> list[Finding]:
    """That the scale was read from the file, or has no chart for some of the matches."""
    complete = [raw for raw in raws if raw.complete]
    blank = sum(None in method.score(raw) for raw in complete)
    named = (method.given and method.scale) or scheme.vp_scale or method.scale
    if method.inferred is not None:
        what = f"the victory points of {len(complete)} matches"
        if named is None:
            message = f"the file names no victory point scale, and no known one fits; {what}"
        else:
            message = f"the victory point scale is given as {named}, but no known one fits; {what}"
        message += " were only compared with each other"
    elif blank:
        halves = " half" if any(raw.half for raw in complete if None in method.score(raw)) else ""
        scale = f"the victory point scale {named}" if named is not None else "the victory point scale"
        message = f"{scale} has no chart for the number of boards of {blank} of {len(raws)}{halves} matches"
    else:
        return []
    return [codes.SCALE_UNKNOWN.finding(message, stated=named)]


def _line_points(played: PlayedMatches) -> dict[Key, LineMatchpoints]:
    """For each line of a match, or of a part of one, of two tables, what its sides' teams won on the board."""
    points = {}
    for match, boards in zip(played.matches, played.compared, strict=False):
        for name, part in (match.parts() or {None: match}).items():
            won = boards.parts.get(name, boards.whole)
            tables = Counter(result.board for result in part.results)
            for result in part.results:
                if tables[result.board] > 2:
                    continue
                board = won[result.board]
                home_ns = team_sides(result, played.teams)[0] == match.home
                ns, ew = (board.team, board.opponents) if home_ns else (board.opponents, board.team)
                points[result.key] = LineMatchpoints(ns, ew, Fraction(0), Fraction(0))
    return points
