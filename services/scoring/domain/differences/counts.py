"""Stated numbers of boards and wins, held against the results and matches.

Sources: USEBIO 1.4, sections 2.2.2 and 2.5.2 (BOARDS_PLAYED counts adjusted scores but no sit-outs), 2.7
(WINS_OR_DRAWS). Rules kept here:

1. A line without a score can be counted or not, so anything between is right. In matches boards are those of a round.
2. Files of one round state numbers of all. Fewer results than stated say something only where most numbers agree, or
   the event says that its results are complete.
3. A draw counts as a win, as half of one, or not; a bye or walk-over counts or not.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from contracts.codes import scoring as codes
from contracts.codes.code import Code
from contracts.facts import Facts, ResultFact, StatedTotal
from contracts.findings import Finding
from contracts.standings import ScoredMatch
from services.scoring.domain.differences.agreement import mostly_right
from services.scoring.domain.merging.changes import Recounted
from services.scoring.domain.progress.lines_to_date import count_up
from shared.bridge.line_players import players_of
from shared.natural_order import natural

_NOT_YET = frozenset({"late", "not_played", "unknown", "not_in_play"})
_COUNTED_KINDS = frozenset({None, "pairs", "individual"})
_MATCH_KINDS = frozenset({"swiss_pairs", "teams", "swiss_teams", "knockout", "ladder", "home_style"})

Counts = Counter[tuple[str | None, str]]
"""By session, None for all of them, and participant."""


class BoardsPlayed:
    """On how many boards everybody has a score, and on how many a line at all; kept while lines come and go.

    Attributes:
        scored, listed: how many boards, or boards of a round.
        names: everybody who is named, with the number of lines.
    """

    def __init__(self, results: Iterable[ResultFact], *, by_round: bool) -> None:
        """Count some lines; a board of two rounds is two, `by_round`."""
        self.by_round = by_round
        self.scored: Counts = Counter()
        self.listed: Counts = Counter()
        self.names: Counter[str] = Counter()
        self._scored: dict[_OnBoard, int] = {}
        self._listed: dict[_OnBoard, int] = {}
        self.change((result, 1) for result in results)

    def change(self, lines: Iterable[Recounted]) -> None:
        """Follow what a fragment has changed."""
        scored: dict[_OnBoard, int] = {}
        listed: dict[_OnBoard, int] = {}
        for result, times in lines:
            names, at_ns = players_of(result.sides)
            ns, ew = result.ns_score.kind, result.ew_score.kind
            both = ns not in _NOT_YET and ew not in _NOT_YET
            session, board, number = result.session, result.board, result.round if self.by_round else None
            for seat, name in enumerate(names):
                kind, on_board = ns if seat < at_ns else ew, (session, number, board, name)
                if both or kind not in _NOT_YET:
                    scored[on_board] = scored.get(on_board, 0) + times
                if both or kind != "not_in_play":
                    listed[on_board] = listed.get(on_board, 0) + times
                count_up(self.names, name, times)
        _count_boards(self.scored, self._scored, scored)
        _count_boards(self.listed, self._listed, listed)


_OnBoard = tuple[str | None, int | None, str, str]
"""Session, round of a match, board and participant."""


def _count_boards(counts: Counts, lines: dict[_OnBoard, int], more: Mapping[_OnBoard, int]) -> None:
    steps: dict[tuple[str | None, str], int] = {}
    for board, times in more.items():
        now = (before := lines.get(board, 0)) + times
        lines[board] = now
        if (before > 0) != (now > 0):
            key = board[0], board[3]
            steps[key] = steps.get(key, 0) + (1 if now > 0 else -1)
        if not now:
            del lines[board]
    for (session, name), step in steps.items():
        for when in {None, session}:
            counts[when, name] = counts.get((when, name), 0) + step


Count = Callable[[Facts], BoardsPlayed]
"""Counts the boards of everybody, or has counted them already."""


def count_boards(facts: Facts) -> BoardsPlayed:
    """Count the boards of everybody, those of matches round by round (rule 1)."""
    return BoardsPlayed(facts.results, by_round=facts.event.kind in _MATCH_KINDS)


def compare_boards_played(facts: Facts, count: Count = count_boards) -> list[Finding]:
    """Where a stated number of boards is not that of the results (rules 1 and 2).

    Args:
        facts: of the event.
        count: its boards.
    """
    stated = [total for total in facts.totals if total.boards_played is not None and total.kind != "team"]
    event = facts.event
    by_round = event.kind in _MATCH_KINDS
    if not facts.results or not (stated or event.boards_played):
        return []
    if not (all(result.round is not None for result in facts.results) if by_round else event.kind in _COUNTED_KINDS):
        return []
    played = count(facts)
    scored, listed = played.scored, played.listed

    def between(total: StatedTotal) -> tuple[int, int] | None:
        key = (total.session, total.participant)
        if by_round and not listed[None, total.participant]:
            return None  # lines of matches need not name pairs
        return scored[key], listed[key]

    def finding(total: StatedTotal, least: int, _: int) -> Finding:
        text = f"is stated with {total.boards_played} boards, but has results on {least}"
        return _about(codes.BOARDS_PLAYED_DIFFER, total, text, total.boards_played, least)

    is_complete = event.results == "complete"
    findings = _outside(stated, lambda total: total.boards_played, between, finding, is_complete=is_complete)
    most = max((count for (when, _), count in scored.items() if when is None), default=0)
    if event.boards_played and len(facts.sessions) <= 1 and most > event.boards_played:
        name = min((name for (when, name), count in scored.items() if when is None and count == most), key=natural)
        if all((each.subject or "").partition(" ")[2] != name for each in findings):
            text = f"the event is stated with {event.boards_played} boards, but {name} has results on {most}"
            stated_boards = str(event.boards_played)
            findings.append(
                codes.BOARDS_PLAYED_DIFFER.finding(
                    text, place=event.at, subject="the event", stated=stated_boards, computed=str(most)
                )
            )
    return findings


def _about(code: Code, total: StatedTotal, text: str, stated: object, computed: object) -> Finding:
    subject = f"{total.kind} {total.participant}"
    return code.finding(
        f"{subject} {text}", place=total.at, subject=subject, stated=str(stated), computed=str(computed)
    )


@dataclass
class _Record:
    won: int = 0
    possible: int = 0
    open: bool = False


def compare_wins(facts: Facts, matches: Sequence[ScoredMatch], kind: str) -> list[Finding]:
    """Where a stated number of wins is not that of the matches (rules 2 and 3)."""
    stated = [total for total in facts.totals if total.wins is not None and total.kind == kind]
    if not stated or not matches:
        return []
    records: dict[tuple[str | None, str], _Record] = {}
    forfeited = {(fact.session, fact.round, fact.home, fact.away) for fact in facts.matches if fact.forfeit is not None}
    for row in matches:
        free = row.away is None or (row.session, row.round, row.home, row.away) in forfeited
        home, away = row.home_score, row.away_score
        if row.unit == "imps" and away is None and home is not None:
            away = -home
        for name, own, other in ((row.home, home, away), (row.away, away, home)):
            for session in {row.session, None} if name is not None else ():
                record = records.setdefault((session, name or ""), _Record())
                record.open |= not free and (own is None or other is None)
                record.won += not free and own is not None and other is not None and own > other
                record.possible += free or (own is not None and other is not None and own >= other)

    def between(total: StatedTotal) -> tuple[int, int] | None:
        record = records.get((total.session, total.participant))
        return None if record is None or record.open else (record.won, record.possible)

    def finding(total: StatedTotal, least: int, most: int) -> Finding:
        computed = str(least) if least == most else f"{least} to {most}"
        wins = f"{total.wins} win{'' if total.wins == 1 else 's'}"
        text = f"is stated with {wins}, but has won {computed} match{'' if computed == '1' else 'es'}"
        return _about(codes.WINS_DIFFER, total, text, total.wins, computed)

    return _outside(stated, lambda total: total.wins, between, finding, is_complete=facts.event.results == "complete")


def _outside(
    stated: Sequence[StatedTotal],
    value: Callable[[StatedTotal], object],
    between: Callable[[StatedTotal], tuple[int, int] | None],
    finding: Callable[[StatedTotal, int, int], Finding],
    *,
    is_complete: bool,
) -> list[Finding]:
    """Findings about numbers below what is there, and about those above it where most of the session agree (rule 2)."""
    asked: Counter[str | None] = Counter()
    above: list[tuple[StatedTotal, int, int]] = []
    below: list[Finding] = []
    for total in stated:
        bounds, claimed = between(total), value(total)
        if bounds is None or claimed is None:
            continue
        asked[total.session] += 1
        if claimed < bounds[0]:  # type: ignore[operator]
            below.append(finding(total, *bounds))
        elif claimed > bounds[1]:  # type: ignore[operator]
            above.append((total, *bounds))
    wrong = Counter(total.session for total, *_ in above)
    whole = {session for session, count in asked.items() if is_complete or mostly_right(wrong[session], count)}
    return [*below, *(finding(total, least, most) for total, least, most in above if total.session in whole)]
