"""The one line, or the board, that explains why stated totals are not the sums of the stated points of their lines.

Rules kept here:

1. The stated points of somebody's lines make the stated total (before factoring, where that is stated too). Where they
   do for everybody but two, and one line with other sides, one line more or one less makes them do for these two as
   well, that line is what is wrong. So it is where the totals of these two are the only ones that are not ours, or two
   of few, whatever the totals of others are made of.
2. A line is turned if both sides have what the other should have. Two pairs are exchanged on a board if each has what
   the other should have. A line is under a wrong number if one has its points too many and the other too few, who has
   no line on the board. It is missing if both have too few, or one has and the other alone has fewer boards, and a
   board that neither of them has gives both together as much as its other lines. Where files state no points of
   lines, those that they come to count.
3. A board that has no line at all, of boards with numbers that follow each other, is missing if most stated totals are
   not what the results add up to. So is the last one if those who meet on the last boards have fewer of them than all
   others.
4. Two pairs meet on as many boards as most others do. Of lines that explain the totals alike, it is the one with which
   most meetings do.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

from contracts.codes import scoring as codes
from contracts.facts import Facts, ResultFact, Sides, StatedScore, StatedTotal
from contracts.findings import Finding, Severity
from services.scoring.domain.boards.board_list import Board, BoardKey, published
from services.scoring.domain.differences.rankings import TOTALS_AHEAD
from services.scoring.domain.rankings.tallies import Points

NEAR = Fraction(1, 100)
"""How far a sum may be off for each of its lines, which are printed with two decimals at the most."""

_ABOUT_SUMS = frozenset({codes.TOTAL_DIFFERS.code, codes.PERCENTAGE_DIFFERS.code, codes.BOARDS_PLAYED_DIFFER.code})
MOST_GONE = 3
"""Boards of which it may be said that they are missing; where more are, they were never to be there."""

FEWEST = 4
"""Totals that are compared from which on two that are wrong say anything."""


def repaired(
    facts: Facts,
    differences: Sequence[Finding],
    of_boards: Sequence[Finding] = (),
    boards: Sequence[Board] = (),
    points: Mapping[BoardKey, Points] | None = None,
) -> list[Finding]:
    """Differences from what files state, with the line or the board first that explains them, if there is one.

    Args:
        facts: of the event.
        differences: of totals, percentages, places and matches.
        of_boards: those of the points of lines. Where there are any they explain totals that are not ours, since a line
            on the wrong side or under a wrong number leaves the points of its board as they are.
        boards: with the results.
        points: of each line of each board, which stand for those of files that state none.
    """
    ahead = [finding for finding in differences if finding.subject == TOTALS_AHEAD]
    about = [f.subject for f in differences if f.code in _ABOUT_SUMS and f.severity is not Severity.INFO]
    wrong = len(about)
    if len(set(about)) < 2 and not ahead:
        return [*differences]
    if points and not any(result.stated is not None for result in facts.results):
        facts = _with_points(facts, boards, points)
    found = missing_boards(facts) if ahead or 2 * wrong > len(facts.totals) else None
    found = found or misplaced_line(facts) or (None if of_boards else _misplaced_among(facts, differences))
    if found is None:
        return [*differences]
    return [found, *(finding for finding in differences if finding not in ahead)]


def _with_points(facts: Facts, boards: Sequence[Board], points: Mapping[BoardKey, Points]) -> Facts:
    """The facts with the points that their lines come to, as if they were stated."""
    results = [
        result.replace(stated=StatedScore(ns=published(own.ns), ew=published(own.ew)))
        for board in boards
        for result, own in zip(board.results, points.get(board.key, ()), strict=False)
    ]
    return facts.replace(results=tuple(results))


@dataclass
class _Sums:
    """What somebody's lines state: their points, what could be won on their boards, and which these are."""

    points: Fraction = Fraction(0)
    possible: Fraction = Fraction(0)
    boards: set[str] = field(default_factory=set)
    complete: bool = True


def _points(result: ResultFact) -> tuple[Decimal | None, Decimal | None]:
    return (result.stated.ns, result.stated.ew) if result.stated is not None else (None, None)


_Meeting = tuple[str | None, str | None]


def _tops(lines: Sequence[ResultFact]) -> dict[str, Fraction]:
    """What both sides of most lines of each board have together, which is the top of match points."""
    together: dict[str, Counter[Fraction]] = defaultdict(Counter)
    for result in lines:
        ns, ew = _points(result)
        if ns is not None and ew is not None:
            together[result.board][Fraction(ns) + Fraction(ew)] += 1
    return {board: sums.most_common(1)[0][0] for board, sums in together.items()}


