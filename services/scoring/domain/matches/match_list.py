"""The matches of an event, each with the results that were played in it.

Files state matches beside results, or give results alone; some report a match in several parts. A result belongs to
the match of its two sides, in its session and round, on whose boards it is. Results of two teams, or of two pairs of a
Swiss event, for which no file states a match, are a match by themselves.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol

from contracts.facts import Facts, MatchFact, ResultFact
from services.scoring.domain.merging.key_order import key_order

Pairing = tuple[str | None, str, str]
"""Session and the two sides in alphabetical order."""


@dataclass
class Match:
    """A match and what was played in it; its boards and length are those of when they are first asked for.

    Attributes:
        away: None for a bye.
        facts: what files say of it: several parts of one match of teams of eight or more, or nothing.
        results: in the order of their places in the file, so that the tables of a part stand together.
        of_round: boards of a round, where the event says it.
        half: whether it is a half match: three sides meet each other in its round (a triple).
    """

    session: str | None
    round: int | None
    home: str
    away: str | None
    facts: tuple[MatchFact, ...] = ()
    results: list[ResultFact] = field(default_factory=list)
    of_round: int = 0
    half: bool = False

    @property
    def fact(self) -> MatchFact | None:
        """What a file says of the match."""
        return self.facts[0] if self.facts else None

    @cached_property
    def boards(self) -> tuple[str, ...]:
        """The boards that were played, in order."""
        return tuple(sorted({result.board for result in self.results}, key=lambda board: key_order((board,))))

    @cached_property
    def length(self) -> int:
        """The number of boards of the match: as stated, else those between the first and the last, else those seen.

        A match without a score that has fewer boards than its round is running; a half match has half of them.
        """
        fact = self.fact
        if self.away is None:
            return 0
        if fact is not None and fact.boards:
            return fact.boards
        first, last = (_number(name) for name in (fact.first_board, fact.last_board)) if fact else (None, None)
        if first is not None and last is not None and last >= first:
            return last - first + 1
        if fact is not None and (fact.home_score is not None or fact.away_score is not None):
            return len(self.boards)
        return max(len(self.boards), self.of_round // 2 if self.half else self.of_round)

    def parts(self) -> dict[str | None, "Match"]:
        """The parts of a match that files have in several, by name, each with its own results.

        Empty where files have it in one, or where results name parts that files do not have.
        """
        by_part = {fact.sub_match: fact for fact in self.facts}
        if len(by_part) < 2 or not {result.sub_match for result in self.results} <= by_part.keys():
            return {}
        parts = {name: replace(self, facts=(fact,), results=[]) for name, fact in by_part.items()}
        for result in self.results:
            parts[result.sub_match].results.append(result)
        return parts

    def of_round_of(self, result: ResultFact) -> bool:
        """Whether a result of the same sides may be of this match's round."""
        return self.round is None or result.round is None or self.round == result.round

    def has_board_of(self, result: ResultFact) -> bool:
        """Whether the board of a result is among those that the files give the match."""
        fact = self.fact
        board = _number(result.board)
        if fact is None or board is None:
            return True
        first, last = _number(fact.first_board), _number(fact.last_board)
        return (first is None or board >= first) and (last is None or board <= last)


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 6 else None


def matches_of(facts: Facts, kind: str) -> list[Match]:
    """Every match between pairs or between teams, in the order of session, round and sides.

    Args:
        facts: of the event.
        kind: "pairs" or "teams".
    """
    joined = facts.event.match_scoring == "imp_then_add"
    matches: dict[Pairing, list[Match]] = defaultdict(list)
    byes = []
    for fact in facts.matches:
        if fact.kind != kind:
            continue
        match = Match(fact.session, fact.round, fact.home, fact.away, (fact,))
        if fact.away is None:
            byes.append(match)
            continue
        same = matches[_pairing(fact.session, fact.home, fact.away)]
        # Two reports are parts of one match: each of them carries the score of the whole (USEBIO 1.4, 3.3.5).
        part = (fact.round, fact.first_board, fact.last_board)
        first_parts = ((other, other.facts[0]) for other in same if joined)
        part_of = next((match for match, of in first_parts if (of.round, of.first_board, of.last_board) == part), None)
        if part_of is None:
            same.append(match)
        else:
            part_of.facts += (fact,)
    _file_results(facts, kind, matches)
    every = [*byes, *(match for same in matches.values() for match in same)]
    every.sort(key=lambda m: key_order((m.session, m.round, m.home, m.away, m.boards[0] if m.results else "")))
    of_round = facts.event.boards_per_round or max((s.boards_per_round or 0 for s in facts.sections), default=0)
    for match, circle in zip(every, circles(every), strict=True):
        match.half = len(circle) == 3
        match.of_round = of_round
    return every


