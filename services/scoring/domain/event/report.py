"""What standings say about their files: differences on travellers, and sources."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from contracts.codes import scoring as codes
from contracts.facts import Facts, ResultFact
from contracts.findings import Finding
from contracts.messages import Fragment
from contracts.standings import ScoredBoard, Source, TravellerLine
from services.scoring.domain.boards.board_list import Board, published, sides_of
from services.scoring.domain.boards.deleted_results import gone_result, words_of
from services.scoring.domain.event.event_scores import EventScores

DIFFERENCES = frozenset(
    code.code
    for code in (
        codes.POINTS_DIFFER,
        codes.TOTAL_DIFFERS,
        codes.PERCENTAGE_DIFFERS,
        codes.PLACE_DIFFERS,
        codes.MATCH_DIFFERS,
    )
)
"""Codes that say that something stated is not what was computed."""


def board_findings(travellers: tuple[ScoredBoard, ...], facts: Facts) -> list[Finding]:
    """One finding for each traveller whose stated points are not those of its scores."""
    differing = [(board, [line for line in board.lines if line.agrees is False]) for board in travellers]
    if not any(wrong for _, wrong in differing):
        return []
    of_line: dict[tuple[object, ...], ResultFact] = {}
    for result in facts.results:
        sides = tuple("+".join(side) or None for side in sides_of(result))
        teams = (result.sides.ns_team, result.sides.ew_team)
        played = (result.table, result.contract, result.declarer, result.tricks)
        of_line.setdefault((result.session, result.board, *sides, *teams, *played), result)
        of_line.setdefault((result.session, result.board, *sides), result)
    findings = []
    for board, wrong in differing:
        if not wrong:
            continue
        first = wrong[0]
        if facts.event.program == "ACBLscore" and (gone := gone_result(board)) is not None:
            text = f"board {board.board}: the stated points count a result {words_of(gone)} for North-South"
            findings.append(
                codes.RESULT_GONE.finding(f"{text} that is no longer in the file", subject=f"board {board.board}")
            )
            continue
        key = (first.session, board.board, first.ns, first.ew)
        played = (first.table, first.contract, first.declarer, first.tricks)
        line = of_line.get((*key, first.ns_team, first.ew_team, *played)) or of_line.get(key)
        stated, computed = _compared(first, line)
        findings.append(
            codes.POINTS_DIFFER.finding(
                f"board {board.board}: {len(wrong)} of {len(board.lines)} lines state other points than their scores"
                f" give; first {_named(first)}",
                place=line.at if line is not None else None,
                subject=f"board {board.board}",
                stated=stated,
                computed=computed,
            )
        )
    return findings


def _named(line: TravellerLine) -> str:
    """Who met, as far as anybody is named, else with what score."""
    ns, ew = line.ns or line.ns_team, line.ew or line.ew_team
    return f"{ns or '?'} against {ew or '?'}" if ns or ew else f"the score of {line.score}"


def _compared(line: TravellerLine, result: ResultFact | None) -> tuple[str, str]:
    """What a line states and what its scores give: in points, in per cent where the points agree or are not stated."""
    points = ((line.stated_ns, line.ns_points), (line.stated_ew, line.ew_points))
    if result is None or result.stated is None or any(one not in (None, other) for one, other in points):
        return f"{line.stated_ns} / {line.stated_ew}", f"{line.ns_points} / {line.ew_points}"
    stated = result.stated
    return f"{stated.ns_percent}% / {stated.ew_percent}%", f"{line.ns_percent}% / {line.ew_percent}%"


def remarks(facts: Facts, scores: EventScores) -> list[Finding]:
    """What is to be said of the scoring: the method that was found, and scores that are missing or worked out."""
    boards, found = scores.boards, []
    if scores.detected:
        method = scores.method.model_dump(mode="json", exclude_defaults=True, exclude={"detected", "winners"})
        words = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in method.items())
        found.append(codes.METHOD_DETECTED.finding(f"what the file states fits {words}", computed=words))
    worked = [(b, r) for b in boards for r in b.worked_out]
    if worked:
        found.append(codes.SCORE_FROM_CONTRACT.finding(_lines(worked, "had no score"), place=worked[0][1].at))
    blank = [(b, r) for b in boards for r in b.blank]
    if blank:
        what = "has no score" if len(blank) == 1 else "have no score"
        found.append(codes.LINE_WITHOUT_SCORE.finding(_lines(blank, what), place=blank[0][1].at))
    found.extend(_datums(facts, scores))
    return found


def _lines(which: Sequence[tuple[Board, ResultFact]], what: str) -> str:
    numbers = list(dict.fromkeys(board.key.board for board, _ in which))
    named = ", ".join(numbers[:8]) + (" …" if len(numbers) > 8 else "")
    return f"{len(which)} line{'' if len(which) == 1 else 's'} {what}: board{'' if len(numbers) == 1 else 's'} {named}"


def _datums(facts: Facts, scores: EventScores) -> Iterator[Finding]:
    """Stated datums that are not those of the scores."""
    if scores.method.datum is None:
        return
    places = {(fact.session, fact.board): fact.at for fact in facts.boards}
    for board in scores.boards:
        ours, stated = scores.datums[board.key], board.datum
        if stated is not None and ours is not None and stated != Fraction(ours):
            yield codes.DATUM_DIFFERS.finding(
                f"board {board.key.board}: the datum is stated as {published(stated)}, the scores give {ours}",
                place=places.get((board.key.session, board.key.board)),
                subject=f"board {board.key.board}",
                stated=str(published(stated)),
                computed=str(ours),
            )


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