def _sums(lines: Sequence[ResultFact], tops: Mapping[str, Fraction]) -> dict[str, _Sums]:
    sums: dict[str, _Sums] = defaultdict(_Sums)
    for result in lines:
        for name, value in zip((result.sides.ns, result.sides.ew), _points(result), strict=True):
            if name is None:
                continue
            own = sums[name]
            own.boards.add(result.board)
            if value is not None:
                own.points += Fraction(value)
                own.possible += tops.get(result.board, Fraction(0))
            elif result.ns_score.kind == "points":
                own.complete = False
    return sums


def _claim(total: StatedTotal, own: _Sums, most: int) -> Fraction | None:
    """The points that a total stands for; of one that is a percentage alone, of what could be won.

    Of somebody with fewer than the `most` boards, whose lines do not make the percentage, it is of all of these.
    """
    values = (total.unfactored, total.total, total.pair_imps)
    value = next((value for value in values if value is not None), None)
    if value is not None:
        return Fraction(value)
    if total.percentage is None or own.possible <= 0:
        return None
    claim, boards = Fraction(total.percentage) * own.possible / 100, len(own.boards)
    played = total.boards_played or most
    return claim * played / boards if played > boards and abs(claim - own.points) > NEAR * boards else claim


def _differences(
    facts: Facts, totals: Sequence[StatedTotal], sums: dict[str, _Sums], only: frozenset[str] | None, most: int
) -> dict[str, Fraction] | None:
    """By how much the totals of two pairs exceed the sums of their lines; None where those of others do, too.

    Percentages are of so many boards at the `most`, and of those with a line for nought.
    """
    given = {fact.participant for fact in facts.adjustments if fact.kind != "carry_forward" and fact.amount}
    found: dict[str, Fraction] = {}
    short: list[str] = []
    compared = 0
    for total in totals:
        own = sums.get(total.participant)
        if total.kind != "pair" or own is None or not own.complete or total.participant in given:
            continue
        if only is not None and total.participant not in only:
            continue
        claim = _claim(total, own, most)
        if claim is None:
            continue
        compared += 1
        off = claim - own.points
        if abs(off) > NEAR * len(own.boards):
            found[total.participant] = off
        elif len(own.boards) < most:
            short.append(total.participant)
    if len(found) == len(short) == 1:
        found[short[0]] = Fraction(0)  # whose line that is missing was worth nothing
    return found if len(found) == 2 and (compared >= FEWEST or only is not None) else None


MOST_WRONG = 6
"""Participants with totals that are wrong, of which two are looked for that one line explains."""


def _misplaced_among(facts: Facts, differences: Sequence[Finding]) -> Finding | None:
    """The line that explains why totals of two are not ours, of few (rule 1); None where none or several do."""
    wrong = {
        finding.subject.removeprefix("pair ")
        for finding in differences
        if finding.code in (codes.TOTAL_DIFFERS.code, codes.PERCENTAGE_DIFFERS.code)
        and finding.severity is not Severity.INFO
        and (finding.subject or "").startswith("pair ")
        and finding.subject is not None
    }
    if not 2 <= len(wrong) <= MOST_WRONG:
        return None
    found = [each for two in combinations(sorted(wrong), 2) if (each := misplaced_line(facts, frozenset(two)))]
    if not found:
        off = _off(differences)
        sums = _sums(facts.results, _tops(facts.results))
        every = ({name: off[name] for name in two} for two in combinations(sorted(off), 2))
        found = [each for two in every if (each := _of_two(facts.results, sums, two))]
    return found[0] if len(found) == 1 else None


def _off(differences: Sequence[Finding]) -> dict[str, Fraction]:
    """By how much stated totals of pairs exceed what their results add up to."""
    return {
        finding.subject.removeprefix("pair "): Fraction(finding.stated) - Fraction(finding.computed)
        for finding in differences
        if finding.code == codes.TOTAL_DIFFERS.code
        and finding.severity is not Severity.INFO
        and finding.subject is not None
        and finding.subject.startswith("pair ")
        and finding.stated is not None
        and finding.computed is not None
    }


