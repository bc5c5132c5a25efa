"""Rules about the boards of a match: what the match states for a board is what its tables' scores give.

Sources: Laws 78B to D and 86; USEBIO 1.4, sections 2.2.4, 3.3.2, 3.3.3 and 3.3.5. Rules kept here:

1. A board is compared where both tables have a plain score. What a ruling is worth in a match depends on regulations.
2. With more than two tables the ways of comparing them (every pair of tables, two matches added, scores added first)
   give different results. Where the event names the way, that is asked; where it does not, each of them is right. Of
   two matches that are added, each states the IMPs of its own tables.
3. Board-a-match and point-a-board differ in the unit, which programs take for each other, and aggregate points are
   also printed without their last 0. The unit that fits the most boards counts.
4. When most boards do not fit, there is one reason for all of them.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, permutations

from contracts.codes import validation as codes
from contracts.facts import BoardPointsFact, Facts, ResultFact
from contracts.findings import Finding
from services.validation.domain.agreement import systematic
from services.validation.domain.case import Case, Rule
from services.validation.domain.conditions import number_of
from services.validation.domain.lines import agreed_points, board_name
from services.validation.domain.match_play import MatchPlay, Meeting, meeting_of_match, range_of, teams_of
from shared.bridge.boards.board_line import played
from shared.bridge.boards.imps import CURRENT, ImpTable, given_table
from shared.bridge.matches.board_comparison import BoardMethod, convert, swing
from shared.bridge.matches.teams_of_eight import EightMethod, score_eight_board

_MOST_TABLES = 4
"""Tables each way; teams of sixteen have four."""

_EIGHT_METHODS = {
    "ximps": (EightMethod.XIMPS,),
    "imp_then_add": (EightMethod.IMP_THEN_ADD,),
    "add_then_imp": (EightMethod.ADD_THEN_IMP,),
    "add_then_mod_imp": (EightMethod.ADD_THEN_MOD_IMP,),
}
_OPEN = (EightMethod.XIMPS, EightMethod.IMP_THEN_ADD, EightMethod.ADD_THEN_IMP)

Tables = tuple[tuple[int, ...], tuple[int, ...]]
"""North-South's scores at the tables where the home team sat North-South, and where it sat East-West."""

Outcomes = Callable[[Tables], frozenset[Fraction]]
"""What a board can be worth to the home team."""


Played = tuple[Meeting, str, str | None]
"""A board of a meeting, and the part of the match in which it stands."""


def _played(facts: Facts, meeting: Meeting, fact: ResultFact | BoardPointsFact) -> Played:
    """Only where two matches are added does each part compare its own tables (rule 2)."""
    part = fact.sub_match if facts.event.match_scoring == "imp_then_add" else None
    return (meeting, fact.board, part)


def _lines_of_boards(facts: Facts) -> dict[Played, list[ResultFact]]:
    found: dict[Played, list[ResultFact]] = {}
    for line in facts.results:
        teams = teams_of(line)
        if teams is not None:
            found.setdefault(_played(facts, (line.session, line.round, teams), line), []).append(line)
    return found


def _tables(home: str, lines: Sequence[ResultFact]) -> Tables | None:
    """The scores of a board's tables; None unless all are plain and the team sat as often each way (rule 1)."""
    ns: list[int] = []
    ew: list[int] = []
    for line in lines:
        points = agreed_points(line)
        if points is None or line.foul_group:
            return None
        (ns if line.sides.ns_team == home else ew).append(points)
    return (tuple(ns), tuple(ew)) if 0 < len(ns) == len(ew) <= _MOST_TABLES else None


def _imps(methods: Sequence[EightMethod], table: ImpTable) -> Outcomes:
    """IMPs of a board by any of these methods (rule 2)."""

    def outcomes(tables: Tables) -> frozenset[Fraction]:
        ns, ew = tables
        if len(ns) == 1:
            return frozenset({convert(swing(ns[0], ew[0]), BoardMethod.IMPS, table)})
        found: set[Fraction] = set()
        for method in methods:
            # Which tables make a match of four is not said: any may, and its own match may state it alone.
            orders = permutations(ew) if method is EightMethod.IMP_THEN_ADD else (ew,)
            for order in orders:
                at_ns, at_ew = [played(score) for score in ns], [played(score) for score in order]
                scored = score_eight_board(at_ns, at_ew, method, table=table)
                if scored.team is not None:
                    found.add(scored.team)
        if EightMethod.IMP_THEN_ADD in methods:
            found.update(convert(swing(ours, theirs), BoardMethod.IMPS, table) for ours in ns for theirs in ew)
        return frozenset(found)

    return outcomes


