"""How far an event is, from what its files say about rounds and boards.

Rules kept here:

1. A table is in when one of its lines in the round has a final score; one without any is listed, and still to come.
2. A round is complete when as many tables are in as the fullest round of its session lists.
3. An event is complete when its file says so and no line is blank, or when it says nothing and as many results are in
   as its pairs and boards make.
4. Rounds count from the first one without a hole, and session by session: two sessions may both have a round 1.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from contracts.facts import EventFact, ResultFact, SectionFact
from contracts.standings import Progress
from services.scoring.domain.merge import key_order

DECIDED = frozenset({"points", "artificial", "weighted", "average", "not_played"})
"""Kinds of score that are final; a late play or a blank is still to come."""

Table = tuple[str | None, str | None]
"""Section and table; where a file does not number its tables, who sits North-South."""


@dataclass
class SessionRounds:
    """The tables of a session by round: those that are listed, and those of them that are in."""

    listed: dict[int, set[Table]] = field(default_factory=lambda: defaultdict(set))
    reported: dict[int, set[Table]] = field(default_factory=lambda: defaultdict(set))

    @property
    def largest(self) -> int:
        """Tables of the fullest round."""
        return max(len(tables) for tables in self.listed.values())

    @property
    def complete(self) -> int:
        """Number of the last round that is complete, and all rounds before it; 0 for none."""
        last, full = 0, self.largest
        while len(self.reported.get(last + 1, ())) == full:
            last += 1
        return last


def progress_of(event: EventFact, sections: Sequence[SectionFact], results: Sequence[ResultFact]) -> Progress:
    """Count what is in and, where the files tell, what is to come."""
    reported = [r for r in results if r.ns_score.kind in DECIDED]
    boards = {(r.session, r.board) for r in reported}
    sessions = _by_session(results)
    participants = {name for r in results for name in (r.sides.ns, r.sides.ew) if name}
    expected = event.boards_played * (len(participants) // 2) if event.boards_played and participants else None
    return Progress(
        rounds=event.rounds or _stated_rounds(sections),
        rounds_complete=sum(rounds.complete for rounds in sessions.values()) if sessions else None,
        boards=len(boards),
        results=len(reported),
        results_expected=expected,
        complete=_complete(event, len(reported), len(results), expected),
        text=_say(sessions, boards=len(boards), results=len(reported)),
    )


def _by_session(results: Iterable[ResultFact]) -> dict[str | None, SessionRounds]:
    """The rounds of each session in which somebody has played."""
    sessions: dict[str | None, SessionRounds] = defaultdict(SessionRounds)
    for result in results:
        if result.round is None or result.ns_score.kind == "not_in_play":
            continue
        sides = result.sides
        table = (result.section, result.table or sides.ns or sides.north)
        rounds = sessions[result.session]
        rounds.listed[result.round].add(table)
        if result.ns_score.kind in DECIDED:
            rounds.reported[result.round].add(table)
    return {session: rounds for session, rounds in sessions.items() if rounds.reported}


def _stated_rounds(sections: Iterable[SectionFact]) -> int | None:
    """Sections of one session play their rounds side by side; sessions follow each other."""
    rounds: dict[str | None, int] = defaultdict(int)
    for section in sections:
        rounds[section.session] = max(rounds[section.session], section.rounds or 0)
    return sum(rounds.values()) or None


def _complete(event: EventFact, reported: int, lines: int, expected: int | None) -> bool | None:
    if event.results == "to_date":
        return False
    if expected is not None and reported < lines:
        return False
    if event.results is None and expected is not None and reported >= expected:
        return True
    return True if event.results == "complete" else None


def _say(sessions: dict[str | None, SessionRounds], *, boards: int, results: int) -> str:
    if not sessions:
        return f"{_count(boards, 'board')} reported, {_count(results, 'result')}" if results else "nothing reported yet"
    newest = max(sessions, key=lambda session: key_order((session,)))
    rounds = sessions[newest]
    complete, largest = rounds.complete, rounds.largest
    running = [number for number in sorted(rounds.reported) if number > complete]
    parts = [f"session {newest}"] if len(sessions) > 1 and newest else []
    if complete:
        parts.append(f"after round {complete}")
    parts.extend(f"{len(rounds.reported[number])} of {largest} tables of round {number}" for number in running[:2])
    return ", ".join(parts)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
