"""What standings say about their files: differences on travellers, and sources."""

from collections.abc import Sequence

from contracts.codes import scoring as codes
from contracts.facts import Facts, ResultFact
from contracts.findings import Finding
from contracts.messages import Fragment
from contracts.standings import Source
from services.scoring.domain.boards.board_list import Board
from services.scoring.domain.differences.boards import compare_datums
from services.scoring.domain.method.event_scores import EventScores
from services.scoring.domain.rankings.method_words import method_in_words


def remarks(facts: Facts, scores: EventScores) -> list[Finding]:
    """What is to be said of the scoring: the method that fits, and scores that are missing or worked out."""
    boards, findings = scores.boards, []
    if scores.detected:
        words = method_in_words(scores.method)
        text = f"the file leaves the scoring method open; its points and totals fit: {words}"
        findings.append(codes.METHOD_DETECTED.finding(text, computed=words))
    worked = [(b, r) for b in boards for r in b.worked_out]
    if worked:
        findings.append(
            codes.SCORE_FROM_CONTRACT.finding(
                f"{_lines(worked, 'had no score')}; it was calculated from the contract", place=worked[0][1].at
            )
        )
    blank = [(b, r) for b in boards for r in b.blank]
    if blank:
        what = "has no score" if len(blank) == 1 else "have no score"
        findings.append(codes.LINE_WITHOUT_SCORE.finding(_lines(blank, what), place=blank[0][1].at))
    findings.extend(compare_datums(facts, scores.boards, scores.datums if scores.method.datum is not None else {}))
    return findings


def _lines(which: Sequence[tuple[Board, ResultFact]], what: str) -> str:
    numbers = list(dict.fromkeys(board.key.board for board, _ in which))
    named = ", ".join(numbers[:8]) + (" …" if len(numbers) > 8 else "")
    return f"{len(which)} line{'' if len(which) == 1 else 's'} {what}: board{'' if len(numbers) == 1 else 's'} {named}"


def source_of(fragment: Fragment) -> Source:
    """A file as a source of standings."""
    scope = fragment.scope
    parts = [
        f"{word} {', '.join(str(v) for v in values[:12])}{' …' if len(values) > 12 else ''}"
        for word, values in (
            ("session", scope.sessions),
            ("section", scope.sections),
            ("round", scope.rounds),
            ("board", scope.boards),
        )
        if values
    ]
    return Source(
        fragment=fragment.id,
        file=fragment.file.sha256,
        name=fragment.file.name,
        format=fragment.file.format,
        as_of=fragment.as_of.at,
        scope="; ".join(parts) or "the whole event",
    )