def _points(method: BoardMethod, scale: Fraction) -> Outcomes:
    """Points of a board: of each two tables, and of all together."""

    def outcomes(tables: Tables) -> frozenset[Fraction]:
        ns, ew = tables
        if method is BoardMethod.AGGREGATE:
            return frozenset({swing(sum(ns), sum(ew)) * scale})
        each = [convert(swing(ours, theirs), method) for ours in ns for theirs in ew]
        sums = {
            sum((convert(swing(*pair), method) for pair in zip(ns, order, strict=True)), Fraction(0))
            for order in permutations(ew)
        }
        return frozenset({*each, *sums, sum(each, Fraction(0)), convert(swing(sum(ns), sum(ew)), method)})

    return outcomes


def _ways(facts: Facts, unit: str | None) -> tuple[Outcomes, ...]:
    """How boards of this unit can be scored (rules 2 and 3); nothing where no rule is known."""
    scoring, match_scoring = facts.event.board_scoring, facts.event.match_scoring
    if unit == "imps" and scoring in (None, "imps"):
        given = given_table(facts.event.imp_bounds)
        if match_scoring == "add_then_mod_imp" and given is None:
            return ()
        return (_imps(_EIGHT_METHODS.get(match_scoring or "", _OPEN), given or CURRENT),)
    if unit == "points" and scoring in ("pab", "bam"):
        return (_points(BoardMethod.PAB, Fraction(1)), _points(BoardMethod.BAM, Fraction(1)))
    if unit == "points" and scoring == "aggregate":
        return (_points(BoardMethod.AGGREGATE, Fraction(1)), _points(BoardMethod.AGGREGATE, Fraction(1, 10)))
    return ()


def boards_of_tables(case: Case) -> Iterator[Finding]:
    """What a match states for a board is what its two tables' scores give (Law 78B to D)."""
    facts = case.facts
    if not facts.board_points:
        return
    lines = _lines_of_boards(facts)
    stated: dict[str | None, list[tuple[BoardPointsFact, Tables]]] = {}
    for points in facts.board_points:
        meeting = meeting_of_match(points)
        if meeting is None or points.home_points is None:
            continue
        tables = _tables(points.home, lines.get(_played(facts, meeting, points), ()))
        if tables is not None:
            stated.setdefault(points.unit, []).append((points, tables))
    for unit, boards in stated.items():
        wrong = [_wrong(boards, way) for way in _ways(facts, unit)]
        if not wrong:
            first = boards[0][0]
            yield codes.NOT_CHECKED.finding(
                f"no data says how {len(boards)} boards of matches are scored by"
                f" {facts.event.match_scoring or facts.event.board_scoring or unit}",
                place=first.at,
                subject="the boards of matches",
            )
            continue
        yield from _reported(min(wrong, key=len), boards)


def _wrong(
    boards: Sequence[tuple[BoardPointsFact, Tables]], way: Outcomes
) -> list[tuple[BoardPointsFact, Tables, frozenset[Fraction]]]:
    known: dict[Tables, frozenset[Fraction]] = {}
    found: list[tuple[BoardPointsFact, Tables, frozenset[Fraction]]] = []
    for points, tables in boards:
        if tables not in known:
            known[tables] = way(tables)
        if points.home_points is not None and Fraction(points.home_points) not in known[tables]:
            found.append((points, tables, known[tables]))
    return found


def _reported(
    wrong: Sequence[tuple[BoardPointsFact, Tables, frozenset[Fraction]]],
    boards: Sequence[tuple[BoardPointsFact, Tables]],
) -> Iterator[Finding]:
    if systematic(len(wrong), len(boards)):  # rule 4
        first = wrong[0][0]
        if any(len(tables[0]) > 1 for _, tables, _ in wrong):
            yield codes.NOT_CHECKED.finding(
                f"{len(wrong)} of {len(boards)} boards of matches are scored by another rule than those that are known",
                place=first.at,
                subject="the boards of matches",
            )
            return
        yield codes.BOARD_NOT_OF_TABLES.finding(
            f"{len(wrong)} of {len(boards)} boards of matches do not have what their tables' scores give; are all"
            " scores North-South's?",
            place=first.at,
            subject="the boards of matches",
            stated=str(len(wrong)),
        )
        return
    for points, (ns, ew), values in wrong:
        subject = f"board {points.board}"
        yield codes.BOARD_NOT_OF_TABLES.finding(
            f"{subject} of {points.home} against {points.away} is stated with {points.home_points}; the scores"
            f" {_list(ns)} and {_list(ew)} give {_list(sorted(values))}",
            place=points.at,
            subject=subject,
            stated=str(points.home_points),
            computed=_list(sorted(values)),
        )


