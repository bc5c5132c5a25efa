"""The one line, or the board, that explains why stated totals are not the sums of the stated points of their lines.

Rules kept here:

1. The stated points of somebody's lines make the stated total (before factoring, where that is stated too). Where they
   do for everybody but two, and one line with other sides, one line more or one less makes them do for these two as
   well, that line is what is wrong. So it is where the totals of these two are the only ones that are not ours, or two
   of few, whatever the totals of others are made of.
2. A line is turned if both sides have what the other should have. It is under a wrong number if one has its points too
   many and the other too few, who has no line on the board. It is missing if both have too few, or one has and the
   other alone has fewer boards, and a board that neither of them has gives both together as much as its other lines.
3. A board that has no line at all, of boards with numbers that follow each other, is missing if most stated totals are
   not what the results add up to.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

from contracts.codes import scoring as codes
from contracts.facts import Facts, ResultFact, StatedTotal
from contracts.findings import Finding, Severity
from services.scoring.domain.boards.board_list import published
from services.scoring.domain.differences.rankings import TOTALS_AHEAD

NEAR = Fraction(1, 100)
"""How far a sum may be off for each of its lines, which are printed with two decimals at the most."""

_ABOUT_SUMS = frozenset({codes.TOTAL_DIFFERS.code, codes.PERCENTAGE_DIFFERS.code, codes.BOARDS_PLAYED_DIFFER.code})
MOST_GONE = 3
"""Boards of which it may be said that they are missing; where more are, they were never to be there."""

FEWEST = 4
"""Totals that are compared from which on two that are wrong say anything."""


def repaired(facts: Facts, differences: Sequence[Finding], of_boards: Sequence[Finding] = ()) -> list[Finding]:
    """Differences from what files state, with the line or the board first that explains them, if there is one.

    Args:
        facts: of the event.
        differences: of totals, percentages, places and matches.
        of_boards: those of the points of lines. Where there are any they explain totals that are not ours, since a line
            on the wrong side or under a wrong number leaves the points of its board as they are.
    """
    ahead = [finding for finding in differences if finding.subject == TOTALS_AHEAD]
    wrong = sum(f.code in _ABOUT_SUMS and f.severity is not Severity.INFO for f in differences)
    if not wrong and not ahead:
        return [*differences]
    found = misplaced_line(facts) or (None if of_boards else _misplaced_among(facts, differences))
    if found is None and (ahead or 2 * wrong > len(facts.totals)):
        found = missing_boards(facts)
    if found is None:
        return [*differences]
    return [found, *(finding for finding in differences if finding not in ahead)]


@dataclass
class _Sums:
    """What somebody's lines state: their points, what could be won on their boards, and which these are."""

    points: Fraction = Fraction(0)
    possible: Fraction = Fraction(0)
    boards: set[str] = field(default_factory=set)
    complete: bool = True


def _points(result: ResultFact) -> tuple[Decimal | None, Decimal | None]:
    return (result.stated.ns, result.stated.ew) if result.stated is not None else (None, None)


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
    facts: Facts, totals: Sequence[StatedTotal], sums: dict[str, _Sums], only: frozenset[str] | None
) -> dict[str, Fraction] | None:
    """By how much the totals of two pairs exceed the sums of their lines; None where those of others do, too."""
    given = {fact.participant for fact in facts.adjustments if fact.kind != "carry_forward" and fact.amount}
    found: dict[str, Fraction] = {}
    short: list[str] = []
    compared, most = 0, max((len(own.boards) for own in sums.values()), default=0)
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
        found = [each for two in every if (each := _misplaced(facts.results, sums, two))]
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
        tops = _tops(lines)
        sums = _sums(lines, tops)
        off = _differences(facts, [total for total in facts.totals if total.session == session], sums, only)
        if off is None:
            continue
        if found := _missing(tops, sums, off) or _misplaced(lines, sums, off):
            return found
    return None


def _misplaced(lines: Sequence[ResultFact], sums: Mapping[str, _Sums], off: Mapping[str, Fraction]) -> Finding | None:
    """The line that is turned or under a wrong number, of two of whom one has as much too many as the other too few."""
    found = [*_turned(lines, off), *_misnumbered(lines, sums, off)]
    if not found or not _near(sum(off.values(), Fraction(0)), Fraction(0)):
        return None
    first, *others = found
    also = f"; it may as well be {' or '.join(str(other.subject) for other in others)}" if others else ""
    return first.replace(message=first.message + also)


def _near(value: Fraction, to: Fraction) -> bool:
    return abs(value - to) <= 4 * NEAR


def _turned(lines: Sequence[ResultFact], off: Mapping[str, Fraction]) -> Iterator[Finding]:
    for result in lines:
        ns, ew = _points(result)
        sides = (result.sides.ns, result.sides.ew)
        if ns is None or ew is None or set(sides) != off.keys() or ns == ew:
            continue
        if _near(off[str(sides[0])], Fraction(ew) - Fraction(ns)):
            subject = f"board {result.board}"
            text = f"{subject}: {sides[0]} sat East-West and {sides[1]} North-South; then both totals are right"
            yield codes.LINE_MISPLACED.finding(
                text,
                place=result.at,
                subject=subject,
                stated=" : ".join(map(str, sides)),
                computed=f"{sides[1]} : {sides[0]}",
            )


def _misnumbered(
    lines: Sequence[ResultFact], sums: Mapping[str, _Sums], off: Mapping[str, Fraction]
) -> Iterator[Finding]:
    wrong, meant = sorted(off, key=lambda name: off[name])
    for result in lines:
        for name, value in zip((result.sides.ns, result.sides.ew), _points(result), strict=True):
            if name != wrong or value is None or (meant in sums and result.board in sums[meant].boards):
                continue
            if not _near(off[meant], Fraction(value)):
                continue
            subject = f"board {result.board}"
            text = f"{subject}: the result of {wrong} is that of {meant}; then both totals are right"
            yield codes.LINE_MISPLACED.finding(text, place=result.at, subject=subject, stated=wrong, computed=meant)


def _missing(tops: Mapping[str, Fraction], sums: dict[str, _Sums], off: dict[str, Fraction]) -> Finding | None:
    one, other = off
    known = sums[one].boards | sums[other].boards
    lost = min(off.values()) < 0  # as IMPs may be, which both together have none of
    lacking = [
        board
        for board, top in tops.items()
        if board not in known and _near(top, off[one] + off[other]) and not (lost and top)
    ]
    if not lacking:
        return None
    of = f"board {lacking[0]}" if len(lacking) == 1 else "a board"
    text = f"{of}: the result of {one} and {other} is missing"
    text += f"; their totals count {published(off[one])} and {published(off[other])}"
    return codes.LINE_MISSING.finding(text, subject=of, computed=f"{one} : {other}")


def missing_boards(facts: Facts) -> Finding | None:
    """The boards between others that have no line, and board 1 before board 2 (rule 3).

    Of matches each has boards of its own.
    """
    if facts.matches:
        return None
    names = {result.board for result in facts.results}
    numbers = {int(name) for name in names if name.isascii() and name.isdigit() and len(name) < 4}
    first = 1 if 2 in numbers else min(numbers, default=0)
    gone = sorted(set(range(first, max(numbers, default=0))) - numbers)
    if not 0 < len(gone) <= MOST_GONE:
        return None
    one = len(gone) == 1
    named = f"board{'' if one else 's'} {', '.join(map(str, gone))}"
    text = f"{named} {'is' if one else 'are'} missing: there is no result of {'it' if one else 'them'}"
    return codes.BOARD_MISSING.finding(f"{text}, but most totals count more than the results give", subject=named)
