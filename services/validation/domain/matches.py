"""Rules about matches: their lines sit as in a match, belong to its teams and boards, and both sides report the same.

Sources: USEBIO 1.4, sections 2.4.2, 3.2.1, 3.3.1 and 3.3.3. What its boards add up to is scoring's question.

Lines and the points of boards belong to the match of the same sides in the same session and round. Where these meet
more than once there (stanzas, sub-matches of teams of eight), the boards that each match names tell them apart; where
they do not, nobody knows which line is whose, and the match is not `apart`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain, pairwise

from contracts.codes import validation as codes
from contracts.facts import BoardPointsFact, Facts, MatchFact, ResultFact
from contracts.findings import Finding
from services.validation.domain.case import Case, Rule
from services.validation.domain.conditions import number_of
from services.validation.domain.lines import board_name, line_finding, systematic

Meeting = tuple[str | None, int | None, frozenset[str]]
"""Session, round and the two sides."""

_KINDS = ("teams", "pairs")

_ENOUGH = 3
"""Matches beside which one that names more boards is wrong."""


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
    """A match with the points that it states for its boards, and the lines of its travellers."""

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
    def scores(self) -> tuple[Decimal, Decimal] | None:
        """The stated scores of both sides."""
        home, away = self.match.home_score, self.match.away_score
        return None if home is None or away is None else (home, away)


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
        of = meeting_of_match(match)
        plays.append(_play(match, groups[of], points.get(of, ()), lines.get(of, ())) if of else MatchPlay(match))
    return tuple(plays)


def _play(
    match: MatchFact, group: Sequence[MatchFact], points: Sequence[BoardPointsFact], lines: Sequence[ResultFact]
) -> MatchPlay:
    """The lines and points of a match, which boards tell apart where its sides met more than once."""
    if len(group) == 1:
        return MatchPlay(match, tuple(points), tuple(lines))
    ranges = [range_of(other) for other in group]
    own = range_of(match)
    known = sorted((named for named in ranges if named is not None), key=lambda named: named.start)
    disjoint = all(before.stop <= after.start for before, after in pairwise(known))
    if own is None or len(known) < len(group) or not disjoint:
        return MatchPlay(match, tuple(points), tuple(lines), apart=False)
    return MatchPlay(
        match,
        tuple(fact for fact in points if number_of(fact.board) in own),
        tuple(line for line in lines if number_of(line.board) in own),
    )


def tables_differ(case: Case) -> Iterator[Finding]:
    """A team sits North-South at one table of a board and East-West at the other (USEBIO 1.4, 3.3.3).

    Only among teams of four: of more tables that sit the same way, the others may still be playing.
    """
    boards: dict[tuple[Meeting, str], list[ResultFact]] = {}
    for line in case.facts.results:
        teams = teams_of(line)
        if teams is not None:
            boards.setdefault(((line.session, line.round, teams), line.board), []).append(line)
    if (case.facts.event.team_size or 4) > 4 or any(len(lines) > 2 for lines in boards.values()):
        return
    for (_, board), lines in boards.items():
        if len(lines) == 2 and len({line.sides.ns_team for line in lines}) == 1:
            last = lines[-1]
            ns, ew = last.sides.ns_team, last.sides.ew_team
            text = f"{ns} sits North-South at both tables of board {board} against {ew}"
            yield line_finding(codes.TABLES_ALIKE, last, text, ns, ew)


def pairs_of_teams(case: Case) -> Iterator[Finding]:
    """The pairs of a line belong to the teams that it is told of (USEBIO 1.4, 2.4.2 and 3.3.3).

    A pair belongs to the team for which it plays most often, or to that of the list. Where another team plays all
    boards of one side of a match, it is the match that names the wrong one.
    """
    listed = {p.id: p for p in case.facts.participants if p.kind == "pair" and p.team is not None}
    if not listed:
        return
    mentions: dict[str, Counter[str]] = {pair: Counter({each.team: 1}) for pair, each in listed.items() if each.team}
    plays: dict[tuple[Meeting, str], list[tuple[ResultFact, str]]] = {}
    for line in case.facts.results:
        teams = teams_of(line)
        for pair, team in ((line.sides.ns, line.sides.ns_team), (line.sides.ew, line.sides.ew_team)):
            if pair in mentions and team is not None:
                mentions[pair][team] += 1
                plays.setdefault(((line.session, line.round, teams or frozenset()), team), []).append((line, pair))
    team_of = {pair: _usual(teams, str(listed[pair].team)) for pair, teams in mentions.items()}
    for ((_, _, teams), team), lines in plays.items():
        wrong = [(line, pair) for line, pair in lines if team_of[pair] != team]
        others = {team_of[pair] for _, pair in wrong} - (teams or set())
        played, lacking = Counter(line.board for line, _ in lines), Counter(line.board for line, _ in wrong)
        # Of a match of a team against itself the lines of one side are right.
        whole = all(2 * lacking[board] == played[board] * (2 if teams != {team} else 1) for board in lacking)
        if whole and len(lacking) > 1 and len(others) == 1:
            yield _of_other_team(wrong[0][0], teams, team, others.pop())
            continue
        for line, pair in wrong:
            text = f"pair {pair} plays {board_name(line)} for team {team} but belongs to team {team_of[pair]}"
            yield line_finding(codes.PAIR_OF_OTHER_TEAM, line, text, team, team_of[pair])
    for pair, named in mentions.items():
        own = str(listed[pair].team)
        if team_of[pair] != own and named[own] == 1:
            text = f"pair {pair} is listed in team {own} but plays all its boards for team {team_of[pair]}"
            yield codes.PAIR_OF_OTHER_TEAM.finding(
                text, place=listed[pair].at, subject=f"pair {pair}", stated=own, computed=team_of[pair]
            )


def _usual(teams: Counter[str], listed: str) -> str:
    """The team that more than half of all mentions of a pair name, of three at least; else that of the list."""
    team, times = teams.most_common(1)[0]
    return team if 2 * times > teams.total() > 2 else listed


def _of_other_team(line: ResultFact, teams: frozenset[str], named: str, meant: str) -> Finding:
    opponent = next(iter(teams - {named}), named)
    number = "" if line.round is None else f" in round {line.round}"
    text = f"match of {opponent} and {named}{number}: it is {meant} that plays its boards, and not {named}"
    return codes.MATCH_OF_OTHER_TEAM.finding(
        text, place=line.at, subject=f"match {opponent} - {named}", stated=named, computed=meant
    )


def line_ups_of_teams(case: Case) -> Iterator[Finding]:
    """Who plays in a match of bridge is in the team of that side, where the file lists each player in one team."""
    teams: dict[str, set[str]] = {}
    for listed in case.facts.participants:
        if listed.kind != "team" and listed.team is not None:
            teams.setdefault(listed.id, set()).add(listed.team)
    if not teams:
        return
    for match in case.facts.matches:
        for team, line_up in ((match.home, match.home_line_up), (match.away, match.away_line_up)):
            others = [player for player in line_up if player in teams and team not in teams[player]]
            if match.kind != "teams" or not others:
                continue
            own = ", ".join(sorted(set.union(*(teams[player] for player in others))))
            who = f"players {', '.join(others)} play" if len(others) > 1 else f"player {others[0]} plays"
            text = f"{who} in round {match.round} for team {team}, which does not list them; team {own} does"
            subject = f"match {match.home} - {match.away}"
            yield codes.LINE_UP_OF_OTHER_TEAM.finding(text, place=match.at, subject=subject, stated=team, computed=own)


def boards_within_matches(case: Case) -> Iterator[Finding]:
    """A match has the boards from the first to the last that it names (USEBIO 1.4, 3.2.1 and 3.3.1)."""
    of_matches: list[list[Finding]] = []
    for play in match_plays(case.facts):
        named = range_of(play.match)
        if named is not None and play.apart:
            of_matches.append(list(_outside(play, named)))
    # Where most matches have such boards, the program means something else by the first and last of them.
    wrong = [of_match for of_match in of_matches if of_match]
    if not systematic(len(wrong), len(of_matches)):
        yield from chain.from_iterable(wrong)


def numbers_of_boards(case: Case) -> Iterator[Finding]:
    """A match that has as many boards as all others names no more than these."""
    ranges = [(play, named) for play in match_plays(case.facts) if (named := range_of(play.match)) is not None]
    lengths = Counter(len(named) for _, named in ranges)
    usual, count = lengths.most_common(1)[0] if lengths else (0, 0)
    if not _ENOUGH < len(ranges) == count + 1:
        return
    play, named = next((play, named) for play, named in ranges if len(named) != usual)
    facts: list[BoardPointsFact | ResultFact] = [*play.points, *play.lines]
    boards = sorted({number for fact in facts if (number := number_of(fact.board)) in named and number is not None})
    if len(boards) == usual:
        stated, computed = f"{named.start} to {named.stop - 1}", f"{boards[0]} to {boards[-1]}"
        yield codes.MATCH_BOARDS_DIFFER.finding(
            f"match {play.name} names boards {stated} but has {computed}; all other matches have {usual} boards",
            place=play.match.at,
            subject=f"match {play.match.home} - {play.match.away}",
            stated=stated,
            computed=computed,
        )


def _outside(play: MatchPlay, named: range) -> Iterator[Finding]:
    facts: list[BoardPointsFact | ResultFact] = [*play.points, *play.lines]
    seen: set[str] = set()
    for fact in facts:
        number = number_of(fact.board)
        if number is None or number in named or fact.board in seen:
            continue
        seen.add(fact.board)
        subject, range_text = f"board {fact.board}", f"{named.start} to {named.stop - 1}"
        text = f"{subject} is listed in match {play.name}, which has boards {range_text}"
        yield codes.BOARD_OUTSIDE_MATCH.finding(
            text, place=fact.at, subject=subject, stated=fact.board, computed=range_text
        )


def reports_agree(case: Case) -> Iterator[Finding]:
    """A match that both sides report has one score."""
    reports: dict[tuple[Meeting, str | None, str], MatchPlay] = {}
    for play in match_plays(case.facts):
        match, meeting = play.match, meeting_of_match(play.match)
        if meeting is None or match.round is None or match.away is None:
            continue
        if match.first_board is None:
            continue  # two halves of a match may be told from one side each
        other = reports.get((meeting, match.first_board, match.away))
        reports.setdefault((meeting, match.first_board, match.home), play)
        if other is None or play.scores is None or other.scores is None or play.scores == other.scores[::-1]:
            continue
        ours, theirs = _shown(play.scores), _shown(other.scores[::-1])
        text = f"{play.name} is stated as {ours}, and from the other side as {_shown(other.scores)}"
        yield codes.MATCH_CONTRADICTED.finding(
            text, place=match.at, subject=f"match {play.name}", stated=ours, computed=theirs
        )


def _shown(values: Iterable[Decimal]) -> str:
    """Values of both sides, home first, as findings write them."""
    return "/".join(f"{value.normalize():f}" for value in values)


RULES: tuple[Rule, ...] = (
    tables_differ,
    pairs_of_teams,
    line_ups_of_teams,
    boards_within_matches,
    numbers_of_boards,
    reports_agree,
)