def _list(values: Sequence[int | Fraction]) -> str:
    return " or ".join(str(value) for value in values)


def boards_balance(case: Case) -> Iterator[Finding]:
    """Between plain scores, one team loses in IMPs what the other wins (USEBIO 1.4, 3.3.2, note on rulings)."""
    facts = case.facts
    if all(points.away_points is None for points in facts.board_points):
        return
    lines = _lines_of_boards(facts)
    for points in facts.board_points:
        meeting = meeting_of_match(points)
        home, away = points.home_points, points.away_points
        if meeting is None or points.unit != "imps" or home is None or away is None or home == -away:
            continue
        if _tables(points.home, lines.get(_played(facts, meeting, points), ())) is not None:
            subject = f"board {points.board}"
            yield codes.BOARD_UNBALANCED.finding(
                f"{subject} gives {home} IMPs to {points.home} and {away} to {points.away}",
                place=points.at,
                subject=subject,
                stated=f"{home}/{away}",
                computed=f"{home}/{-home}",
            )


def tables_differ(case: Case) -> Iterator[Finding]:
    """A team sits North-South at one table of a board and East-West at the other (USEBIO 1.4, 3.3.3).

    Only among teams of four: of more tables that sit the same way, the others may still be playing.
    """
    boards = _lines_of_boards(case.facts)
    if (case.facts.event.team_size or 4) > 4 or any(len(lines) > 2 for lines in boards.values()):
        return
    for (_, board, _), lines in boards.items():
        if len(lines) == 2 and len({line.sides.ns_team for line in lines}) == 1:
            last = lines[-1]
            yield codes.TABLES_ALIKE.finding(
                f"{last.sides.ns_team} sits North-South at both tables of board {board} against {last.sides.ew_team}",
                place=last.at,
                subject=board_name(last),
                stated=last.sides.ns_team,
                computed=last.sides.ew_team,
            )


def pairs_of_teams(case: Case) -> Iterator[Finding]:
    """The pairs of a line belong to the teams that it is told of (USEBIO 1.4, 2.4.2 and 3.3.3)."""
    team_of = {p.id: p.team for p in case.facts.participants if p.kind == "pair" and p.team is not None}
    if not team_of:
        return
    for line in case.facts.results:
        for pair, team in ((line.sides.ns, line.sides.ns_team), (line.sides.ew, line.sides.ew_team)):
            if pair is not None and team is not None and team_of.get(pair, team) != team:
                yield codes.PAIR_OF_OTHER_TEAM.finding(
                    f"pair {pair} plays {board_name(line)} for team {team} and belongs to team {team_of[pair]}",
                    place=line.at,
                    subject=board_name(line),
                    stated=team,
                    computed=team_of[pair],
                )


def boards_within_matches(case: Case) -> Iterator[Finding]:
    """A match has the boards from the first to the last that it names (USEBIO 1.4, 3.2.1 and 3.3.1)."""
    found: list[list[Finding]] = []
    for play in case.matches:
        named = range_of(play.match)
        if named is not None and play.apart:
            found.append(list(_outside(play, named)))
    # Where most matches have such boards, the program means something else by the first and last of them.
    wrong = [of_match for of_match in found if of_match]
    if not systematic(len(wrong), len(found)):
        yield from chain.from_iterable(wrong)


def _outside(play: MatchPlay, named: range) -> Iterator[Finding]:
    facts: list[BoardPointsFact | ResultFact] = [*play.points, *play.lines]
    seen: set[str] = set()
    for fact in facts:
        number = number_of(fact.board)
        if number is None or number in named or fact.board in seen:
            continue
        seen.add(fact.board)
        subject = f"board {fact.board}"
        yield codes.BOARD_OUTSIDE_MATCH.finding(
            f"{subject} stands in the match {play.name}, which has boards {named.start} to {named.stop - 1}",
            place=fact.at,
            subject=subject,
            stated=fact.board,
            computed=f"{named.start} to {named.stop - 1}",
        )


RULES: tuple[Rule, ...] = (boards_of_tables, boards_balance, tables_differ, pairs_of_teams, boards_within_matches)
