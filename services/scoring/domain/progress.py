"""How far an event is, from what its files say about rounds and boards.

Rules kept here:

1. A table is in when one of its lines in the round has a final score; one without any is listed, and still to come.
2. A round is complete when as many tables are in as the fullest round of its session lists.
3. An event is complete when its file says so and no line is blank, or when it says nothing and as many results are in
   as its pairs, or teams, and boards make.
4. Rounds count from the first one without a hole, and session by session: two sessions may both have a round 1.
5. An event of matches is counted by matches. One is in when all its boards are, or when it states a score and has no
   boards. A round is complete when its matches are in and at most one side is without one, since files leave out byes;
   in a knock-out, where sides go home, when its matches are in. Sides are those of the fullest round of the session,
   and before a second round begins those that entered. Where one side meets several others in a round, and it is no
   triple, the numbers are not those of rounds, and matches are counted together.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from contracts.facts import EventFact, MovementFact, ResultFact, SectionFact
from contracts.standings import Progress, ScoredMatch
from services.scoring.domain.key_order import key_order
from services.scoring.domain.matches import circles
from services.scoring.domain.section_progress import section_progress
from services.scoring.domain.slow_tables import DECIDED, Round, Section, by_section, slow_matches, slow_tables

LISTED = 40
"""Slow tables that are named; the others are counted."""

Table = tuple[str | None, str]
"""Section and table; where a file does not number its tables, who sits North-South."""


class Rounds(Protocol):
    """The rounds of a session."""

    @property
    def complete(self) -> int:
        """Number of the last round that is complete, and all rounds before it; 0 for none."""

    @property
    def begun(self) -> Iterable[int]:
        """The rounds of which something is in."""

    def count(self, number: int) -> str:
        """How much of a round is in: "3 of 8 tables"."""


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

    @property
    def begun(self) -> Iterable[int]:
        """The rounds of which a table is in."""
        return [number for number, tables in self.reported.items() if tables]

    def count(self, number: int) -> str:
        """How many tables of a round are in."""
        return f"{len(self.reported[number])} of {self.largest} tables"


@dataclass
class MatchRounds:
    """The matches of a session by round.

    Attributes:
        knockout: whether sides go home, so that rounds have fewer and fewer of them.
        entered: how many sides are listed; what the first round is held against, as there is no other yet.
        sides: that meet somebody in a round, or have a bye.
    """

    knockout: bool
    entered: int = 0
    matches: dict[int, list[ScoredMatch]] = field(default_factory=lambda: defaultdict(list))
    sides: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))

    @property
    def complete(self) -> int:
        """Number of the last round that is complete, and all rounds before it; 0 for none."""
        last = 0
        while self.sides.get(last + 1) and self._all_listed(last + 1) and all(map(is_in, self.matches[last + 1])):
            last += 1
        return last

    @property
    def begun(self) -> Iterable[int]:
        """The rounds of which a match has begun."""
        return [number for number, matches in self.matches.items() if any(m.boards or is_in(m) for m in matches)]

    def count(self, number: int) -> str:
        """How many matches of a round are in."""
        matches = self.matches[number]
        expected = len(matches) if self._all_listed(number) else max(len(matches), self._most // 2)
        return f"{sum(map(is_in, matches))} of {expected} matches"

    @property
    def _most(self) -> int:
        seen = max(map(len, self.sides.values()))
        return max(seen, self.entered) if len(self.sides) == 1 else seen

    def _all_listed(self, number: int) -> bool:
        return self.knockout or len(self.sides[number]) + 1 >= self._most


def is_in(match: ScoredMatch) -> bool:
    """Whether a match is over, as far as files tell."""
    if match.boards:
        return match.boards >= (match.length or 0)
    return match.stated_home is not None


def progress_of(
    event: EventFact,
    sections: Sequence[SectionFact],
    results: Sequence[ResultFact],
    matches: Sequence[ScoredMatch] = (),
    entered: int = 0,
    movements: Sequence[MovementFact] = (),
) -> Progress:
    """Count what is in and, where the files tell, what is to come.

    Args:
        event: what files say of it as a whole.
        sections: of its sessions.
        results: lines of its travellers.
        matches: where it is played in matches.
        entered: how many sides of matches are listed.
        movements: of its sections.
    """
    reported = [r for r in results if r.ns_score.kind in DECIDED]
    boards = {(r.session, r.board) for r in reported}
    tables = by_section(results)
    sessions = _by_match(event, matches, entered) if matches else _by_table(tables)
    expected = _expected(event, results)
    if matches:
        slow = slow_matches(matches, [match for match in matches if is_in(match)]) if sessions else []
    else:
        slow = slow_tables(tables)
    return Progress(
        rounds=event.rounds or _stated_rounds(sections),
        rounds_complete=sum(rounds.complete for rounds in sessions.values()) if sessions else None,
        boards=len(boards),
        boards_expected=_boards_expected(sections),
        results=len(reported),
        results_expected=expected,
        complete=_complete(event, len(reported), len(results), expected),
        text=_say(sessions, matches, boards=len(boards), results=len(reported)),
        sections=section_progress(event, sections, movements, results, tables),
        slow=tuple(slow[:LISTED]),
        slow_total=len(slow),
    )


def _by_table(sections: Mapping[Section, Mapping[int, Round]]) -> dict[str | None, Rounds]:
    """The rounds of each session in which somebody has played."""
    sessions: dict[str | None, SessionRounds] = defaultdict(SessionRounds)
    for (session, section), rounds in sections.items():
        for number, tables in rounds.items():
            sessions[session].listed[number].update((section, name) for name in tables)
            sessions[session].reported[number].update((section, name) for name, at in tables.items() if at.done)
    return {session: rounds for session, rounds in sessions.items() if any(rounds.reported.values())}


def _by_match(event: EventFact, matches: Sequence[ScoredMatch], entered: int) -> dict[str | None, Rounds]:
    """The rounds of each session in which a match has begun; none where the numbers are not those of rounds."""
    if any(len(circle) > 3 for circle in circles(matches)):
        return {}
    sessions: dict[str | None, MatchRounds] = defaultdict(lambda: MatchRounds(event.kind == "knockout", entered))
    for match in matches:
        if match.round is None:
            continue
        rounds = sessions[match.session]
        rounds.sides[match.round].add(match.home)
        if match.away is not None:
            rounds.sides[match.round].add(match.away)
            rounds.matches[match.round].append(match)
    return {session: rounds for session, rounds in sessions.items() if rounds.begun}


def _expected(event: EventFact, results: Iterable[ResultFact]) -> int | None:
    """How many lines of travellers the event makes; a board of a match has a line for every four of its players."""
    if not event.boards_played:
        return None
    met = {id(result.sides): result.sides for result in results}.values()
    teams = {team for sides in met for team in (sides.ns_team, sides.ew_team) if team}
    pairs = {pair for sides in met for pair in (sides.ns, sides.ew) if pair}
    lines = len(teams) * (event.team_size or 4) // 4 if teams else len(pairs) // 2
    return event.boards_played * lines if lines else None


def _boards_expected(sections: Iterable[SectionFact]) -> int | None:
    """Boards of all sessions, where each says how many; sections of one session play the same boards."""
    boards: dict[str | None, int] = {}
    for section in sections:
        if section.boards is None:
            return None
        boards[section.session] = max(boards.get(section.session, 0), section.boards)
    return sum(boards.values()) or None


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


def _say(sessions: dict[str | None, Rounds], matches: Sequence[ScoredMatch], *, boards: int, results: int) -> str:
    if not sessions:
        played = [match for match in matches if match.away is not None]
        if any(match.boards or is_in(match) for match in played):
            return f"{sum(map(is_in, played))} of {_count(len(played), 'match', 'es')}"
        return f"{_count(boards, 'board')} reported, {_count(results, 'result')}" if results else "nothing reported yet"
    newest = max(sessions, key=lambda session: key_order((session,)))
    rounds = sessions[newest]
    complete = rounds.complete
    running = [number for number in sorted(rounds.begun) if number > complete]
    parts = [f"session {newest}"] if len(sessions) > 1 and newest else []
    if complete:
        parts.append(f"after round {complete}")
    parts.extend(f"{rounds.count(number)} of round {number}" for number in running[:2])
    return ", ".join(parts)


def _count(number: int, what: str, plural: str = "s") -> str:
    return f"{number} {what}{'' if number == 1 else plural}"
