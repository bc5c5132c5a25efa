"""How far an event is, from what its files say about rounds and boards."""

from collections import defaultdict
from collections.abc import Sequence

from contracts.facts import EventFact, ResultFact, SectionFact
from contracts.standings import Progress

DECIDED = frozenset({"points", "artificial", "weighted", "average", "not_played"})
"""Kinds of score that are final; a late play or a blank is still to come."""


def progress_of(event: EventFact, sections: Sequence[SectionFact], results: Sequence[ResultFact]) -> Progress:
    """Count what is in and, where the files tell, what is to come."""
    reported = [r for r in results if r.ns_score.kind in DECIDED]
    boards = {(r.session, r.board) for r in reported}
    tables: dict[int, set[tuple[str | None, str | None, str | None]]] = defaultdict(set)
    for result in reported:
        if result.round is not None:
            tables[result.round].add((result.session, result.section, result.table or result.sides.ns))
    rounds = event.rounds or sum((s.rounds or 0) for s in sections) or None
    largest = max((len(at) for at in tables.values()), default=0)
    complete_rounds = 0
    for number in sorted(tables):
        if number != complete_rounds + 1 or len(tables[number]) < largest:
            break
        complete_rounds = number
    participants = {name for r in results for name in (r.sides.ns, r.sides.ew) if name}
    expected = event.boards_played * (len(participants) // 2) if event.boards_played and participants else None
    complete = _complete(event, len(reported), len(results), expected)
    return Progress(
        rounds=rounds,
        rounds_complete=complete_rounds if tables else None,
        boards=len(boards),
        results=len(reported),
        results_expected=expected,
        complete=complete,
        text=_say(tables, complete_rounds, largest, boards=len(boards), results=len(reported)),
    )


def _complete(event: EventFact, reported: int, lines: int, expected: int | None) -> bool | None:
    if event.results == "to_date":
        return False
    if expected is not None and reported < lines:
        return False
    return True if event.results == "complete" else None


def _say(
    tables: dict[int, set[tuple[str | None, str | None, str | None]]],
    complete: int,
    largest: int,
    *,
    boards: int,
    results: int,
) -> str:
    if not tables:
        plural = "" if boards == 1 else "s"
        return f"{boards} board{plural} reported, {results} results" if results else "nothing reported yet"
    running = [number for number in sorted(tables) if number > complete]
    parts = [f"after round {complete}"] if complete else []
    parts.extend(f"{len(tables[number])} of {largest} tables of round {number}" for number in running[:2])
    return ", ".join(parts)
