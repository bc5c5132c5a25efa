"""What standings say about their files: differences on travellers, and sources."""

from collections.abc import Iterable, Sequence

from contracts.codes import scoring as codes
from contracts.facts import Facts, ResultFact
from contracts.findings import Finding
from contracts.messages import Fragment
from contracts.standings import Source
from services.scoring.domain.boards.adjusted_averages import rulings_of
from services.scoring.domain.boards.board_list import Board, sides_of
from services.scoring.domain.boards.line_methods import agrees
from services.scoring.domain.boards.lines import score_text
from services.scoring.domain.differences.boards import compare_datums
from services.scoring.domain.method.event_scores import EventScores
from services.scoring.domain.rankings.method_words import method_in_words
from shared.bridge.boards.artificial_scores import Artificial, matchpoint_value


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
    method = scores.scoring_method
    if method is not None and method.factored is not None:
        text = (
            f"the stated totals add up factored points ({method.factored.value}), but those of lines are not factored"
        )
        findings.append(codes.TOTALS_FACTORED.finding(f"{text}: {_shorter(boards)}", computed=method.factored.value))
    ruled = rulings_of(boards) if method is not None and method.rulings is not None else []
    findings.extend(_ruling(board, number) for board, number in ruled if not _is_as_given(board, number, scores))
    counted = {id(board.results[number]) for board, number in ruled}
    blank = [(b, r) for b in boards for r in b.blank if id(r) not in counted]
    if blank:
        what = "has no score" if len(blank) == 1 else "have no score"
        findings.append(codes.LINE_WITHOUT_SCORE.finding(_lines(blank, what), place=blank[0][1].at))
    findings.extend(compare_datums(facts, scores.boards, scores.datums if scores.method.datum is not None else {}))
    return findings


def _shorter(boards: Sequence[Board]) -> str:
    """The boards with fewer results than others."""
    most = max(board.expected for board in boards)
    return _named([board.key.board for board in boards if board.expected < most])


def _is_as_given(board: Board, number: int, scores: EventScores) -> bool:
    """Whether the award of a line gives the points that are stated for it."""
    line, worth = board.lines[number], scores.points[board.key][number]
    pairs = zip((line.ns, line.ew), board.stated[number], (worth.top_ns, worth.top_ew), strict=True)
    return all(
        isinstance(side, Artificial) and agrees(stated, matchpoint_value(side.percent, top)) is not False
        for side, stated, top in pairs
    )


def _ruling(board: Board, number: int) -> Finding:
    """That a ruling is worth what is stated for it."""
    result = board.results[number]
    ns, ew = board.stated[number]
    sides = " against ".join("+".join(side) or "?" for side in sides_of(result))
    subject = f"board {board.key.board}"
    given = score_text(result.ns_score, result.ew_score)
    text = f"{subject}: {sides} has {given or 'no score'}, and is stated with {ns} / {ew}, which the totals count"
    return codes.RULING_AS_STATED.finding(text, place=result.at, subject=subject, stated=f"{ns} / {ew}")


def _lines(which: Sequence[tuple[Board, ResultFact]], what: str) -> str:
    named = _named([board.key.board for board, _ in which])
    return f"{len(which)} line{'' if len(which) == 1 else 's'} {what}: {named}"


def _named(boards: Sequence[str]) -> str:
    numbers = list(dict.fromkeys(boards))
    named = ", ".join(numbers[:8]) + (" …" if len(numbers) > 8 else "")
    return f"board{'' if len(numbers) == 1 else 's'} {named}"


class Sources:
    """The files of an event as sources of its standings; each is described once."""

    def __init__(self) -> None:
        """Begin without a file."""
        self._known: dict[int, tuple[Fragment, Source]] = {}

    def of(self, fragments: Iterable[Fragment]) -> tuple[Source, ...]:
        """The sources, in the order of the fragments."""
        known = self._known
        self._known = {id(each): known.get(id(each)) or (each, source_of(each)) for each in fragments}
        return tuple([source for _, source in self._known.values()])


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
