"""How far an event is, from what its files say about rounds and boards.

Rules kept here:

1. A table is in when one of its lines in the round has a final score; one without any is listed, and still to come.
2. A round is complete when as many tables are in as the fullest round of its session lists, less those that it does
   without (`absences`).
3. An event is complete when its file says so, or when it says nothing and as many results are in as its pairs, or
   teams, and boards make. A count overrules the file, because a program may call a file complete that has every result
   up to a round: an event is not complete while results are missing by its own count or, where it has none, by that of
   its sections or of its rounds. With a count of results it is not complete while a line is blank either.
4. Rounds count from the first one without a hole, and session by session: two sessions may both have a round 1.
5. An event of matches is counted by matches. One is in when all its boards are, or when it states a score and has no
   boards. A round is complete when its matches are in and at most one side is without one, since files leave out byes;
   in a knock-out, where sides go home, when its matches are in. Sides are those of the fullest round of the session,
   and before a second round begins those that entered. Where one side meets several others in a round, and it is no
   triple, the numbers are not those of rounds, and matches are counted together.
6. Whoever the director has said to be away in a round is not waited for there. A match of a knock-out that has not
   begun is none of those that a round waits for when one of the two is away.
7. A round counts as over for the next seats, though tables of it are still playing, when the director has called the
   one after it, and it has begun, or the call says who is playing in it. A call without a session is about the last
   session that has begun.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from contracts.facts import EarlyStartFact, EventFact, MovementFact, Participant, ResultFact, SectionFact
from contracts.standings import Progress, ScoredMatch
from services.scoring.domain.matches.match_list import circles
from services.scoring.domain.merging.key_order import key_order
from services.scoring.domain.progress.absences import Absences, Away, Section, Without, absences, last_complete
from services.scoring.domain.progress.lines_to_date import LinesToDate, SectionLines
from services.scoring.domain.progress.planned_tables import Planned, by_movement
from services.scoring.domain.progress.section_progress import section_progress
from services.scoring.domain.progress.slow_tables import slow_matches, slow_tables
from shared.bridge.reported import match_is_in


class Rounds(Protocol):
    """The rounds of a session."""

    def over(self, called: int = 0) -> int:
        """Number of the last round that is complete, or called past, and all rounds before it; 0 for none."""

    @property
    def begun(self) -> Iterable[int]:
        """The rounds of which something is in."""

    def count(self, number: int) -> str:
        """How much of a round is in: "3 of 8 tables"."""


@dataclass
class SessionRounds:
    """The tables of a session by round: how many are listed, how many of them are in, and those that do not play."""

    listed: Counter[int] = field(default_factory=Counter)
    reported: Counter[int] = field(default_factory=Counter)
    without: dict[int, Without] = field(default_factory=lambda: defaultdict(Without))

    @property
    def largest(self) -> int:
        """Tables of the fullest round."""
        return max(self.listed.values())

    def over(self, called: int = 0) -> int:
        """Number of the last round that is complete, or called past, and all rounds before it; 0 for none."""
        return last_complete(self.reported, self.largest, self.without, called)

    @property
    def begun(self) -> Iterable[int]:
        """The rounds of which a table is in."""
        return [number for number, tables in self.reported.items() if tables]

    def count(self, number: int) -> str:
        """How many tables of a round are in."""
        here = self.reported[number]
        return f"{here} of {max(here, self.largest - self.without[number].sure)} tables"


@dataclass
class MatchRounds:
    """The matches of a session by round.

    Attributes:
        knockout: whether sides go home, so that rounds have fewer and fewer of them.
        entered: how many sides are listed; what the first round is held against, as there is no other yet.
        sides: that meet somebody in a round, or have a bye.
        away: who is not there in a round by the director's word.
    """

    knockout: bool
    entered: int = 0
    matches: dict[int, list[ScoredMatch]] = field(default_factory=lambda: defaultdict(list))
    sides: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    away: Callable[[int], Set[str]] = field(default=lambda _: frozenset())

    def over(self, called: int = 0) -> int:
        """Number of the last round that is complete, or called past, and all rounds before it; 0 for none."""
        last = 0
        while last < called or self._is_complete(last + 1):
            last += 1
        return last

    def _is_complete(self, number: int) -> bool:
        return (
            bool(self.sides.get(number)) and self._all_listed(number) and all(map(match_is_in, self._awaited(number)))
        )

    def _awaited(self, number: int) -> list[ScoredMatch]:
        """The matches of a round that are played (rule 6)."""
        away = self.away(number) if self.knockout else frozenset()
        return [match for match in self.matches[number] if _is_played(match, away)]

    @property
    def begun(self) -> Iterable[int]:
        """The rounds of which a match has begun."""
        return [number for number, matches in self.matches.items() if any(m.boards or match_is_in(m) for m in matches)]

    def count(self, number: int) -> str:
        """How many matches of a round are in."""
        matches = self._awaited(number)
        expected = len(matches) if self._all_listed(number) else max(len(matches), self._most // 2)
        return f"{sum(map(match_is_in, matches))} of {expected} matches"

    @property
    def _most(self) -> int:
        seen = max(map(len, self.sides.values()))
        return max(seen, self.entered) if len(self.sides) == 1 else seen

    def _all_listed(self, number: int) -> bool:
        if self.knockout:
            return True
        here = self.sides[number]
        away = self.away(number) - here
        if away and len(self.sides) > 1:
            away &= set().union(*self.sides.values())
        return len(here) + len(away) + 1 >= self._most


def _is_played(match: ScoredMatch, away: Set[str]) -> bool:
    """Whether a match has begun, or both its sides are there."""
    return bool(match.boards) or match_is_in(match) or away.isdisjoint({match.home, match.away})


def progress_of(
    event: EventFact,
    sections: Sequence[SectionFact],
    results: Sequence[ResultFact],
    matches: Sequence[ScoredMatch] = (),
    entered: int = 0,
    movements: Sequence[MovementFact] = (),
    early_starts: Sequence[EarlyStartFact] = (),
    away: Away = lambda _session, _number: frozenset(),
    participants: Sequence[Participant] = (),
    counted: LinesToDate | None = None,
) -> Progress:
    """Count what is in and, where the files tell, what is to come.

    Args:
        event: what files say of it as a whole.
        sections: of its sessions.
        results: lines of its travellers.
        matches: where it is played in matches.
        entered: how many sides of matches are listed.
        movements: of its sections.
        early_starts: of rounds that are drawn before the one before is in.
        away: who is not there in a round of a session, by the director's word.
        participants: of the event.
        counted: the lines, where they are already.
    """
    missing: Absences = {}
    planned: Planned = {}
    lines = LinesToDate(results) if counted is None else counted
    if not matches and (placed := by_movement(results, movements, participants)) is not None:
        results, planned = placed
        lines = LinesToDate(results)
    if not matches and any(away(session, number) for session, _, number in lines.in_rounds):
        missing, waited_for = absences(results, movements, participants, away)
        lines = LinesToDate(waited_for)
    tables = lines.sections
    sessions = _by_match(event, matches, entered, away) if matches else _by_table(tables, missing, planned)
    if matches:
        knockout = event.kind == "knockout"
        played = [m for m in matches if not knockout or m.round is None or _is_played(m, away(m.session, m.round))]
        slow, slow_total = slow_matches(played if sessions else (), [match for match in played if match_is_in(match)])
    else:
        slow, slow_total = slow_tables(tables, missing, planned)
    complete = sum(rounds.over() for rounds in sessions.values()) if sessions else None
    over = _over(sessions, early_starts)
    progress = Progress(
        rounds=event.rounds or rounds_stated(sections),
        rounds_complete=complete,
        rounds_over=over if over > (complete or 0) else None,
        rounds_begun=_begun(sessions, matches, lines),
        boards=lines.boards,
        boards_expected=boards_expected(sections),
        results=lines.reported,
        results_expected=_awaited_results(event, lines, missing),
        text=_text(sessions, matches, boards=lines.boards, results=lines.reported),
        sections=section_progress(event, sections, movements, tables, missing),
        slow=slow,
        slow_total=slow_total,
    )
    return progress.replace(complete=_complete(event, progress, lines.lines))


def _awaited_results(event: EventFact, lines: LinesToDate, missing: Absences) -> int | None:
    """The lines that the event makes, less those of tables that rounds do without."""
    expected = results_expected(event, lines)
    if expected is None or not event.boards_per_round:
        return expected
    return expected - event.boards_per_round * sum(tables.sure for tables in missing.values())


def _begun(sessions: Mapping[str | None, Rounds], matches: Sequence[ScoredMatch], lines: LinesToDate) -> int | None:
    """The newest round of which something is in, through all sessions; None where a result names no round."""
    nameless = any(match.round is None for match in matches) or lines.in_rounds.total() < lines.lines
    if nameless or (not sessions and (matches or lines.reported)):
        return None
    return sum(max(rounds.begun) for rounds in sessions.values())


def _over(sessions: Mapping[str | None, Rounds], early_starts: Iterable[EarlyStartFact]) -> int:
    """How many rounds are over for the next seats (rule 7)."""
    newest = max(sessions, key=lambda session: key_order((session,)), default=None)
    called: dict[str | None, int] = defaultdict(int)
    for start in early_starts:
        session = newest if start.session is None else start.session
        begun = session in sessions and start.round - 1 in sessions[session].begun
        if start.early and (begun or start.playing):
            called[session] = max(called[session], start.round - 1)
    return sum(rounds.over(called.pop(session, 0)) for session, rounds in sessions.items()) + sum(called.values())


def _by_table(
    sections: Mapping[Section, SectionLines], missing: Absences, planned: Planned
) -> dict[str | None, Rounds]:
    """The rounds of each session in which somebody has played."""
    sessions: dict[str | None, SessionRounds] = defaultdict(SessionRounds)
    for (session, section), lines in sections.items():
        for number, here in lines.rounds.items():
            listed = planned.get((session, section, number), here.tables)
            sessions[session].listed[number] += max(len(here.tables), len(listed))
            sessions[session].reported[number] += here.begun
    for (session, _, number), without in missing.items():
        sessions[session].without[number] += without
    return {session: rounds for session, rounds in sessions.items() if any(rounds.reported.values())}


def _by_match(event: EventFact, matches: Sequence[ScoredMatch], entered: int, away: Away) -> dict[str | None, Rounds]:
    """The rounds of each session in which a match has begun; none where the numbers are not those of rounds."""
    if any(len(circle) > 3 for circle in circles(matches)):
        return {}
    sessions: dict[str | None, MatchRounds] = {}
    for match in matches:
        if match.round is None:
            continue
        new = MatchRounds(event.kind == "knockout", entered, away=partial(away, match.session))
        rounds = sessions.setdefault(match.session, new)
        rounds.sides[match.round].add(match.home)
        if match.away is not None:
            rounds.sides[match.round].add(match.away)
            rounds.matches[match.round].append(match)
    return {session: rounds for session, rounds in sessions.items() if rounds.begun}


def _complete(event: EventFact, progress: Progress, lines: int) -> bool | None:
    """Whether an event is complete (rule 3); None where neither its file nor a count says."""
    counted = progress.results_expected is not None
    if event.results == "to_date" or (counted and progress.results < lines):
        return False
    if event.results == "complete":
        return not _is_short(progress)
    return True if event.results is None and counted and not _is_short(progress) else None


def _is_short(progress: Progress) -> bool:
    """Whether something is missing by the first count that there is: of the event, of its sections, of its rounds."""
    if progress.results_expected is not None:
        return progress.results < progress.results_expected
    counts = [(part.results, part.results_expected) for part in progress.sections if part.results_expected is not None]
    if counts:
        return any(results < expected for results, expected in counts)
    if progress.rounds is None or progress.rounds_complete is None:
        return False
    return progress.rounds_complete < progress.rounds


def _text(sessions: dict[str | None, Rounds], matches: Sequence[ScoredMatch], *, boards: int, results: int) -> str:
    if not sessions:
        played = [match for match in matches if match.away is not None]
        if any(match.boards or match_is_in(match) for match in played):
            return f"{sum(map(match_is_in, played))} of {_count(len(played), 'match', 'es')}"
        return f"{_count(boards, 'board')} reported, {_count(results, 'result')}" if results else "nothing reported yet"
    newest = max(sessions, key=lambda session: key_order((session,)))
    rounds = sessions[newest]
    complete = rounds.over()
    running = [number for number in sorted(rounds.begun) if number > complete]
    parts = [f"session {newest}"] if len(sessions) > 1 and newest else []
    if complete:
        parts.append(f"after round {complete}")
    parts.extend(f"{rounds.count(number)} of round {number}" for number in running[:2])
    # Rounds of which nothing is in although a later one has begun: a file of them did not come.
    after = complete if len(sessions) == 1 else max(complete, min(rounds.begun) - 1)
    for number in running:
        if number == after + 2:
            parts.append(f"nothing of round {after + 1}")
        elif number > after + 2:
            parts.append(f"nothing of rounds {after + 1}–{number - 1}")
        after = number
    return ", ".join(parts)


def _count(number: int, what: str, plural: str = "s") -> str:
    return f"{number} {what}{'' if number == 1 else plural}"


def results_expected(event: EventFact, lines: LinesToDate) -> int | None:
    """How many lines of travellers the event makes; a board of a match has a line for every four of its players."""
    if not event.boards_played:
        return None
    each = lines.teams * (event.team_size or 4) // 4 if lines.teams else lines.pairs // 2
    return event.boards_played * each if each else None


def boards_expected(sections: Iterable[SectionFact]) -> int | None:
    """Boards of all sessions, where each says how many; sections of one session play the same boards."""
    boards: dict[str | None, int] = {}
    for section in sections:
        if section.boards is None:
            return None
        boards[section.session] = max(boards.get(section.session, 0), section.boards)
    return sum(boards.values()) or None


def rounds_stated(sections: Iterable[SectionFact]) -> int | None:
    """Rounds of all sessions: sections of one play theirs side by side, and sessions follow each other."""
    rounds: dict[str | None, int] = defaultdict(int)
    for section in sections:
        rounds[section.session] = max(rounds[section.session], section.rounds or 0)
    return sum(rounds.values()) or None