def misplaced_line(facts: Facts, only: frozenset[str] | None = None) -> Finding | None:
    """The line that makes the totals of two pairs of a session wrong (rules 1 and 2).

    Args:
        facts: of the event.
        only: the two; None to look for them.
    """
    sessions = {result.session for result in facts.results}
    for session in dict.fromkeys(total.session for total in facts.totals if total.kind == "pair"):
        if session not in sessions and len(sessions) > 1:
            continue
        alone = len(sessions) == 1
        lines = [result for result in facts.results if alone or result.session == session]
        sums = _sums(lines, _tops(lines))
        totals = [total for total in facts.totals if total.session == session]
        most = max((len(own.boards) for own in sums.values()), default=0)
        for boards in (0, most):
            off = _differences(facts, totals, sums, only, boards)
            if off is not None and (found := _of_two(lines, sums, off)):
                return found
    return None


@dataclass(frozen=True)
class _Repair:
    """Lines with other sides, or one line more, by which the totals of two are right."""

    finding: Finding
    sides: dict[int, Sides] = field(default_factory=dict)
    more: tuple[_Meeting, ...] = ()


def _of_two(lines: Sequence[ResultFact], sums: Mapping[str, _Sums], off: Mapping[str, Fraction]) -> Finding | None:
    """The line that is turned, missing or under a wrong number, or two with their pairs exchanged (rules 2 and 4)."""
    found = [*_missing(lines, sums, off)]
    if _near(sum(off.values(), Fraction(0)), Fraction(0)):
        found = [*_turned(lines, off), *_exchanged(lines, off), *_misnumbered(lines, sums, off), *found]
    met = Counter((line.sides.ns, line.sides.ew) for line in lines)
    usual = Counter(met.values()).most_common(1)[0][0] if met else 0
    odd = [_odd_meetings(met, usual, lines, repair) for repair in found]
    best = [repair.finding for repair, number in zip(found, odd, strict=True) if number == min(odd)]
    if not best:
        return None
    first, *others = dict.fromkeys(best)
    either = [
        f"{other.subject}" if other.subject != first.subject else f"the result at {other.place}"
        for other in others
        if other.code == first.code
    ]
    also = f"; it may as well be {' or '.join(either)}" if either else ""
    return first.replace(message=first.message + also)


def _odd_meetings(met: Counter[_Meeting], usual: int, lines: Sequence[ResultFact], repair: _Repair) -> int:
    """How many more meetings have another number of boards than most with a repair (rule 4)."""
    before = Counter((lines[number].sides.ns, lines[number].sides.ew) for number in repair.sides)
    after = Counter([(other.ns, other.ew) for other in repair.sides.values()] + [*repair.more])
    now = {each: met[each] - before[each] + after[each] for each in before.keys() | after.keys()}
    return sum((now[each] not in (0, usual)) - (met[each] not in (0, usual)) for each in now)


def _near(value: Fraction, to: Fraction) -> bool:
    return abs(value - to) <= 4 * NEAR


def _with_sides(lines: Sequence[ResultFact], sides: dict[int, Sides], text: str, stated: str, computed: str) -> _Repair:
    first = lines[next(iter(sides))]
    subject = f"board {first.board}"
    finding = codes.LINE_MISPLACED.finding(
        f"{subject}: {text}; then both totals are right",
        place=first.at,
        subject=subject,
        stated=stated,
        computed=computed,
    )
    return _Repair(finding, sides)


def _turned(lines: Sequence[ResultFact], off: Mapping[str, Fraction]) -> Iterator[_Repair]:
    for number, result in enumerate(lines):
        ns, ew = _points(result)
        sides = result.sides
        if ns is None or ew is None or {sides.ns, sides.ew} != off.keys() or ns == ew:
            continue
        if _near(off[str(sides.ns)], Fraction(ew) - Fraction(ns)):
            text = f"{sides.ns} sat East-West and {sides.ew} North-South"
            both = f"{sides.ns} : {sides.ew}", f"{sides.ew} : {sides.ns}"
            yield _with_sides(lines, {number: sides.replace(ns=sides.ew, ew=sides.ns)}, text, *both)


def _exchanged(lines: Sequence[ResultFact], off: Mapping[str, Fraction]) -> Iterator[_Repair]:
    one, other = off
    of_boards: dict[str, dict[str, tuple[int, str, Decimal]]] = defaultdict(dict)
    for number, result in enumerate(lines):
        for side, value in zip(("ns", "ew"), _points(result), strict=True):
            name = getattr(result.sides, side)
            if name in off and value is not None:
                of_boards[result.board][name] = (number, side, value)
    for own in of_boards.values():
        if len(own) < 2 or own[one][:2] == own[other][:2]:
            continue
        (first, side, mine), (second, other_side, theirs) = own[one], own[other]
        if first != second and mine != theirs and _near(off[one], Fraction(theirs) - Fraction(mine)):
            sides = {
                first: lines[first].sides.replace(**{side: other}),
                second: lines[second].sides.replace(**{other_side: one}),
            }
            text = f"the results of {one} and {other} are exchanged, those against {_opponent(lines[first], side)} and"
            text += f" {_opponent(lines[second], other_side)}"
            yield _with_sides(lines, sides, text, f"{one} : {other}", f"{other} : {one}")