def _pairing(session: str | None, home: str, away: str) -> Pairing:
    return (session, *sorted((home, away)))  # type: ignore[return-value]


def _file_results(facts: Facts, kind: str, matches: dict[Pairing, list[Match]]) -> None:
    teams = {p.id: p.team for p in facts.participants if p.kind == "pair" and p.team} if kind == "teams" else {}
    swiss = facts.event.kind == "swiss_pairs"
    in_file = sorted(enumerate(facts.results), key=lambda item: (_line(item[1]), item[0]))
    for _, result in in_file:
        sides = team_sides(result, teams) if kind == "teams" else (result.sides.ns, result.sides.ew)
        if sides[0] is None or sides[1] is None:
            continue
        same = matches[_pairing(result.session, sides[0], sides[1])]
        match = _match_of(result, [match for match in same if match.of_round_of(result)])
        if match is None and (kind == "teams" or swiss):
            match = Match(result.session, result.round, sides[0], sides[1])
            same.append(match)
        if match is not None:
            match.results.append(result)


def _match_of(result: ResultFact, same: list[Match]) -> Match | None:
    """The match of a result among those of its sides in its round: by its part and board, else any.

    Of several, the last one that begins before it in the file.
    """
    if result.sub_match is not None:
        same = [match for match in same if any(fact.sub_match == result.sub_match for fact in match.facts)] or same
    fitting = [match for match in same if match.has_board_of(result)] or same
    before = [match for match in fitting if match.facts and _line(match.facts[0]) <= _line(result)]
    return max(before, key=lambda match: _line(match.facts[0]), default=next(iter(fitting), None))


def _line(fact: ResultFact | MatchFact) -> int:
    return fact.at.line if fact.at is not None and fact.at.line is not None else 0


def team_sides(result: ResultFact, teams: Mapping[str, str]) -> tuple[str | None, str | None]:
    """The teams of North-South and of East-West: as the line says, else those of its pairs, by `teams`."""
    sides = result.sides
    return sides.ns_team or teams.get(sides.ns or ""), sides.ew_team or teams.get(sides.ew or "")


class Meeting(Protocol):
    """Two sides that meet in a round, or one that has a bye."""

    @property
    def session(self) -> str | None:
        """The session."""

    @property
    def round(self) -> int | None:
        """The round; None where files do not number them."""

    @property
    def home(self) -> str:
        """One side."""

    @property
    def away(self) -> str | None:
        """The other; None for a bye."""


Side = tuple[str | None, int, str]
"""Session, round and participant."""


def circles(meetings: Sequence[Meeting]) -> list[frozenset[str]]:
    """For each meeting the sides that hang together with it in its round: two, or three in a triple.

    More than three say that the numbers are not those of rounds in which everybody plays once; matches of several teams
    all against all have such numbers. A bye, and a meeting without a round, is a circle by itself.
    """
    met: dict[Side, set[Side]] = defaultdict(set)
    for meeting in meetings:
        if meeting.round is not None and meeting.away is not None:
            home, away = ((meeting.session, meeting.round, side) for side in (meeting.home, meeting.away))
            met[home].add(away)
            met[away].add(home)
    circle_of: dict[Side, frozenset[str]] = {}
    for side in met:
        if side not in circle_of:
            reached, left = {side}, [side]
            while left:
                new = met[left.pop()] - reached
                reached |= new
                left.extend(new)
            circle_of.update(dict.fromkeys(reached, frozenset(name for _, _, name in reached)))

    def circle(meeting: Meeting) -> frozenset[str]:
        if meeting.round is None or meeting.away is None:
            return frozenset(side for side in (meeting.home, meeting.away) if side is not None)
        return circle_of[meeting.session, meeting.round, meeting.home]

    return [circle(meeting) for meeting in meetings]
