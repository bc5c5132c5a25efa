"""What standings say about their files: differences on travellers, and sources."""

from contracts.codes import scoring as codes
from contracts.facts import Facts
from contracts.findings import Finding
from contracts.messages import Fragment
from contracts.standings import ScoredBoard, Source
from services.scoring.domain.boards import sides_of


def board_findings(travellers: tuple[ScoredBoard, ...], facts: Facts) -> list[Finding]:
    """One finding for each traveller whose stated points are not those of its scores."""
    places = {(r.session, r.board, *("+".join(side) or None for side in sides_of(r))): r.at for r in facts.results}
    findings = []
    for board in travellers:
        wrong = [line for line in board.lines if line.agrees is False]
        if not wrong:
            continue
        first = wrong[0]
        findings.append(
            codes.POINTS_DIFFER.finding(
                f"board {board.board}: {len(wrong)} of {len(board.lines)} lines state other points than their scores"
                f" give; first {first.ns} against {first.ew}",
                place=places.get((first.session, board.board, first.ns, first.ew)),
                subject=f"board {board.board}",
                stated=f"{first.stated_ns} / {first.stated_ew}",
                computed=f"{first.ns_points} / {first.ew_points}",
            )
        )
    return findings


def source_of(fragment: Fragment) -> Source:
    """A file as a source of standings."""
    scope = fragment.scope
    parts = [
        f"{word} {', '.join(str(v) for v in values[:12])}{' …' if len(values) > 12 else ''}"
        for word, values in (("session", scope.sessions), ("section", scope.sections), ("round", scope.rounds),
                             ("board", scope.boards))
        if values
    ]  # fmt: skip
    return Source(
        fragment=fragment.id, file=fragment.file.sha256, name=fragment.file.name, format=fragment.file.format.value,
        as_of=fragment.as_of.at, scope="; ".join(parts) or "the whole event",
    )  # fmt: skip