def _opponent(line: ResultFact, side: str) -> str | None:
    return line.sides.ew if side == "ns" else line.sides.ns


def _misnumbered(
    lines: Sequence[ResultFact], sums: Mapping[str, _Sums], off: Mapping[str, Fraction]
) -> Iterator[_Repair]:
    for number, result in enumerate(lines):
        for side, value in zip(("ns", "ew"), _points(result), strict=True):
            wrong = getattr(result.sides, side)
            if wrong not in off or value is None:
                continue
            meant = next(name for name in off if name != wrong)
            if (meant not in sums or result.board not in sums[meant].boards) and _near(off[meant], Fraction(value)):
                text = f"the result of {wrong} is that of {meant}"
                yield _with_sides(lines, {number: result.sides.replace(**{side: meant})}, text, wrong, meant)


def _missing(lines: Sequence[ResultFact], sums: Mapping[str, _Sums], off: Mapping[str, Fraction]) -> Iterator[_Repair]:
    one, other = off
    known = sums[one].boards | sums[other].boards
    lost = min(off.values()) < 0  # as IMPs may be, which both together have none of
    lacking = [
        board
        for board, top in _tops(lines).items()
        if board not in known and _near(top, off[one] + off[other]) and not (lost and top)
    ]
    if not lacking:
        return
    of_meetings: dict[frozenset[str | None], set[str]] = defaultdict(set)
    for line in lines:
        of_meetings[frozenset((line.sides.ns, line.sides.ew))].add(line.board)
    together = of_meetings[frozenset(off)]
    # Of boards that others play with those on which the two have met, as far as there are any.
    sets = [boards for boards in of_meetings.values() if together < boards]
    beside = [board for board in lacking if any(board in boards for boards in sets)] if together else []
    likely = beside if len(beside) == 1 else lacking
    of = f"board {likely[0]}" if len(likely) == 1 else "a board"
    text = f"{of}: the result of {one} and {other} is missing"
    text += f"; their totals count {published(off[one])} and {published(off[other])}"
    finding = codes.LINE_MISSING.finding(text, subject=of, computed=f"{one} : {other}")
    yield from (_Repair(finding, more=(meeting,)) for meeting in ((one, other), (other, one)))


def _numbers(lines: Iterable[ResultFact]) -> set[int]:
    names = {line.board for line in lines}
    return {int(name) for name in names if name.isascii() and name.isdigit() and len(name) < 4}


def _last_of_set(lines: Sequence[ResultFact], last: int) -> list[int]:
    """The boards that the set with the last board lacks of as many as all others have."""
    met: dict[frozenset[str | None], list[ResultFact]] = defaultdict(list)
    for line in lines:
        met[frozenset((line.sides.ns, line.sides.ew))].append(line)
    sizes: dict[bool, Counter[int]] = defaultdict(Counter)
    for together in met.values():
        boards = _numbers(together)
        sizes[last in boards][len(boards)] += 1
    if len(sizes[True]) != 1 or not sizes[False]:
        return []
    (shorter,), (usual, count) = sizes[True], sizes[False].most_common(1)[0]
    return [*range(last + 1, last + 1 + usual - shorter)] if 4 * count >= 3 * sizes[False].total() else []


def missing_numbers(facts: Facts) -> list[int]:
    """The numbers of these boards; none where there are many."""
    numbers = _numbers(facts.results) if not facts.matches else set()
    first = 1 if 2 in numbers else min(numbers, default=0)
    last = max(numbers, default=0)
    gone = sorted(set(range(first, last)) - numbers) or _last_of_set(facts.results, last)
    return gone if len(gone) <= MOST_GONE else []


def missing_boards(facts: Facts) -> Finding | None:
    """The boards between others that have no line, board 1 before board 2, and the last of a set (rule 3).

    Of matches each has boards of its own.
    """
    gone = missing_numbers(facts)
    if not gone:
        return None
    one = len(gone) == 1
    named = f"board{'' if one else 's'} {', '.join(map(str, gone))}"
    text = f"{named} {'is' if one else 'are'} missing: there is no result of {'it' if one else 'them'}"
    return codes.BOARD_MISSING.finding(f"{text}, but most totals count more than the results give", subject=named)
