"""The matches of a fragment with what was played in each: boards, lines, margin, and how much of it is there.

Rules kept here:

1. Lines and the points of boards belong to the match of the same sides in the same session and round. Where these
   meet more than once there (stanzas, sub-matches of teams of eight), the boards that each match names tell them apart;
   where they do not, nobody knows which line is whose, and the match is not `apart`.
2. The margin of a match is what its boards state, and only where all of its boards are there: those from the first to
   the last that it names, or as many as it says, or the listed ones where it says neither.
3. A team's own points are certain; its opponents have the opposite unless the file states something else.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

from contracts.facts import BoardPointsFact, Facts, MatchFact, ResultFact
from services.validation.domain.conditions import number_of
from services.validation.domain.lines import agreed_points

Meeting = tuple[str | None, int | None, frozenset[str]]
"""Session, round and the two sides."""

Both = tuple[Fraction, Fraction]
"""What home and away have."""

_KINDS = ("teams", "pairs")


def meeting_of_match(fact: MatchFact | BoardPointsFact) -> Meeting | None:
    """The meeting that a statement is about; None where a side is missing."""
    return None if fact.away is None else (fact.session, fact.round, frozenset((fact.home, fact.away)))


def teams_of(result: ResultFact) -> frozenset[str] | None:
    """The teams of a line; None unless it names both."""
    ns, ew = result.sides.ns_team, result.sides.ew_team
    return frozenset((ns, ew)) if ns is not None and ew is not None else None


def range_of(match: MatchFact) -> range | None:
    """The boards that a match names; None unless both its first and its last are numbers in this order."""
    first = number_of(match.first_board) if match.first_board else None
    last = number_of(match.last_board) if match.last_board else None
    return range(first, last + 1) if first is not None and last is not None and first <= last else None


@dataclass(frozen=True)
class MatchPlay:
    """A match with its boards.

    Attributes:
        points: what it states for its boards.
        lines: of its travellers.
        apart: whether these are certainly its own (rule 1).
    """

    match: MatchFact
    points: tuple[BoardPointsFact, ...] = ()
    lines: tuple[ResultFact, ...] = ()
    apart: bool = True

    @property
    def name(self) -> str:
        """What findings call the match."""
        number = "" if self.match.round is None else f" in round {self.match.round}"
        return f"{self.match.home} against {self.match.away or 'nobody'}{number}"

    @property
    def lengths(self) -> frozenset[int]:
        """How many boards the match may count: those that it has, with or without those without a score."""
        boards = {line.board for line in self.lines} | {points.board for points in self.points}
        played = {line.board for line in self.lines if agreed_points(line) is not None}
        return frozenset(count for count in (len(boards), len(played)) if count)

    @property
    def whole(self) -> bool:
        """Whether every board that the match names is there (rule 2)."""
        boards = {line.board for line in self.lines} | {points.board for points in self.points}
        named = range_of(self.match)
        expected = len(named) if named is not None else self.match.boards
        return bool(boards) and expected in (None, len(boards))

    @property
    def uneven(self) -> bool:
        """Whether a ruling may have given the two sides different results."""
        for line in self.lines:
            ns, ew = line.ns_score, line.ew_score
            if agreed_points(line) is None and (
                ns.percent is None or ew.percent is None or ns.percent + ew.percent != 100
            ):
                return True
        return any(_other_side(points) for points in self.points)

    def sums(self) -> Both | None:
        """What the boards of a team match add up to for home and for away; None unless all are stated (rules 2, 3)."""
        if not self.whole or not self.points or {line.board for line in self.lines} - {p.board for p in self.points}:
            return None
        home, away = Fraction(0), Fraction(0)
        for points in self.points:
            if points.home_points is None:
                return None
            home += Fraction(points.home_points)
            away += Fraction(-points.home_points if points.away_points is None else points.away_points)
        return home, away

    def line_sums(self, units: frozenset[str]) -> Both | None:
        """What the lines of a Swiss pairs match state for home and away in one of these units; None unless all do.

        A board that was played the other way is told in words that programs understand in both ways.
        """
        if not self.whole:
            return None
        home, away = Fraction(0), Fraction(0)
        for line in self.lines:
            stated = line.stated
            if stated is None or stated.ns is None or stated.ew is None or stated.unit not in units:
                return None
            if line.arrow_switched or line.sides.ns not in (self.match.home, self.match.away):
                return None
            ns, ew = Fraction(stated.ns), Fraction(stated.ew)
            home, away = (home + ns, away + ew) if line.sides.ns == self.match.home else (home + ew, away + ns)
        return home, away

    @property
    def scores(self) -> tuple[Decimal, Decimal] | None:
        """The stated scores of both sides."""
        home, away = self.match.home_score, self.match.away_score
        return None if home is None or away is None else (home, away)


def _other_side(points: BoardPointsFact) -> bool:
    """Whether what away has is stated, and is not the opposite of what home has."""
    home, away = points.home_points, points.away_points
    return points.unit == "imps" and home is not None and away is not None and home != -away


def match_plays(facts: Facts) -> tuple[MatchPlay, ...]:
    """The matches of bridge in a fragment, in the order of the file."""
    matches = [match for match in facts.matches if match.kind in _KINDS]
    if not matches:
        return ()
    groups: dict[Meeting, list[MatchFact]] = {}
    for match in matches:
        meeting = meeting_of_match(match)
        if meeting is not None:
            groups.setdefault(meeting, []).append(match)
    points: dict[Meeting, list[BoardPointsFact]] = {}
    for stated in facts.board_points:
        meeting = meeting_of_match(stated)
        if meeting is not None:
            points.setdefault(meeting, []).append(stated)
    lines: dict[Meeting, list[ResultFact]] = {}
    for line in facts.results:
        sides = teams_of(line)
        if sides is None and line.sides.ns is not None and line.sides.ew is not None:
            sides = frozenset((line.sides.ns, line.sides.ew))
        if sides is not None:
            lines.setdefault((line.session, line.round, sides), []).append(line)
    plays: list[MatchPlay] = []
    for match in matches:
        meeting = meeting_of_match(match)
        if meeting is None:
            plays.append(MatchPlay(match))
        else:
            plays.append(_play(match, groups[meeting], points.get(meeting, ()), lines.get(meeting, ())))
    return tuple(plays)


def _play(
    match: MatchFact, group: Sequence[MatchFact], points: Sequence[BoardPointsFact], lines: Sequence[ResultFact]
) -> MatchPlay:
    """Rule 1."""
    if len(group) == 1:
        return MatchPlay(match, tuple(points), tuple(lines))
    ranges = [range_of(other) for other in group]
    own = range_of(match)
    known = [named for named in ranges if named is not None]
    if own is None or len(known) < len(group) or not _disjoint(known):
        return MatchPlay(match, tuple(points), tuple(lines), apart=False)
    return MatchPlay(
        match,
        tuple(fact for fact in points if number_of(fact.board) in own),
        tuple(line for line in lines if number_of(line.board) in own),
    )


def _disjoint(ranges: Sequence[range]) -> bool:
    ordered = sorted(ranges, key=lambda named: named.start)
    return all(before.stop <= after.start for before, after in pairwise(ordered))


def counted_once(plays: Sequence[MatchPlay]) -> list[MatchPlay]:
    """Every match once: not again where the other side tells it too, or a sub-match carries the score of the whole."""
    seen: dict[tuple[object, ...], MatchPlay] = {}
    for number, play in enumerate(plays):
        match = play.match
        meeting = meeting_of_match(match)
        scores = (match.home_score, match.away_score)
        if match.away is not None and match.home > match.away:
            scores = (match.away_score, match.home_score)
        key = (number,) if meeting is None else (meeting, match.kind, match.first_board, scores)
        seen.setdefault(key, play)
    return list(seen.values())
